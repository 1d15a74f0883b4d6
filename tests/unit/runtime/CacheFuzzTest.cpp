// Tests the disk cache with changed files: a reader must neither accept them nor crash. Each run has the same inputs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>

#include "CacheTest.h"

namespace weft::core {
namespace {

namespace fs = std::filesystem;

/// Returns the number of inputs for each kind of change. WEFT_CACHE_FUZZ_INPUTS sets another number.
unsigned inputs() {
  const char *number = std::getenv("WEFT_CACHE_FUZZ_INPUTS");
  return number ? static_cast<unsigned>(std::strtoul(number, nullptr, 10)) : 300;
}

class CacheFuzzTest : public CacheTest {
protected:
  static constexpr CacheKind kinds[] = {CacheKind::program, CacheKind::kernel};

  /// Stores entries of all kinds. Their contents are empty, one byte, zeros, random bytes, and random bytes with the
  /// mark of an entry's end.
  CacheFuzzTest() {
    const std::string zeros(3000, '\0');
    std::string noise;
    for (int i = 0; i < 5000; ++i)
      noise += static_cast<char>(random_());
    for (const std::string &contents :
         {std::string(), std::string("x"), zeros, noise, "weft cache entry" + noise, noise + "weft cache entry"})
      for (CacheKind kind : kinds) {
        const std::string text = "key " + std::to_string(originals_.size());
        cache_.store(key(text), kind, contents);
        originals_.push_back({text, kind, contents, read(entry(text, kind))});
      }
  }

  struct Original {
    std::string text;
    CacheKind kind;
    std::string contents;
    std::string file;
  };

  size_t pick(size_t below) { return random_() % below; }
  const Original &any() { return originals_[pick(originals_.size())]; }

  /// Replaces files of entries by changed files. An entry must not be found if its file differs from the written file.
  /// If the file is equal, the stored contents must be found.
  void expectNoneBelieved(const std::function<std::string(const Original &)> &change) {
    for (unsigned i = 0; i < inputs(); ++i) {
      const Original &original = any();
      const fs::path path = entry(original.text, original.kind);
      const std::string changed = change(original);
      write(path, changed);
      const auto found = cache_.load(key(original.text), original.kind);
      if (changed == original.file)
        EXPECT_EQ(found, original.contents);
      else
        EXPECT_EQ(found, std::nullopt) << original.text << ", input " << i;
      // Shrinking the cache, which reads files to decide what to delete, must also cope with the changed file.
      cache_.shrink(pick(2) ? 0 : 20000);
      fs::remove(path);
      write(path, original.file);
      EXPECT_EQ(cache_.load(key(original.text), original.kind), original.contents);
    }
  }

  std::mt19937_64 random_{4711};
  DiskCache cache_{folder_, plenty};
  std::vector<Original> originals_;
};

TEST_F(CacheFuzzTest, ChangedBytes) {
  expectNoneBelieved([&](const Original &original) {
    std::string bytes = original.file;
    for (size_t count = 1 + pick(4); count != 0; --count)
      bytes[pick(2) ? pick(bytes.size()) : bytes.size() - 1 - pick(std::min<size_t>(bytes.size(), 104))] ^=
          static_cast<char>(1 + pick(255));
    return bytes;
  });
}

TEST_F(CacheFuzzTest, CutOffAndLonger) {
  expectNoneBelieved([&](const Original &original) {
    std::string bytes = original.file;
    switch (pick(4)) {
    case 0:
      return bytes.substr(0, pick(bytes.size()));
    case 1:
      return bytes.substr(1 + pick(bytes.size() - 1)); // removes the beginning, so most trailers stay whole
    case 2:
      return bytes + std::string(1 + pick(200), static_cast<char>(pick(256)));
    default:
      return bytes.erase(pick(bytes.size()), 1 + pick(100));
    }
  });
}

TEST_F(CacheFuzzTest, PiecesOfTwoEntries) {
  expectNoneBelieved([&](const Original &original) {
    const std::string &other = any().file;
    if (pick(3) == 0)
      return other; // a valid entry, but of another key or kind
    return original.file.substr(0, pick(original.file.size())) + other.substr(pick(other.size()));
  });
}

TEST_F(CacheFuzzTest, ForgedChecksums) {
  // The sizes and the mark in the trailer are correct, and the contents are changed. The digest is one that is easy to
  // get: zeros, another entry's digest, the digest of the contents alone, or random bytes.
  expectNoneBelieved([&](const Original &original) {
    constexpr size_t trailerBytes = 104;
    std::string bytes = original.file;
    const size_t at = bytes.size() - trailerBytes;
    if (at != 0)
      bytes[pick(at)] ^= 1;
    std::string forged;
    switch (pick(4)) {
    case 0:
      forged = std::string(32, '\0');
      break;
    case 1: {
      const std::string &other = any().file;
      forged = other.substr(other.size() - trailerBytes, 32);
      break;
    }
    case 2: {
      const Digest digest = digestOf({std::string_view(bytes).substr(0, at)});
      forged.assign(digest.begin(), digest.end());
      break;
    }
    default:
      for (int i = 0; i < 32; ++i)
        forged += static_cast<char>(random_());
    }
    if (forged.size() == 32)
      bytes.replace(at, 32, forged);
    return bytes;
  });
}

TEST_F(CacheFuzzTest, NumbersInTheTrailer) {
  // Sets the trailer's sizes and kind to values at the limits of the valid values.
  expectNoneBelieved([&](const Original &original) {
    std::string bytes = original.file;
    const uint64_t values[] = {0,
                               1,
                               2,
                               3,
                               bytes.size(),
                               bytes.size() - 104,
                               bytes.size() - 103,
                               uint64_t(1) << 30,
                               uint64_t(1) << 32,
                               ~uint64_t(0),
                               ~uint64_t(0) - 103,
                               uint64_t(1) << 63};
    for (size_t field = 0; field < 3; ++field)
      if (pick(2)) {
        const uint64_t value = values[pick(std::size(values))];
        std::memcpy(bytes.data() + bytes.size() - 40 + field * 8, &value, sizeof value);
      }
    return bytes;
  });
}

TEST_F(CacheFuzzTest, NoiseAndForeignFiles) {
  expectNoneBelieved([&](const Original &) {
    std::string bytes;
    switch (pick(3)) {
    case 0:
      for (size_t size = pick(400); size != 0; --size)
        bytes += static_cast<char>(random_());
      return bytes;
    case 1:
      return std::string(pick(10000), static_cast<char>(pick(256)));
    default:
      for (size_t lines = pick(50); lines != 0; --lines)
        bytes += "\\section{weft cache entry}\n";
      return bytes;
    }
  });
}

} // namespace
} // namespace weft::core
