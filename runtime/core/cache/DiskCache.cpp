// The disk cache: finds, stores and deletes entries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/cache/DiskCache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>
#include <vector>

#include "Log.h"
#include "Options.h"
#include "Text.h"
#include "WriteSignalBlocker.h"
#include "core/cache/CacheFolder.h"

namespace weft::core {

namespace {

using cpu::FileDescriptor;

/// The folder's size is checked again after this many bytes have been added.
constexpr uint64_t shrinkStep = uint64_t(32) << 20;
/// An unfinished file older than this is abandoned: no process takes so long to write an entry.
constexpr time_t abandonedSeconds = 3600;
/// How long threads wait for an entry that a slow maker makes: a thread that gets a CPU only if no other thread needs
/// it. Nearly all compilations take less than this.
constexpr std::chrono::seconds maxWaitForSlow(1);
/// The cache opens or recreates its folder at most this many times in a process.
constexpr unsigned maxOpenCount = 100;

std::string chosenFolder() {
  const Options &options = Options::get();
  // In a setuid program (secure execution), another user chose the environment variables, including the home folder. So
  // there is no cache.
  if (options.cache == CacheUse::off || isSecureExecution())
    return {};
  if (!options.cacheDir.empty())
    return options.cacheDir;
  // XDG Base Directory Specification: relative paths must be ignored.
  const char *cacheHome = secure_getenv("XDG_CACHE_HOME");
  if (cacheHome && cacheHome[0] == '/')
    return std::string(cacheHome) + "/weft";
  const char *home = secure_getenv("HOME");
  return home && home[0] == '/' ? std::string(home) + "/.cache/weft" : std::string();
}

/// Returns the absolute path. With a relative path, the cache would be another folder if it is opened again after the
/// process has changed its working directory.
std::string fromRoot(const std::string &path) {
  std::error_code error;
  return path.empty() ? path : std::filesystem::absolute(path, error).string();
}

/// Returns a text that distinguishes files that are being written at the same time, even by processes in other
/// containers.
std::string newNumber() {
  static std::atomic<unsigned> counter{0};
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return concat(getpid(), "-", now.tv_sec, "-", now.tv_nsec, "-", counter.fetch_add(1, std::memory_order_relaxed));
}

/// Writes the entry to a file with a temporary name and then renames it. Returns the file's status; empty if that
/// failed.
std::optional<struct stat> write(const CacheFolder &folder, const CacheKey &key, CacheKind kind,
                                 std::string_view contents) {
  const std::string name = entryName(key, kind);
  if (folder.isOccupied(name))
    return std::nullopt;
  const std::string unfinished = unfinishedName(name, newNumber());
  const WriteSignalBlocker signals;
  FileDescriptor file = folder.createFile(unfinished);
  if (!file)
    return std::nullopt;
  struct stat status;
  const bool written = writeEntry(file.get(), key, kind, contents) && fstat(file.get(), &status) == 0;
  if (!file.close() || !written || !folder.renameFile(unfinished, name)) {
    folder.deleteFile(unfinished);
    return std::nullopt;
  }
  return status;
}

/// The offset of the byte that stands for the entry in the file of locks. Other cache folders may use the same file of
/// locks, so the offset also depends on the folder.
uint64_t lockOffsetOf(const CacheKey &key, const CacheFolder &folder) {
  uint64_t place = 0;
  std::memcpy(&place, key.digest.data(), sizeof place);
  constexpr uint64_t signAndRoom = 2; // offsets have a sign, and a further byte may follow the entry's byte
  return (place ^ folder.number()) >> signAndRoom;
}

/// Deletes the file if its name and its contents are those of an entry. Otherwise leaves it alone and returns false.
bool deleteOurs(const CacheFolder &folder, const std::string &name) {
  struct stat status;
  const FileDescriptor file = folder.openFile(name, status);
  if (!file || !isOurs(file.get(), status, name))
    return false;
  folder.deleteFile(name);
  return true;
}

} // namespace

struct DiskCache::OpenFolder {
  std::unique_ptr<const CacheFolder> folder;
  OpenFolder *before; ///< the folder that was opened before this one; the cache owns all of them
};

DiskCache::DiskCache()
    : DiskCache(chosenFolder(), uint64_t(Options::get().cacheMegabytes) << 20,
                std::chrono::seconds(Options::get().cacheWait)) {}

DiskCache::DiskCache(const std::string &parent, uint64_t maxBytes, std::chrono::milliseconds maxWait)
    : parent_(fromRoot(parent)), maxBytes_(maxBytes), maxWait_(maxWait) {
  if (!parent_.empty())
    reopen();
}

DiskCache::~DiskCache() {
  for (OpenFolder *opened = folder_.load(std::memory_order_acquire); opened != nullptr;)
    delete std::exchange(opened, opened->before);
}

const CacheFolder *DiskCache::reopen() {
  if (openCount_.fetch_add(1, std::memory_order_relaxed) >= maxOpenCount)
    return nullptr;
  OpenFolder *before = folder_.load(std::memory_order_acquire);
  auto opened = CacheFolder::open(parent_);
  if (!opened) {
    log::write(log::Topic::cache, opened.error(), " There is no disk cache.");
    return nullptr;
  }
  auto fresh = std::make_unique<OpenFolder>(std::move(*opened), before);
  if (folder_.compare_exchange_strong(before, fresh.get(), std::memory_order_acq_rel))
    return fresh.release()->folder.get();
  return before->folder.get(); // another thread has opened the folder meanwhile
}

const CacheFolder *DiskCache::folder() {
  OpenFolder *opened = folder_.load(std::memory_order_acquire);
  if (!opened || opened->folder->isOpen())
    return opened ? opened->folder.get() : nullptr;
  return reopen();
}

std::optional<CachedCode> DiskCache::find(const CacheKey &key, CacheKind kind) {
  const CacheFolder *folder = this->folder();
  if (!folder)
    return std::nullopt;
  const std::string name = entryName(key, kind);
  std::optional<CachedCode> found;
  struct stat status;
  if (const FileDescriptor file = folder->openFile(name, status)) {
    if (std::optional<std::string> contents = readEntry(file.get(), status, key, kind)) {
      found = CachedCode{*std::move(contents), folder->safePath(name, status)};
      futimens(file.get(), nullptr); // the time marks the entry as used; the entries unused for longest are deleted
                                     // first
    } else {
      log::write(log::Topic::cache, folder->path(), "/", name, " is not as it was written.");
    }
  }
  if (found || kind != CacheKind::schedule) // most kernels have no entry of this kind
    log::write(log::Topic::cache, found ? "hit " : "miss ", folder->path(), "/", name);
  return found;
}

std::optional<std::string> DiskCache::load(const CacheKey &key, CacheKind kind) {
  std::optional<CachedCode> found = find(key, kind);
  if (!found)
    return std::nullopt;
  return std::move(found->bytes);
}

std::optional<CachedCode> DiskCache::loadCode(const CacheKey &key) { return find(key, CacheKind::kernel); }

DiskCache::EntryClaim DiskCache::claimEntry(const CacheKey &key, CacheKind kind, bool maybeSlow) {
  const CacheFolder *folder = this->folder();
  if (!folder)
    return {};
  const std::string name = entryName(key, kind);
  const uint64_t place = lockOffsetOf(key, *folder), slowMakerOffset = place + 1;
  const auto maxWait = maxWait_.load(std::memory_order_relaxed);
  bool haveLogged = false, isUsedUp = false;
  const auto waits = [&](std::chrono::milliseconds soFar) {
    // Another thread may have given up its wait for a slow maker, and may have made and stored the entry.
    if (soFar.count() != 0 && folder->statusOf(name))
      return false;
    isUsedUp = soFar >= maxWait;
    if (isUsedUp || (soFar >= maxWaitForSlow && EntryLock::isHeld(folder->openLocks(), slowMakerOffset)))
      return false;
    if (!std::exchange(haveLogged, true))
      log::write(log::Topic::cache, "wait ", folder->path(), "/", name);
    return true;
  };
  EntryClaim claim{.lock = EntryLock(folder->openLocks(), place, waits), .slowMakerLock = {}};
  claim.entryExists = folder->statusOf(name).has_value();
  if (claim.lock.outcome() == EntryLock::Outcome::timedOut && !claim.entryExists && maxWait.count() != 0) {
    if (isUsedUp)
      maxWait_.store(std::chrono::milliseconds(0), std::memory_order_relaxed);
    log::write(log::Topic::cache, "no longer waited for ", folder->path(), "/", name);
  }
  // If this thread has waited and there is still no entry, the previous holder of the lock could not make or store it.
  // So this thread releases the lock: all threads that wait then make the entry at the same time, instead of one after
  // the other.
  if (claim.lock.outcome() == EntryLock::Outcome::waited && !claim.entryExists)
    claim.lock.release();
  if (maybeSlow && claim.lock.outcome() == EntryLock::Outcome::held)
    claim.slowMakerLock = EntryLock(folder->openLocks(), slowMakerOffset, [](auto) { return false; });
  return claim;
}

std::optional<std::string> DiskCache::storeAt(const CacheKey &key, CacheKind kind, std::string_view contents) {
  const CacheFolder *folder = this->folder();
  if (!folder)
    return std::nullopt;
  std::optional<struct stat> status = write(*folder, key, kind, contents);
  if (!status && !folder->exists()) {
    folder = reopen();
    if (folder)
      status = write(*folder, key, kind, contents);
  }
  if (!status)
    return std::nullopt;
  log::write(log::Topic::cache, "new ", folder->path(), "/", entryName(key, kind));
  if (written_.fetch_add(contents.size()) + contents.size() >= shrinkStep || !sizeKnown_.exchange(true)) {
    written_ = 0;
    shrink(maxBytes_);
  }
  return folder->safePath(entryName(key, kind), *status);
}

void DiskCache::shrink(uint64_t bytes) {
  const CacheFolder *folder = this->folder();
  if (!folder)
    return;
  struct Entry {
    timespec used;
    uint64_t size;
    std::string name;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  for (std::string &name : folder->names()) {
    const NameKind kind = kindOfName(name);
    const std::optional<struct stat> status = kind == NameKind::foreign ? std::nullopt : folder->statusOf(name);
    if (!status)
      continue;
    if (kind == NameKind::unfinished) {
      if (status->st_mtim.tv_sec < time(nullptr) - abandonedSeconds)
        deleteOurs(*folder, name);
      continue;
    }
    const auto size = static_cast<uint64_t>(status->st_size);
    total += size;
    entries.push_back({status->st_mtim, size, std::move(name)});
  }
  std::ranges::sort(entries, {}, [](const Entry &entry) { return std::pair(entry.used.tv_sec, entry.used.tv_nsec); });
  for (const Entry &entry : entries) {
    if (total <= bytes)
      break;
    deleteOurs(*folder, entry.name);
    total -= entry.size; // a file that is not Weft's isn't deleted, and doesn't count for the total size either
  }
}

} // namespace weft::core
