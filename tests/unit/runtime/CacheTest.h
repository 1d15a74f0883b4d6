// A fixture with a temporary folder for a disk cache, and helpers that run code in another process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_CACHE_TEST_H
#define WEFT_TESTS_UNIT_RUNTIME_CACHE_TEST_H

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/cache/CacheFolder.h"
#include "core/cache/DiskCache.h"

namespace weft::core {

/// Runs `body` in a child process, which exits with the value that `body` returns. Returns the status from waitpid.
template <typename Body> int inChild(Body body) {
  const pid_t child = fork();
  if (child == 0)
    _exit(body());
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

/// A user without privileges, for tests in which root must give up its privileges.
constexpr uid_t ordinaryUser = 65534;

constexpr uint64_t plenty = uint64_t(1) << 30;

class CacheTest : public testing::Test {
protected:
  using Path = std::filesystem::path;

  CacheTest() {
    umask(022); // otherwise the cache might not trust the test's own files
    std::string name = (std::filesystem::temp_directory_path() / "weft-cache-XXXXXX").string();
    parent_ = mkdtemp(name.data());
    folder_ = parent_ / "cache";
    own_ = folder_ / CacheFolder::folderName;
  }
  ~CacheTest() override { std::filesystem::remove_all(parent_); }

  static CacheKey key(const std::string &text) { return CacheKeyBuilder("test").add(text).finish(); }
  Path entry(const std::string &text, CacheKind kind) const { return own_ / entryName(key(text), kind); }

  /// Returns the sorted files of Weft's folder within the cache folder, without the folder's CACHEDIR.TAG.
  std::vector<Path> files() const {
    std::vector<Path> found;
    for (const auto &file : std::filesystem::directory_iterator(own_))
      if (file.path().filename() != "CACHEDIR.TAG")
        found.push_back(file.path());
    std::ranges::sort(found);
    return found;
  }

  static std::string read(const Path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static void write(const Path &path, const std::string &bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  Path parent_, folder_, own_;
};

} // namespace weft::core

#endif
