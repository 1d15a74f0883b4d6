// The disk cache: programs and kernels that earlier processes have compiled.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_CACHE_DISK_CACHE_H
#define WEFT_RUNTIME_CORE_CACHE_DISK_CACHE_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/cache/CacheEntry.h"
#include "core/cache/EntryLock.h"

namespace weft::core {

class CacheFolder;

/// Code for KernelCode: its bytes, and the path of a file that begins with these bytes and that nobody else can
/// exchange.
struct CachedCode {
  std::string bytes;
  std::string path; ///< empty: load the bytes
};

/// Each entry is a file of its own. It is written under another name and then renamed, so that processes share the
/// folder without needing locks. Each entry has a lock all the same, so that an entry that many processes want at once
/// is compiled once. Whatever is wrong with a file or with the folder, the worst result is a compilation. An entry
/// holds its whole key. It is used only where the key is the requested key and the whole file is as it was written.
/// Where all entries take more than WEFT_CACHE_MB, the entries unused for longest are deleted. Files that aren't
/// entries by name and by content are left alone.
///
/// Code is loaded from here: see CacheFolder for who can write it.
class DiskCache {
public:
  /// Uses WEFT_CACHE, WEFT_CACHE_DIR and WEFT_CACHE_WAIT. There is no cache where the environment belongs to another
  /// user.
  DiskCache();
  /// Entries are in a folder of Weft's own within `parent`. If `parent` is empty, there is no cache. `maxWait` is the
  /// longest time to wait for another thread or process that makes an entry.
  DiskCache(const std::string &parent, uint64_t maxBytes,
            std::chrono::milliseconds maxWait = std::chrono::milliseconds(0));
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  bool enabled() const { return folder_.load(std::memory_order_acquire) != nullptr; }
  std::optional<std::string> load(const CacheKey &key, CacheKind kind);
  /// Stores an entry. Where that fails, nothing has changed: the process gets no signal, and the next process compiles.
  void store(const CacheKey &key, CacheKind kind, std::string_view contents) { storeAt(key, kind, contents); }

  std::optional<CachedCode> loadCode(const CacheKey &key);
  /// Stores code. Returns the path from which the code can be loaded then, as in CachedCode.
  std::string storeCode(const CacheKey &key, std::string_view code) {
    return storeAt(key, CacheKind::kernel, code).value_or("");
  }

  /// Held by a thread that makes a missing entry, until the entry is stored. claimEntry waits while another thread or
  /// process holds it. Whatever the outcome, the caller goes on. Where `entryExists`, it goes on by loading again.
  struct EntryClaim {
    EntryLock lock;
    EntryLock slowMakerLock; ///< held by a maker for which others wait no longer than a second
    bool entryExists = false;
  };
  /// `maybeSlow`: the caller may make no progress for long, as it has a CPU only where nothing else wants it.
  EntryClaim claimEntry(const CacheKey &key, CacheKind kind, bool maybeSlow = false);

  /// Deletes the entries unused for longest until all entries take at most `bytes`. Also deletes the unfinished files
  /// of writers that were killed.
  void shrink(uint64_t bytes);

private:
  struct OpenFolder;

  const CacheFolder *folder();
  const CacheFolder *reopen();
  std::optional<CachedCode> find(const CacheKey &key, CacheKind kind);
  std::optional<std::string> storeAt(const CacheKey &key, CacheKind kind, std::string_view contents);

  const std::string parent_;
  const uint64_t maxBytes_;
  /// Set to zero once a whole wait was in vain: so a process that is stopped while it compiles delays this process only
  /// once.
  std::atomic<std::chrono::milliseconds> maxWait_;
  /// Replaced where somebody else has deleted the folder or closed its descriptor. The earlier objects may be in use
  /// and are kept. There is no lock, because a fork could leave it locked.
  std::atomic<OpenFolder *> folder_{nullptr};
  std::atomic<unsigned> openCount_{0};
  std::atomic<uint64_t> written_{0}; ///< bytes since the last look at the size
  std::atomic<bool> sizeKnown_{false};
};

} // namespace weft::core

#endif
