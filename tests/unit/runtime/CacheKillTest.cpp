// Tests the disk cache when writers are killed: afterwards a reader finds a correct entry or none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>

#include "CacheTest.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;

/// Returns the number of writers to kill. WEFT_CACHE_KILLS sets another number.
unsigned kills() {
  const char *number = std::getenv("WEFT_CACHE_KILLS");
  return number ? static_cast<unsigned>(std::strtoul(number, nullptr, 10)) : 50;
}

class CacheKillTest : public CacheTest {
protected:
  static constexpr unsigned names = 4;

  /// Returns contents that are so large that they are written in many pieces.
  static std::string contentsOf(unsigned name) { return std::string(3000000 + name, static_cast<char>('a' + name)); }

  [[noreturn]] void writeForEver() const {
    DiskCache cache(folder_, plenty);
    for (unsigned i = 0;; i = (i + 1) % names)
      cache.store(key(std::to_string(i)), CacheKind::kernel, contentsOf(i));
  }
};

TEST_F(CacheKillTest, KilledWritersLeaveNoWrongEntry) {
  std::mt19937 random(4711);
  DiskCache cache(folder_, plenty);
  // Kills must come during the writing of an entry and after it. Under sanitizers and on busy machines, writing takes
  // many times as long, so the time of one entry is measured first.
  const auto begin = std::chrono::steady_clock::now();
  cache.store(key("measured"), CacheKind::kernel, contentsOf(0));
  const std::chrono::microseconds forOne =
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  const auto longest = static_cast<unsigned>(std::max<int64_t>(20000, 4 * forOne.count()));
  unsigned found = 0;
  unsigned unfinished = 0;
  for (unsigned i = 0; i < kills(); ++i) {
    const pid_t child = fork();
    if (child == 0)
      writeForEver();
    usleep(1000 + random() % longest);
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    for (unsigned name = 0; name < names; ++name)
      if (const auto contents = cache.load(key(std::to_string(name)), CacheKind::kernel)) {
        ++found;
        ASSERT_TRUE(*contents == contentsOf(name)) << "kill " << i;
      }
    for (const fs::path &file : files())
      if (file.string().ends_with(".unfinished")) {
        ++unfinished;
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(24));
      }
    // The cache recognises all files that killed writers leave, so shrinking removes the unfinished files.
    cache.shrink(plenty);
    for (const fs::path &file : files())
      ASSERT_EQ(kindOfName(file.filename().string()), NameKind::entry) << file;
  }
  RecordProperty("found", static_cast<int>(found));
  RecordProperty("unfinished", static_cast<int>(unfinished));
  std::printf("%u kills, %u entries found, %u unfinished files\n", kills(), found, unfinished);
  EXPECT_GT(found, 0u);
}

} // namespace
} // namespace weft::core
