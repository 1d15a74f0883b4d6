// The disk cache: compiled programs and kernels of earlier processes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_DISK_CACHE_H
#define WEFT_RUNTIME_CORE_DISK_CACHE_H

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft::core {

/// What a file of the cache holds; its ending tells.
enum class CacheKind { program, kernel, stamps };

/// A hash of everything that the contents depend on (xxh3, 128 bits), in hexadecimal.
struct CacheKey {
  std::string text;
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

/// Each entry is a file of its own, written under another name and renamed, so that processes share the folder without
/// locks. Whatever is wrong with a file or with the folder, the worst that happens is a compilation. Files that are not
/// as they were written are deleted, and so are the ones unused for longest where all take more than WEFT_CACHE_MB.
///
/// Code is loaded from here. So the folder and the files must belong to this user, and nobody else may write them.
class DiskCache {
public:
  /// By WEFT_CACHE and WEFT_CACHE_DIR.
  DiskCache();
  /// An empty folder: no cache.
  DiskCache(std::string folder, uint64_t maxBytes);

  bool enabled() const { return !folder_.empty(); }
  std::optional<std::string> load(const CacheKey &key, CacheKind kind);
  /// The path of a file that begins with the entry's bytes and is as it was written. For ELF files, which may have
  /// something behind them.
  std::optional<std::string> find(const CacheKey &key, CacheKind kind);
  /// The path of the new entry, or nothing where it could not be written.
  std::optional<std::string> store(const CacheKey &key, CacheKind kind, std::string_view contents);

  /// Deletes the entries unused for longest until all take no more than `bytes`.
  void shrink(uint64_t bytes);

private:
  std::string pathFor(const CacheKey &key, CacheKind kind) const;
  std::optional<std::string> readVerified(const std::string &path);

  std::string folder_; ///< empty: no cache
  uint64_t maxBytes_;
  std::atomic<uint64_t> written_{0}; ///< since the size was last looked at
  std::atomic<bool> sizeKnown_{false};
};

} // namespace weft::core

#endif
