// Tests the disk cache: stored entries are found, other files are never read as entries, and never deleted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <csignal>
#include <thread>

#include "CacheTest.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;

class DiskCacheTest : public CacheTest {
protected:
  /// Sets the file's times as if it had been used last so many seconds after the beginning of 1970.
  static void setAge(const fs::path &path, time_t seconds) {
    const utimbuf times{seconds, seconds};
    ASSERT_EQ(utime(path.c_str(), &times), 0) << path;
  }
};

TEST_F(DiskCacheTest, FindsWhatWasStored) {
  const std::string contents("a\0b", 3);
  DiskCache(folder_, plenty).store(key("1"), CacheKind::program, contents);
  DiskCache later(folder_, plenty);
  EXPECT_EQ(later.load(key("1"), CacheKind::program), contents);
  EXPECT_EQ(later.load(key("1"), CacheKind::kernel), std::nullopt);
  EXPECT_EQ(later.load(key("2"), CacheKind::program), std::nullopt);
  later.store(key("1"), CacheKind::program, "");
  EXPECT_EQ(later.load(key("1"), CacheKind::program), "");
}

TEST_F(DiskCacheTest, AnEntryHoldsItsWholeKey) {
  DiskCache cache(folder_, plenty);
  cache.store(key("the text of a program"), CacheKind::program, "x");
  EXPECT_NE(read(files().at(0)).find("the text of a program"), std::string::npos);
  // The second key gets the digest of the first key, as if their digests collided.
  CacheKey other = key("the text of a pr0gram");
  other.digest = key("the text of a program").digest;
  EXPECT_EQ(cache.load(other, CacheKind::program), std::nullopt);
}

TEST_F(DiskCacheTest, AnEntryIsNotBelievedUnderAnotherName) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "code of 1");
  fs::rename(entry("1", CacheKind::kernel), entry("2", CacheKind::kernel));
  EXPECT_EQ(cache.load(key("2"), CacheKind::kernel), std::nullopt);
  cache.store(key("1"), CacheKind::kernel, "code of 1");
  fs::rename(entry("1", CacheKind::kernel), entry("1", CacheKind::program));
  EXPECT_EQ(cache.load(key("1"), CacheKind::program), std::nullopt);
}

TEST_F(DiskCacheTest, DamagedEntriesAreNotBelievedAndAreReplaced) {
  DiskCache cache(folder_, plenty);
  const std::string contents(1000, 'x');
  for (int damage = 0; damage < 4; ++damage) {
    cache.store(key("1"), CacheKind::kernel, contents);
    const fs::path path = entry("1", CacheKind::kernel);
    ASSERT_EQ(cache.load(key("1"), CacheKind::kernel), contents);
    if (damage == 0)
      fs::resize_file(path, 500);
    else if (damage == 1)
      fs::resize_file(path, 3);
    else if (damage == 2)
      fs::resize_file(path, 0);
    else
      std::fstream(path, std::ios::in | std::ios::out).seekp(400).put('y');
    EXPECT_EQ(cache.load(key("1"), CacheKind::kernel), std::nullopt) << damage;
    EXPECT_FALSE(cache.loadCode(key("1"))) << damage;
  }
}

TEST_F(DiskCacheTest, TheFileBeginsWithTheContents) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "ELF");
  EXPECT_EQ(read(entry("1", CacheKind::kernel)).substr(0, 3), "ELF");
}

TEST_F(DiskCacheTest, FilesOfAnEarlierFormAreNotRead) {
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_all);
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::kernel, "code");
  fs::rename(entry("1", CacheKind::kernel), folder_ / entry("1", CacheKind::kernel).filename());
  EXPECT_EQ(cache.load(key("1"), CacheKind::kernel), std::nullopt);
}

TEST_F(DiskCacheTest, ShrinkingDeletesWhatWasUnusedForLongest) {
  DiskCache cache(folder_, plenty);
  for (int i = 0; i < 4; ++i) {
    cache.store(key(std::to_string(i)), CacheKind::program, std::string(1000, 'x'));
    setAge(entry(std::to_string(i), CacheKind::program), 1000 + i);
  }
  EXPECT_TRUE(cache.load(key("0"), CacheKind::program)); // this entry is now the last one used
  cache.shrink(2500);
  EXPECT_TRUE(cache.load(key("0"), CacheKind::program));
  EXPECT_FALSE(cache.load(key("1"), CacheKind::program));
  EXPECT_FALSE(cache.load(key("2"), CacheKind::program));
  EXPECT_TRUE(cache.load(key("3"), CacheKind::program));
}

TEST_F(DiskCacheTest, ShrinkingLeavesOtherFilesAlone) {
  DiskCache cache(folder_, plenty);
  const fs::path own = entry("own", CacheKind::program);
  cache.store(key("own"), CacheKind::program, std::string(1000, 'x'));
  cache.store(key("its bytes"), CacheKind::kernel, "x");
  const std::string bytes = read(entry("its bytes", CacheKind::kernel));
  const std::string digits(64, 'a');
  const std::vector<fs::path> others = {
      folder_ / "thesis.tex",
      folder_ / "chapters" / "one.tex",
      own_ / "two.tex",
      own_ / (digits + ".so"),                  // named like an entry, but with other contents
      own_ / (digits + ".so.12-34.unfinished"), // named like an entry that is being written
      own_ / (digits + ".tex"),
      own_ / (digits.substr(1) + ".so"),
      own_ / "copy-of-an-entry.so",     // has the contents of an entry, but another name
      own_ / (digits + ".program"),     // has the contents of another entry
      own_ / "folder" / own.filename(), // a correct entry, but in another folder
      folder_ / entry("2", CacheKind::kernel).filename(),
  };
  for (const fs::path &other : others) {
    fs::create_directories(other.parent_path());
    write(other, other == others[7] || other == others[8] ? bytes : "chapter one");
    setAge(other, 1);
  }
  fs::copy_file(own, others[9], fs::copy_options::overwrite_existing);
  const fs::path target = parent_ / "linked";
  write(target, "linked");
  fs::create_symlink(target, own_ / entryName(key("link"), CacheKind::kernel));
  fs::create_hard_link(target, own_ / entryName(key("hard link"), CacheKind::kernel));
  ASSERT_EQ(mkfifo((own_ / entryName(key("pipe"), CacheKind::kernel)).c_str(), 0600), 0);

  cache.shrink(0);
  EXPECT_FALSE(fs::exists(own));
  EXPECT_FALSE(fs::exists(entry("its bytes", CacheKind::kernel)));
  for (const fs::path &other : others)
    EXPECT_TRUE(fs::exists(other)) << other;
  EXPECT_EQ(read(target), "linked");
  for (const char *text : {"link", "hard link", "pipe"})
    EXPECT_TRUE(fs::exists(fs::symlink_status(entry(text, CacheKind::kernel)))) << text;
  EXPECT_TRUE(fs::exists(own_ / "CACHEDIR.TAG"));
}

TEST_F(DiskCacheTest, WhatIsNotOursDoesNotCount) {
  DiskCache cache(folder_, plenty);
  write(own_ / (std::string(64, 'a') + ".so"), std::string(100000, 'x'));
  setAge(own_ / (std::string(64, 'a') + ".so"), 1);
  cache.store(key("1"), CacheKind::program, "x");
  cache.shrink(10000);
  EXPECT_TRUE(cache.load(key("1"), CacheKind::program));
}

TEST_F(DiskCacheTest, ShrinkingDeletesWhatKilledWritersLeft) {
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::program, std::string(1000, 'x'));
  const fs::path whole = entry("1", CacheKind::program);
  const std::string bytes = read(whole);
  const auto left = [&](const char *number, const std::string &contents, bool old) {
    const fs::path path = own_ / unfinishedName(whole.filename(), number);
    write(path, contents);
    if (old)
      setAge(path, 1);
    return path;
  };
  const fs::path empty = left("1-2", "", true);
  // A writer writes the trailer first, so the trailer is there and the rest is missing.
  const fs::path partial = left("1-3", std::string(1000, '\0') + bytes.substr(1000), true);
  const fs::path young = left("1-4", std::string(1000, '\0') + bytes.substr(1000), false);
  const fs::path foreign = left("1-5", "something else", true);
  cache.shrink(plenty);
  EXPECT_FALSE(fs::exists(empty));
  EXPECT_FALSE(fs::exists(partial));
  EXPECT_TRUE(fs::exists(young));
  EXPECT_TRUE(fs::exists(foreign));
  EXPECT_TRUE(fs::exists(whole));
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

TEST_F(DiskCacheTest, AFolderThatIsDeletedMeanwhileIsMadeAgain) {
  DiskCache cache(folder_, plenty);
  for (int i = 0; i < 3; ++i) {
    fs::remove_all(folder_);
    EXPECT_EQ(cache.load(key("1"), CacheKind::program), std::nullopt);
    cache.store(key("1"), CacheKind::program, "x");
    EXPECT_EQ(cache.load(key("1"), CacheKind::program), "x");
  }
}

TEST_F(DiskCacheTest, ARelativeFolderStaysWhereItWas) {
  const fs::path before = fs::current_path();
  fs::current_path(parent_);
  DiskCache cache("cache", plenty);
  fs::create_directory(parent_ / "elsewhere");
  fs::current_path(parent_ / "elsewhere");
  fs::remove_all(folder_);
  cache.store(key("1"), CacheKind::program, "x");
  fs::current_path(before);
  EXPECT_TRUE(fs::exists(entry("1", CacheKind::program)));
  EXPECT_TRUE(fs::is_empty(parent_ / "elsewhere"));
}

TEST_F(DiskCacheTest, ADescriptorThatTheApplicationClosesIsOpenedAgain) {
  const int next = dup(STDERR_FILENO);
  ASSERT_GE(next, 0);
  close(next);
  DiskCache cache(folder_, plenty);
  cache.store(key("1"), CacheKind::program, "x");
  ASSERT_TRUE(fs::is_directory("/proc/self/fd/" + std::to_string(next))) << "the cache's descriptor is another one";
  // The application closes the cache's descriptor, as a daemon does. Then the descriptor's number is used for another
  // folder.
  close(next);
  fs::create_directory(parent_ / "other");
  const int other = open((parent_ / "other").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(other, next);
  EXPECT_EQ(cache.load(key("1"), CacheKind::program), "x");
  cache.store(key("2"), CacheKind::program, "y");
  EXPECT_EQ(cache.load(key("2"), CacheKind::program), "y");
  EXPECT_TRUE(fs::is_empty(parent_ / "other"));
  close(other);
}

TEST_F(DiskCacheTest, ALimitOfFileSizesIsAMiss) {
  for (const rlim_t limit : {0, 100, 5000}) {
    const int status = inChild([&] {
      const rlimit both{limit, RLIM_INFINITY};
      if (setrlimit(RLIMIT_FSIZE, &both) != 0)
        return 100;
      DiskCache cache(folder_, plenty);
      cache.store(key("1"), CacheKind::program, std::string(10000, 'x'));
      sigset_t waiting;
      sigpending(&waiting);
      if (sigismember(&waiting, SIGXFSZ) == 1)
        return 1;
      return cache.load(key("1"), CacheKind::program) ? 2 : 0;
    });
    EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status) << " at " << limit;
    EXPECT_EQ(WEXITSTATUS(status), 0) << limit;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(DiskCacheTest, AFolderThatCannotBeWrittenIsStillRead) {
  const int status = inChild([&] {
    // Root may write everywhere, so the child becomes another user.
    if (geteuid() == 0 && (chown(parent_.c_str(), ordinaryUser, ordinaryUser) != 0 ||
                           setresuid(ordinaryUser, ordinaryUser, ordinaryUser) != 0))
      return 100;
    DiskCache(folder_, plenty).store(key("1"), CacheKind::program, "x");
    fs::permissions(own_, fs::perms::owner_read | fs::perms::owner_exec);
    DiskCache cache(folder_, plenty);
    cache.store(key("2"), CacheKind::program, "y");
    const bool good = cache.load(key("1"), CacheKind::program) == "x" && !cache.load(key("2"), CacheKind::program);
    fs::permissions(own_, fs::perms::owner_all);
    return good ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
}

TEST(CacheKey, KeepsPartsApart) {
  const auto digest = [](const char *a, const char *b) { return CacheKeyBuilder("k").add(a).add(b).finish().digest; };
  EXPECT_EQ(digest("ab", "c"), digest("ab", "c"));
  EXPECT_NE(digest("ab", "c"), digest("a", "bc"));
}

TEST(Digest, IsBlake2b) {
  // The expected digest of "abc" is the output of `b2sum -l 256`.
  EXPECT_EQ(inHexadecimal(digestOf({"a", "", "bc"})),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

} // namespace
} // namespace weft::core
