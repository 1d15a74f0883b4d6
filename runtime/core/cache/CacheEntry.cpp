// Writes, reads and recognises the files of the disk cache.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/cache/CacheEntry.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "Text.h"
#include "core/cache/CacheFolder.h"

namespace weft::core {

namespace {

constexpr std::array<char, 16> trailerMark = {'w', 'e', 'f', 't', ' ', 'c', 'a', 'c',
                                              'h', 'e', ' ', 'e', 'n', 't', 'r', 'y'};
/// No entry is larger than this. A larger file was not written by Weft.
constexpr uint64_t largestEntry = uint64_t(1) << 30;
constexpr size_t nameDigits = 2 * std::tuple_size_v<Digest>;
constexpr std::string_view unfinishedEnding = ".unfinished";
constexpr std::array<std::string_view, 3> endings = {".program", ".so", ".schedule"};

/// The trailer at the end of an entry's file. Numbers are in the byte order of the machine.
struct Trailer {
  Digest digest; ///< the digest of everything else in the file
  Digest keyDigest;
  uint64_t kind;
  uint64_t keyBytes;
  uint64_t contentsBytes;
  std::array<char, 16> mark;
};
static_assert(std::has_unique_object_representations_v<Trailer>);
static_assert(CacheFolder::folderName == "weft-v1" && sizeof(Trailer) == 104 && offsetof(Trailer, keyDigest) == 32 &&
                  offsetof(Trailer, kind) == 64 && offsetof(Trailer, keyBytes) == 72 &&
                  offsetof(Trailer, contentsBytes) == 80 && offsetof(Trailer, mark) == 88,
              "the form of the cache's entries has changed: give diskCacheFolder its next number, then write the "
              "new name and layout down here");

std::string_view ending(CacheKind kind) { return endings[static_cast<size_t>(kind)]; }

Trailer trailerFor(std::string_view contents, const CacheKey &key, CacheKind kind) {
  Trailer trailer{.digest = {},
                  .keyDigest = key.digest,
                  .kind = static_cast<uint64_t>(kind),
                  .keyBytes = key.text.size(),
                  .contentsBytes = contents.size(),
                  .mark = trailerMark};
  constexpr size_t begin = offsetof(Trailer, keyDigest);
  const std::string_view rest(reinterpret_cast<const char *>(&trailer) + begin, sizeof trailer - begin);
  trailer.digest = digestOf({contents, key.text, rest});
  return trailer;
}

/// Whether the trailer's sizes match a file of this size.
bool fits(const Trailer &trailer, uint64_t fileBytes) {
  const uint64_t rest = fileBytes - sizeof trailer;
  return trailer.mark == trailerMark && trailer.kind < endings.size() && trailer.keyBytes <= rest &&
         trailer.contentsBytes == rest - trailer.keyBytes;
}

bool writeAt(int descriptor, off_t offset, const void *data, size_t size) {
  const auto *next = static_cast<const char *>(data);
  while (size != 0) {
    const ssize_t written = pwrite(descriptor, next, size, offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    next += written;
    offset += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

bool readAt(int descriptor, off_t offset, void *data, size_t size) {
  auto *next = static_cast<char *>(data);
  while (size != 0) {
    const ssize_t count = pread(descriptor, next, size, offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    next += count;
    offset += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

/// Reads the trailer of a file. Returns nothing if the file's size or its end can't be those of an entry.
std::optional<Trailer> readTrailer(int descriptor, const struct stat &status) {
  const auto bytes = static_cast<uint64_t>(status.st_size);
  Trailer trailer;
  if (bytes < sizeof trailer || bytes > largestEntry ||
      !readAt(descriptor, static_cast<off_t>(bytes - sizeof trailer), &trailer, sizeof trailer) ||
      !fits(trailer, bytes))
    return std::nullopt;
  return trailer;
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789-") == std::string_view::npos;
}

} // namespace

CacheKeyBuilder &CacheKeyBuilder::add(std::string_view part) {
  parts_ += concat(part.size(), ":", part);
  return *this;
}

CacheKey CacheKeyBuilder::finish() const { return {parts_, digestOf({parts_})}; }

std::string partDigest(std::string_view part) { return inHexadecimal(digestOf({part})); }

std::string entryName(const CacheKey &key, CacheKind kind) { return concat(inHexadecimal(key.digest), ending(kind)); }

std::string unfinishedName(const std::string &entry, std::string_view number) {
  return concat(entry, ".", number, unfinishedEnding);
}

NameKind kindOfName(std::string_view name) {
  if (name.size() <= nameDigits ||
      name.substr(0, nameDigits).find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return NameKind::foreign;
  name.remove_prefix(nameDigits);
  if (std::ranges::find(endings, name) != endings.end())
    return NameKind::entry;
  if (!name.ends_with(unfinishedEnding))
    return NameKind::foreign;
  name.remove_suffix(unfinishedEnding.size());
  for (std::string_view ending : endings)
    if (name.starts_with(ending) && name.substr(ending.size()).starts_with('.') &&
        isNumber(name.substr(ending.size() + 1)))
      return NameKind::unfinished;
  return NameKind::foreign;
}

bool writeEntry(int descriptor, const CacheKey &key, CacheKind kind, std::string_view contents) {
  if (contents.size() + key.text.size() > largestEntry - sizeof(Trailer))
    return false;
  const Trailer trailer = trailerFor(contents, key, kind);
  const auto keyAt = static_cast<off_t>(contents.size());
  const off_t trailerAt = keyAt + static_cast<off_t>(key.text.size());
  return writeAt(descriptor, trailerAt, &trailer, sizeof trailer) &&
         writeAt(descriptor, keyAt, key.text.data(), key.text.size()) &&
         writeAt(descriptor, 0, contents.data(), contents.size());
}

std::optional<std::string> readEntry(int descriptor, const struct stat &status, const CacheKey &key, CacheKind kind) {
  const std::optional<Trailer> trailer = readTrailer(descriptor, status);
  if (!trailer || trailer->keyBytes != key.text.size())
    return std::nullopt;
  std::string contents(trailer->contentsBytes + trailer->keyBytes, '\0');
  if (!readAt(descriptor, 0, contents.data(), contents.size()) || !contents.ends_with(key.text))
    return std::nullopt;
  contents.resize(trailer->contentsBytes);
  const Trailer expected = trailerFor(contents, key, kind);
  if (std::memcmp(&expected, &*trailer, sizeof expected) != 0)
    return std::nullopt;
  return contents;
}

bool isOurs(int descriptor, const struct stat &status, std::string_view name) {
  if (kindOfName(name) == NameKind::foreign)
    return false;
  if (status.st_size == 0)
    return true;
  const std::optional<Trailer> trailer = readTrailer(descriptor, status);
  return trailer && name.starts_with(concat(inHexadecimal(trailer->keyDigest), endings[trailer->kind]));
}

} // namespace weft::core
