// The form of the disk cache's files: names and contents.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CACHE_CACHE_ENTRY_H
#define WEFT_RUNTIME_CORE_CACHE_CACHE_ENTRY_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/stat.h>

#include "core/cache/Digest.h"

namespace weft::core {

/// What a file of the cache holds; its ending tells.
enum class CacheKind : uint64_t { program, kernel };

/// Everything that the contents of an entry depend on.
struct CacheKey {
  std::string text; ///< by CacheKeyBuilder
  Digest digest;    ///< of the text
};

/// Collects what goes into a key. Parts are kept apart: ("ab", "c") is not ("a", "bc").
class CacheKeyBuilder {
public:
  explicit CacheKeyBuilder(std::string_view purpose) { add(purpose); }
  CacheKeyBuilder &add(std::string_view part);
  CacheKey finish() const;

private:
  std::string parts_;
};

/// The digest of a part that is too long to stand in a key itself.
std::string partDigest(std::string_view part);

// A file is the contents, so that an ELF file can be loaded from where it is, then the text of the key, then a trailer
// that tells the two apart and has a digest of all. Its name is the digest of the key.

/// 64 digits and the ending of the kind.
std::string entryName(const CacheKey &key, CacheKind kind);
/// The name of a file that is being written: `entry` is what it will be called. `number` sets it apart from others.
std::string unfinishedName(const std::string &entry, std::string_view number);

enum class NameKind { foreign, entry, unfinished };
NameKind kindOfName(std::string_view name);

/// Writes a whole entry to an empty file, the trailer first, so that a part of it can be told from what is not ours.
bool writeEntry(int descriptor, const CacheKey &key, CacheKind kind, std::string_view contents);
/// The contents, if the file is the whole entry for this very key, as it was written.
std::optional<std::string> readEntry(int descriptor, const struct stat &status, const CacheKey &key, CacheKind kind);
/// Whether a file is, by what is in it, an entry that belongs under this name, whole or in part; or empty.
bool isOurs(int descriptor, const struct stat &status, std::string_view name);

} // namespace weft::core

#endif
