// The names and the format of the disk cache's files.
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

/// The contents of a file of the cache; the file extension says which kind they are.
enum class CacheKind : uint64_t { program, kernel, schedule };

/// Everything that the contents of an entry depend on.
struct CacheKey {
  std::string text; ///< the text that CacheKeyBuilder has built
  Digest digest;    ///< the digest of the text
};

/// Collects the parts of a key. The borders between parts matter: ("ab", "c") and ("a", "bc") are different keys.
class CacheKeyBuilder {
public:
  explicit CacheKeyBuilder(std::string_view purpose) { add(purpose); }
  CacheKeyBuilder &add(std::string_view part);
  CacheKey finish() const;

private:
  std::string parts_;
};

/// Returns the digest of a part that is too long to be in a key itself.
std::string partDigest(std::string_view part);

// A file begins with the contents, so that an ELF file can be loaded from it directly. The text of the key follows, and
// then a trailer, which says where the contents end and contains a digest of everything. The file's name is the digest
// of the key.

/// The file name of an entry: 64 digits and the file extension of the kind.
std::string entryName(const CacheKey &key, CacheKind kind);
/// The name of a file that is being written. `entry` is its final name. `number` distinguishes the file from other
/// unfinished files of that entry.
std::string unfinishedName(const std::string &entry, std::string_view number);

enum class NameKind { foreign, entry, unfinished };
NameKind kindOfName(std::string_view name);

/// Writes a whole entry to an empty file. The trailer is written first, so that an incomplete entry can be
/// distinguished from files that aren't Weft's.
bool writeEntry(int descriptor, const CacheKey &key, CacheKind kind, std::string_view contents);
/// Returns the contents if the file is the whole and unchanged entry for exactly this key.
std::optional<std::string> readEntry(int descriptor, const struct stat &status, const CacheKey &key, CacheKind kind);
/// Whether the file contains an entry with this name, which may be incomplete. Also true for an empty file.
bool isOurs(int descriptor, const struct stat &status, std::string_view name);

} // namespace weft::core

#endif
