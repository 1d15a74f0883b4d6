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

/// Machine code from which a KernelCode can be loaded: its bytes, and the path of a file. The file begins with these
/// bytes, and no other user can replace it.
struct CachedCode {
  std::string bytes;
  std::string path; ///< empty if the code must be loaded from the bytes
};

/// Each entry is a file of its own. It is written under another name and then renamed, so that processes share the
/// folder without needing locks. Each entry has a lock all the same: if many processes need an entry at once, only the
/// process with the lock compiles it. If anything is wrong with a file or with the folder, the code is compiled as
/// without a cache. An entry's file contains its whole key. The entry is used only if this key is the requested key,
/// and nothing has changed the file since it was written. If all entries together take more than WEFT_CACHE_MB, those
/// that haven't been used for the longest time are deleted. Files that don't have both the name and the contents of an
/// entry are never deleted.
///
/// Code is loaded from this folder; CacheFolder describes who can write to it.
class DiskCache {
public:
  /// Uses WEFT_CACHE, WEFT_CACHE_DIR and WEFT_CACHE_WAIT. There is no cache if another user has set the environment
  /// variables (a setuid program).
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
  /// Stores an entry. If that fails, the cache is unchanged, the process gets no signal, and the next process that
  /// needs the entry compiles it.
  void store(const CacheKey &key, CacheKind kind, std::string_view contents) { storeAt(key, kind, contents); }

  std::optional<CachedCode> loadCode(const CacheKey &key);
  /// Stores code. Returns the path from which the code can then be loaded, as in CachedCode.
  std::string storeCode(const CacheKey &key, std::string_view code) {
    return storeAt(key, CacheKind::kernel, code).value_or("");
  }

  /// The right to make a missing entry. A thread holds it until it has stored the entry. claimEntry waits while another
  /// thread or process holds the claim. If `entryExists` is set then, the caller loads the entry. Otherwise it makes
  /// the entry, even if it has not got the lock.
  struct EntryClaim {
    EntryLock lock;
    EntryLock slowMakerLock; ///< held if this thread makes the entry as a slow maker (`maybeSlow`); other threads wait
                             ///< for it a second at most
    bool entryExists = false;
  };
  /// `maybeSlow` says that the calling thread may make no progress for a long time, because it gets a CPU only if no
  /// other thread needs it.
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
  /// The longest time to wait for a claim (the right to make an entry). It is set to zero when a wait has taken all of
  /// this time. So if another process holds a claim and is stopped, this process waits for it only once.
  std::atomic<std::chrono::milliseconds> maxWait_;
  /// The open folder. It is replaced if other code has deleted the folder or closed its descriptor. The earlier objects
  /// are kept, because threads may still use them. No lock guards it, because a fork could leave a lock locked in the
  /// child.
  std::atomic<OpenFolder *> folder_{nullptr};
  std::atomic<unsigned> openCount_{0};
  std::atomic<uint64_t> written_{0}; ///< bytes written since the last check of the size
  std::atomic<bool> sizeKnown_{false};
};

} // namespace weft::core

#endif
