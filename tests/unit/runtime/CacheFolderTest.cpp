// Tests the folder of the disk cache: the permissions that it must have, and the files that aren't read from it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "CacheTest.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;

class CacheFolderTest : public CacheTest {
protected:
  static mode_t modeOf(const fs::path &path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : 0;
  }
};

TEST_F(CacheFolderTest, BelongsToTheUserAlone) {
  folder_ = parent_ / "a" / "b" / "cache";
  own_ = folder_ / CacheFolder::folderName;
  const mode_t before = umask(0);
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::program, "x");
  umask(before);
  for (const fs::path &path : {parent_ / "a", parent_ / "a" / "b", folder_, own_})
    EXPECT_EQ(modeOf(path), 0700u) << path;
  EXPECT_EQ(modeOf(files().at(0)), 0600u);
}

TEST_F(CacheFolderTest, SaysToBackupsThatItIsACache) {
  DiskCache cache(folder_, plenty);
  EXPECT_TRUE(read(own_ / "CACHEDIR.TAG").starts_with("Signature: 8a477f597d28d172789f06886806bc55\n"));
}

TEST_F(CacheFolderTest, NothingIsMadeBesideIt) {
  fs::create_directory(folder_);
  write(folder_ / "thesis.tex", "x");
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::program, "x");
  std::vector<std::string> names;
  for (const auto &file : fs::directory_iterator(folder_))
    names.push_back(file.path().filename());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"thesis.tex", std::string(CacheFolder::folderName)}));
}

TEST_F(CacheFolderTest, AFolderThatOthersCanWriteIsNotUsed) {
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms::all);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
  EXPECT_TRUE(fs::is_empty(folder_));
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_TRUE(DiskCache(folder_, plenty).enabled());
  fs::permissions(own_, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
}

TEST_F(CacheFolderTest, AFolderOfAnotherUserIsNotUsed) {
  if (geteuid() != 0)
    GTEST_SKIP() << "Only root can give a folder away.";
  EXPECT_TRUE(DiskCache(folder_, plenty).enabled());
  ASSERT_EQ(chown(own_.c_str(), ordinaryUser, ordinaryUser), 0);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
  ASSERT_EQ(chown(own_.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(folder_.c_str(), ordinaryUser, ordinaryUser), 0);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
}

TEST_F(CacheFolderTest, ALinkInItsPlaceIsNotFollowed) {
  fs::create_directories(parent_ / "elsewhere");
  fs::create_directory(folder_);
  fs::create_directory_symlink(parent_ / "elsewhere", own_);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
  EXPECT_TRUE(fs::is_empty(parent_ / "elsewhere"));
}

TEST_F(CacheFolderTest, ALinkAboveItIsFollowed) {
  fs::create_directories(parent_ / "elsewhere");
  fs::create_directory_symlink(parent_ / "elsewhere", parent_ / "link");
  DiskCache cache(parent_ / "link" / "cache", plenty);
  cache.store(key("1"), CacheKind::program, "x");
  EXPECT_TRUE(fs::exists(parent_ / "elsewhere" / "cache" / CacheFolder::folderName));
}

TEST_F(CacheFolderTest, WhatIsNoFolderIsNotUsed) {
  write(folder_, "x");
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
  fs::remove(folder_);
  ASSERT_EQ(mkfifo(folder_.c_str(), 0600), 0);
  EXPECT_FALSE(DiskCache(folder_, plenty).enabled());
  EXPECT_FALSE(DiskCache(folder_ / "below", plenty).enabled());
  EXPECT_FALSE(DiskCache("/proc/weft", plenty).enabled());
}

TEST_F(CacheFolderTest, AFileThatOthersCanWriteIsNotBelieved) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "code");
  fs::permissions(files().at(0), fs::perms::others_write, fs::perm_options::add);
  EXPECT_FALSE(cache.loadCode(key("1")));
  cache.store(key("1"), CacheKind::kernel, "code");
  EXPECT_TRUE(cache.loadCode(key("1")));
}

TEST_F(CacheFolderTest, AFileOfAnotherUserIsNotBelieved) {
  if (geteuid() != 0)
    GTEST_SKIP() << "Only root can give a file away.";
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "code");
  ASSERT_EQ(chown(files().at(0).c_str(), ordinaryUser, ordinaryUser), 0);
  EXPECT_FALSE(cache.loadCode(key("1")));
}

TEST_F(CacheFolderTest, PipesLinksFoldersAndDevicesAreNeitherReadNorReplaced) {
  DiskCache cache(folder_, plenty);
  cache.store(key("good"), CacheKind::kernel, "code");
  const fs::path good = entry("good", CacheKind::kernel);
  std::vector<std::string> kinds = {"pipe", "link", "folder", "socket"};
  ASSERT_EQ(mkfifo(entry("pipe", CacheKind::kernel).c_str(), 0600), 0);
  fs::create_symlink(good, entry("link", CacheKind::kernel));
  fs::create_directory(entry("folder", CacheKind::kernel));
  ASSERT_EQ(mknod(entry("socket", CacheKind::kernel).c_str(), S_IFSOCK | 0600, 0), 0);
  // /dev/zero, which gives zeros without end, if the system allows the test to create this device.
  if (mknod(entry("device", CacheKind::kernel).c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0)
    kinds.push_back("device");
  for (const std::string &kind : kinds) {
    const fs::path path = entry(kind, CacheKind::kernel);
    const fs::file_type type = fs::symlink_status(path).type();
    EXPECT_FALSE(cache.loadCode(key(kind))) << kind; // must not wait, although the pipe has no writer
    EXPECT_EQ(cache.storeCode(key(kind), "code"), "") << kind;
    EXPECT_EQ(fs::symlink_status(path).type(), type) << kind;
  }
  EXPECT_TRUE(cache.loadCode(key("good")));
  EXPECT_EQ(files().size(), 1 + kinds.size()) << "no temporary file is left";
}

TEST_F(CacheFolderTest, APathIsNamedWhereNobodyElseCanExchangeIt) {
  const std::string path = DiskCache(folder_, plenty).storeCode(key("1"), "code");
  EXPECT_EQ(path, fs::canonical(entry("1", CacheKind::kernel)));
  const auto found = DiskCache(folder_, plenty).loadCode(key("1"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->path, path);
  EXPECT_EQ(found->bytes, "code");
}

TEST_F(CacheFolderTest, NoPathIsNamedBelowAFolderThatOthersCanWrite) {
  folder_ = parent_ / "open" / "mine" / "cache";
  own_ = folder_ / CacheFolder::folderName;
  fs::create_directories(parent_ / "open" / "mine");
  const auto pathWith = [&](fs::perms mode) {
    fs::permissions(parent_ / "open", mode);
    DiskCache cache(folder_, plenty);
    const std::string stored = cache.storeCode(key("1"), "code");
    const auto found = cache.loadCode(key("1"));
    EXPECT_TRUE(found && found->bytes == "code" && found->path == stored);
    return stored;
  };
  EXPECT_EQ(pathWith(fs::perms::all), "");
  EXPECT_EQ(pathWith(fs::perms::owner_all | fs::perms::group_all), "");
  // In a sticky folder such as /tmp, only a file's owner can move the file.
  EXPECT_NE(pathWith(fs::perms::all | fs::perms::sticky_bit), "");
  EXPECT_NE(pathWith(fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec), "");
  if (geteuid() != 0)
    return;
  ASSERT_EQ(chown((parent_ / "open").c_str(), ordinaryUser, ordinaryUser), 0);
  EXPECT_EQ(pathWith(fs::perms::owner_all), "") << "another user's folder";
}

TEST_F(CacheFolderTest, AFolderExchangedMeanwhileIsNotRead) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "right");
  fs::rename(folder_, parent_ / "moved");
  DiskCache(folder_, plenty).store(key("1"), CacheKind::kernel, "wrong");
  const auto found = cache.loadCode(key("1"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->bytes, "right");
  EXPECT_EQ(found->path, "") << "that is another file by now";
}

} // namespace
} // namespace weft::core
