// The disk cache: what is stored is found, and nothing else is ever believed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/DiskCache.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <utime.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace weft::core {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t plenty = uint64_t(1) << 30;

class DiskCacheTest : public testing::Test {
protected:
  DiskCacheTest() {
    std::string name = (fs::temp_directory_path() / "weft-cache-XXXXXX").string();
    parent_ = mkdtemp(name.data());
    folder_ = parent_ / "cache";
  }
  ~DiskCacheTest() override { fs::remove_all(parent_); }

  static CacheKey key(const std::string &text) { return CacheKeyBuilder("test").add(text).finish(); }
  std::vector<fs::path> files() const { return {fs::directory_iterator(folder_), fs::directory_iterator()}; }

  fs::path parent_, folder_;
};

TEST_F(DiskCacheTest, FindsWhatWasStored) {
  std::string contents("a\0b", 3);
  ASSERT_TRUE(DiskCache(folder_, plenty).store(key("1"), CacheKind::program, contents));
  DiskCache later(folder_, plenty);
  EXPECT_EQ(later.load(key("1"), CacheKind::program), contents);
  EXPECT_EQ(later.load(key("1"), CacheKind::kernel), std::nullopt);
  EXPECT_EQ(later.load(key("2"), CacheKind::program), std::nullopt);
}

TEST_F(DiskCacheTest, BelongsToTheUserAlone) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::program, "x");
  struct stat status;
  ASSERT_EQ(stat(folder_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0700u);
  ASSERT_EQ(stat(files().at(0).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_F(DiskCacheTest, AFolderThatOthersCanWriteIsNotUsed) {
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms::all);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
}

TEST_F(DiskCacheTest, AFileThatOthersCanWriteIsNotBelieved) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "code");
  fs::permissions(files().at(0), fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(cache.find(key("1"), CacheKind::kernel), std::nullopt);
}

TEST_F(DiskCacheTest, DamagedFilesAreDeleted) {
  DiskCache cache(folder_, plenty);
  for (int damage = 0; damage < 3; ++damage) {
    auto path = cache.store(key("1"), CacheKind::kernel, std::string(1000, 'x'));
    ASSERT_TRUE(path);
    if (damage == 0)
      fs::resize_file(*path, 500);
    else if (damage == 1)
      fs::resize_file(*path, 3);
    else
      std::fstream(*path, std::ios::in | std::ios::out).seekp(400).put('y');
    EXPECT_EQ(cache.find(key("1"), CacheKind::kernel), std::nullopt) << damage;
    EXPECT_FALSE(fs::exists(*path)) << damage;
  }
}

TEST_F(DiskCacheTest, TheFileBeginsWithTheContents) {
  DiskCache cache(folder_, plenty);
  auto path = cache.store(key("1"), CacheKind::kernel, "ELF");
  ASSERT_TRUE(path);
  std::string begin(3, '\0');
  std::ifstream(*path).read(begin.data(), 3);
  EXPECT_EQ(begin, "ELF");
  EXPECT_EQ(cache.find(key("1"), CacheKind::kernel), path);
}

TEST_F(DiskCacheTest, ShrinkingDeletesWhatWasUnusedForLongest) {
  DiskCache cache(folder_, plenty);
  for (int i = 0; i < 4; ++i) {
    auto path = cache.store(key(std::to_string(i)), CacheKind::program, std::string(1000, 'x'));
    utimbuf times{1000 + i, 1000 + i};
    utime(path->c_str(), &times);
  }
  EXPECT_TRUE(cache.load(key("0"), CacheKind::program)); // now the one used last
  cache.shrink(2500);
  EXPECT_TRUE(cache.load(key("0"), CacheKind::program));
  EXPECT_FALSE(cache.load(key("1"), CacheKind::program));
  EXPECT_FALSE(cache.load(key("2"), CacheKind::program));
  EXPECT_TRUE(cache.load(key("3"), CacheKind::program));
}

TEST_F(DiskCacheTest, ManyWritersLeaveOneGoodEntry) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      DiskCache cache(folder_, plenty);
      for (int j = 0; j < 50; ++j) {
        cache.store(key("same"), CacheKind::program, std::string(10000, 'x'));
        EXPECT_EQ(cache.load(key("same"), CacheKind::program), std::string(10000, 'x'));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(files().size(), 1u) << "no temporary file is left";
}

TEST(CacheKey, KeepsPartsApart) {
  auto hash = [](const char *a, const char *b) { return CacheKeyBuilder("k").add(a).add(b).finish().text; };
  EXPECT_EQ(hash("ab", "c"), hash("ab", "c"));
  EXPECT_NE(hash("ab", "c"), hash("a", "bc"));
  EXPECT_EQ(hash("", "").size(), 32u);
}

} // namespace
} // namespace weft::core
