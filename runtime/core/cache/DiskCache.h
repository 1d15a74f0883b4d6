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

/// Code for KernelCode: its bytes, and the path of a file that begins with these bytes and that no other user can
/// replace.
struct CachedCode {
  std::string bytes;
  std::string path; ///< empty where the code must be loaded from the bytes
};

/// Each entry is a file of its own. It is written under another name and then renamed, so that processes share the
/// folder without needing locks. Each entry has a lock all the same, so that an entry that many processes need at once
/// is compiled only once. Whatever is wrong with a file or with the folder, the worst result is a compilation. An entry
/// holds its whole key. It is used only if the key is the requested key and the whole file is unchanged. If all entries
/// together take more than WEFT_CACHE_MB, the entries unused for longest are deleted. Files whose names and contents
/// aren't those of entries are left alone.
///
/// Code is loaded from this folder; CacheFolder describes who can write to it.
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
  /// Stores an entry. If that fails, nothing has changed: the process gets no signal, and the next process compiles.
  void store(const CacheKey &key, CacheKind kind, std::string_view contents) { storeAt(key, kind, contents); }

  std::optional<CachedCode> loadCode(const CacheKey &key);
  /// Stores code. Returns the path from which the code can then be loaded, as in CachedCode.
  std::string storeCode(const CacheKey &key, std::string_view code) {
    return storeAt(key, CacheKind::kernel, code).value_or("");
  }

  /// Held by a thread that makes a missing entry, until the entry is stored. claimEntry waits while another thread or
  /// process holds the claim. Whatever the outcome, the caller goes on. If `entryExists`, the caller loads the entry
  /// again.
  struct EntryClaim {
    EntryLock lock;
    EntryLock slowMakerLock; ///< held by a slow maker, for which other threads wait at most a second
    bool entryExists = false;
  };
  /// `maybeSlow` says that the caller may make no progress for a long time, because it has a CPU only where nothing
  /// else needs it.
  EntryClaim claimEntry(const CacheKey &key, CacheKind kind, bool maybeSlow = false);

  /// Deletes entries, beginning with those unused for longest, until all entries together take at most `bytes`. Also
  /// deletes the unfinished files of processes that were killed while they wrote.
  void shrink(uint64_t bytes);

private:
  struct OpenFolder;

  const CacheFolder *folder();
  const CacheFolder *reopen();
  std::optional<CachedCode> find(const CacheKey &key, CacheKind kind);
  std::optional<std::string> storeAt(const CacheKey &key, CacheKind kind, std::string_view contents);

  const std::string parent_;
  const uint64_t maxBytes_;
  /// Set to zero once a whole wait was in vain. So a process that is stopped while it compiles delays this process only
  /// once.
  std::atomic<std::chrono::milliseconds> maxWait_;
  /// Replaced where other code has deleted the folder or closed its descriptor. The earlier objects may be in use and
  /// are kept. There is no lock, because a fork could leave it locked.
  std::atomic<OpenFolder *> folder_{nullptr};
  std::atomic<unsigned> openCount_{0};
  std::atomic<uint64_t> written_{0}; ///< bytes written since the last check of the size
  std::atomic<bool> sizeKnown_{false};
};

} // namespace weft::core

#endif
