// The disk cache: compiled programs and kernels of earlier processes.
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

/// Code for KernelCode: its bytes, and where a file begins with them that nobody else can exchange.
struct CachedCode {
  std::string bytes;
  std::string path; ///< empty: load the bytes
};

/// Each entry is a file of its own, written under another name and renamed, so that processes share the folder without
/// need of locks. There is one for each entry all the same, so that what many processes want at once is compiled once.
/// Whatever is wrong with a file or with the folder, the worst that happens is a compilation. An entry holds all
/// of its key, and is believed only where that is the one asked for and all is as it was written. Where all entries
/// take more than WEFT_CACHE_MB, the ones unused for longest are deleted; what is not an entry by name and by content
/// is left alone.
///
/// Code is loaded from here: see CacheFolder for who can write it.
class DiskCache {
public:
  /// By WEFT_CACHE, WEFT_CACHE_DIR and WEFT_CACHE_WAIT. None where the environment is another's.
  DiskCache();
  /// Entries are in a folder of Weft's own within this one. An empty name: no cache. `patience` is how long anybody is
  /// waited for who makes an entry.
  DiskCache(const std::string &parent, uint64_t maxBytes,
            std::chrono::milliseconds patience = std::chrono::milliseconds(0));
  ~DiskCache();
  DiskCache(const DiskCache &) = delete;
  DiskCache &operator=(const DiskCache &) = delete;

  bool enabled() const { return folder_.load(std::memory_order_acquire) != nullptr; }
  std::optional<std::string> load(const CacheKey &key, CacheKind kind);
  /// Where it fails, nothing has changed: the process gets no signal, and the next one compiles.
  void store(const CacheKey &key, CacheKind kind, std::string_view contents) { storeAt(key, kind, contents); }

  std::optional<CachedCode> loadCode(const CacheKey &key);
  /// Where the code can be loaded from then, as in CachedCode.
  std::string storeCode(const CacheKey &key, std::string_view code) {
    return storeAt(key, CacheKind::kernel, code).value_or("");
  }

  /// To be held by who makes an entry that isn't there, until it is stored. Waits while another thread or process holds
  /// it. Whatever comes of that, the caller goes on: `entryIsThere` says that it does so by loading again.
  struct Turn {
    EntryLock lock;
    EntryLock slowness; ///< held by who is waited for no longer than a second
    bool entryIsThere = false;
  };
  /// `maybeSlow`: the caller may not come further for long, as it has a CPU only where nothing else wants it.
  Turn awaitTurn(const CacheKey &key, CacheKind kind, bool maybeSlow = false);

  /// Deletes the entries unused for longest until all take no more than `bytes`, and what writers have left behind that
  /// were killed.
  void shrink(uint64_t bytes);

private:
  struct Opened;

  const CacheFolder *folder();
  const CacheFolder *openAgain();
  std::optional<CachedCode> find(const CacheKey &key, CacheKind kind);
  std::optional<std::string> storeAt(const CacheKey &key, CacheKind kind, std::string_view contents);

  const std::string parent_;
  const uint64_t maxBytes_;
  /// None any more once it was used up in vain: who is stopped while it compiles delays others once.
  std::atomic<std::chrono::milliseconds> patience_;
  /// Replaced where the folder has been deleted, or its descriptor been closed, by somebody else. The ones before may
  /// be in use and are kept. No lock, as a fork could leave it locked.
  std::atomic<Opened *> folder_{nullptr};
  std::atomic<unsigned> timesOpened_{0};
  std::atomic<uint64_t> written_{0}; ///< since the size was last looked at
  std::atomic<bool> sizeKnown_{false};
};

} // namespace weft::core

#endif
