// Reads and writes archives of bitcode modules.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/BuiltinArchive.h"

#include <map>

#include "llvm/Support/Endian.h"

namespace weft::compiler {

// The layout of an archive. All numbers are 32 bits wide.
//  memberCount, entryCount,
//  memberCount times { offset, size },
//  entryCount times { offset of name, offset of symbol, member }, sorted by name,
//  strings, each as { length, bytes },
//  members, each at a multiple of 16.
namespace {
constexpr uint32_t headerBytes = 8;
constexpr uint32_t memberBytes = 8;
constexpr uint32_t entryBytes = 12;
constexpr uint32_t memberAlignment = 16;

void putNumber(std::string &out, uint32_t offset, uint32_t value) {
  llvm::support::endian::write32le(out.data() + offset, value);
}

uint32_t appendString(std::string &out, llvm::StringRef text) {
  const auto offset = static_cast<uint32_t>(out.size());
  out.resize(out.size() + 4);
  putNumber(out, offset, static_cast<uint32_t>(text.size()));
  out += text;
  return offset;
}
} // namespace

BuiltinArchive::BuiltinArchive(llvm::StringRef bytes) : bytes_(bytes) {
  if (bytes.size() < headerBytes)
    return;
  memberCount_ = number(0);
  entryCount_ = number(4);
}

uint32_t BuiltinArchive::number(uint32_t offset) const {
  return llvm::support::endian::read32le(bytes_.data() + offset);
}

llvm::StringRef BuiltinArchive::string(uint32_t offset) const { return bytes_.substr(offset + 4, number(offset)); }

llvm::StringRef BuiltinArchive::entryName(uint32_t index) const {
  return string(number(headerBytes + memberCount_ * memberBytes + index * entryBytes));
}

llvm::StringRef BuiltinArchive::member(uint32_t index) const {
  const uint32_t at = headerBytes + index * memberBytes;
  return bytes_.substr(number(at), number(at + 4));
}

std::optional<BuiltinArchive::Entry> BuiltinArchive::find(llvm::StringRef name) const {
  uint32_t low = 0, high = entryCount_;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (entryName(middle) < name)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == entryCount_ || entryName(low) != name)
    return std::nullopt;
  const uint32_t at = headerBytes + memberCount_ * memberBytes + low * entryBytes;
  return Entry{string(number(at + 4)), number(at + 8)};
}

std::string writeBuiltinArchive(const BuiltinArchiveContents &contents) {
  std::map<llvm::StringRef, const BuiltinArchiveContents::Entry *> sorted;
  for (const auto &entry : contents.entries)
    sorted[entry.name] = &entry;

  std::string out;
  const auto memberCount = static_cast<uint32_t>(contents.members.size());
  out.resize(headerBytes + memberCount * memberBytes + sorted.size() * entryBytes);
  putNumber(out, 0, memberCount);
  putNumber(out, 4, static_cast<uint32_t>(sorted.size()));

  uint32_t at = headerBytes + memberCount * memberBytes;
  for (const auto &[name, entry] : sorted) {
    const uint32_t nameOffset = appendString(out, name);
    putNumber(out, at, nameOffset);
    putNumber(out, at + 4, entry->symbol == name ? nameOffset : appendString(out, entry->symbol));
    putNumber(out, at + 8, entry->member);
    at += entryBytes;
  }
  for (uint32_t index = 0; index < memberCount; ++index) {
    out.resize((out.size() + memberAlignment - 1) / memberAlignment * memberAlignment);
    putNumber(out, headerBytes + index * memberBytes, static_cast<uint32_t>(out.size()));
    putNumber(out, headerBytes + index * memberBytes + 4, static_cast<uint32_t>(contents.members[index].size()));
    out += contents.members[index];
  }
  return out;
}

} // namespace weft::compiler
