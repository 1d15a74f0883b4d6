// The disk cache.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/DiskCache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "Log.h"
#include "Options.h"
#include "Text.h"

namespace weft::core {

namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> trailerMark = {'W', 'E', 'F', 'T', 'E', 'N', 'D', '1'};
/// The folder's size is looked at again after so many bytes have been added.
constexpr uint64_t shrinkStep = uint64_t(32) << 20;
constexpr unsigned defaultMegabytes = 512;
/// No entry is larger; a file that is was not written by us.
constexpr off_t largestEntry = off_t(1) << 30;

/// Stands behind the contents, so that an ELF file can be loaded from where it is.
struct Trailer {
  uint64_t hash[2];
  uint64_t size;
  std::array<char, 8> mark;
};

Trailer trailerFor(std::string_view contents) {
  XXH128_hash_t hash = XXH3_128bits(contents.data(), contents.size());
  return {{hash.low64, hash.high64}, contents.size(), trailerMark};
}

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Takes the descriptor over. Null where it is none.
File fileOf(int descriptor, const char *mode) {
  if (descriptor < 0)
    return nullptr;
  File file(fdopen(descriptor, mode));
  if (!file)
    close(descriptor);
  return file;
}

bool belongsToUs(const struct stat &status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::string chosenFolder() {
  const Options &options = Options::get();
  if (options.cache == "0")
    return {};
  if (!options.cacheDir.empty())
    return options.cacheDir;
  // XDG Base Directory Specification: relative paths are to be ignored.
  const char *cacheHome = std::getenv("XDG_CACHE_HOME");
  if (cacheHome && cacheHome[0] == '/')
    return std::string(cacheHome) + "/weft";
  const char *home = std::getenv("HOME");
  return home && home[0] == '/' ? std::string(home) + "/.cache/weft" : std::string();
}

/// Makes the folder where it is missing. False where it can't be used, or where others could write to it.
bool prepareFolder(const std::string &folder) {
  std::error_code error;
  fs::path parent = fs::path(folder).parent_path();
  if (!parent.empty())
    fs::create_directories(parent, error);
  mkdir(folder.c_str(), 0700);
  struct stat status;
  return stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && belongsToUs(status);
}

const char *ending(CacheKind kind) {
  switch (kind) {
  case CacheKind::program:
    return ".program";
  case CacheKind::kernel:
    return ".so";
  case CacheKind::stamps:
    return ".stamps";
  }
  return "";
}

} // namespace

CacheKeyBuilder &CacheKeyBuilder::add(std::string_view part) {
  parts_ += concat(part.size(), ":", part);
  return *this;
}

CacheKey CacheKeyBuilder::finish() const {
  XXH128_hash_t hash = XXH3_128bits(parts_.data(), parts_.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  CacheKey key;
  for (unsigned char byte : canonical.digest) {
    constexpr char digits[] = "0123456789abcdef";
    key.text += digits[byte >> 4];
    key.text += digits[byte & 15];
  }
  return key;
}

DiskCache::DiskCache()
    : DiskCache(chosenFolder(), uint64_t(parseNumber(Options::get().cacheMegabytes).value_or(defaultMegabytes)) << 20) {
}

DiskCache::DiskCache(std::string folder, uint64_t maxBytes) : folder_(std::move(folder)), maxBytes_(maxBytes) {
  if (!folder_.empty() && !prepareFolder(folder_)) {
    log::write(log::Topic::cache, folder_, " is not a folder that this user alone can write; there is no disk cache.");
    folder_.clear();
  }
}

std::string DiskCache::pathFor(const CacheKey &key, CacheKind kind) const {
  return concat(folder_, "/", key.text, ending(kind));
}

std::optional<std::string> DiskCache::readVerified(const std::string &path) {
  const File file = fileOf(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW), "r");
  if (!file)
    return std::nullopt;
  struct stat status;
  if (fstat(fileno(file.get()), &status) != 0 || !S_ISREG(status.st_mode) || !belongsToUs(status))
    return std::nullopt;
  std::string contents;
  Trailer trailer;
  bool good = status.st_size >= off_t(sizeof trailer) && status.st_size <= largestEntry;
  if (good) {
    contents.resize(static_cast<size_t>(status.st_size) - sizeof trailer);
    good = std::fread(contents.data(), 1, contents.size(), file.get()) == contents.size() &&
           std::fread(&trailer, sizeof trailer, 1, file.get()) == 1;
  }
  if (good) {
    Trailer expected = trailerFor(contents);
    good = std::memcmp(&expected, &trailer, sizeof trailer) == 0;
  }
  if (!good) {
    log::write(log::Topic::cache, path, " is damaged and is deleted.");
    unlink(path.c_str());
    return std::nullopt;
  }
  futimens(fileno(file.get()), nullptr); // what was used last is deleted last
  return contents;
}

std::optional<std::string> DiskCache::load(const CacheKey &key, CacheKind kind) {
  if (!enabled())
    return std::nullopt;
  std::string path = pathFor(key, kind);
  std::optional<std::string> contents = readVerified(path);
  log::write(log::Topic::cache, contents ? "hit " : "miss ", path);
  return contents;
}

std::optional<std::string> DiskCache::find(const CacheKey &key, CacheKind kind) {
  if (!load(key, kind))
    return std::nullopt;
  return pathFor(key, kind);
}

std::optional<std::string> DiskCache::store(const CacheKey &key, CacheKind kind, std::string_view contents) {
  if (!enabled())
    return std::nullopt;
  std::string path = pathFor(key, kind);
  std::string temporary = concat(folder_, "/.", key.text, "-XXXXXX");
  {
    const File file = fileOf(mkostemp(temporary.data(), O_CLOEXEC), "w"); // mode 0600
    if (!file) {
      // The folder may have been deleted while we run.
      prepareFolder(folder_);
      return std::nullopt;
    }
    Trailer trailer = trailerFor(contents);
    const bool written = std::fwrite(contents.data(), 1, contents.size(), file.get()) == contents.size() &&
                         std::fwrite(&trailer, sizeof trailer, 1, file.get()) == 1 && std::fflush(file.get()) == 0;
    if (!written || rename(temporary.c_str(), path.c_str()) != 0) {
      unlink(temporary.c_str());
      return std::nullopt;
    }
  }
  if (written_.fetch_add(contents.size()) + contents.size() >= shrinkStep || !sizeKnown_.exchange(true)) {
    written_ = 0;
    shrink(maxBytes_);
  }
  return path;
}

void DiskCache::shrink(uint64_t bytes) {
  struct Entry {
    fs::file_time_type used;
    uint64_t size;
    fs::path path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator iterator(folder_, error), end; !error && iterator != end; iterator.increment(error)) {
    std::error_code entryError;
    Entry entry{iterator->last_write_time(entryError), iterator->file_size(entryError), iterator->path()};
    if (entryError)
      continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry &entry : entries) {
    if (total <= bytes)
      break;
    fs::remove(entry.path, error);
    total -= entry.size;
  }
}

} // namespace weft::core
