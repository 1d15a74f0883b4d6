// A collection of small bitcode modules with an index by function name: finding one costs a binary search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_BUILTINARCHIVE_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_BUILTINARCHIVE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// A view of an archive's bytes, which it neither owns nor copies. The numbers in it are little-endian; the bytes are
/// trusted, as they were made by writeBuiltinArchive at build time.
class BuiltinArchive {
public:
  /// Where a function is found.
  struct Entry {
    /// Its name in its module. Differs from the name asked for where overloads that differ only in address spaces
    /// share a body.
    llvm::StringRef symbol;
    uint32_t member;
  };

  explicit BuiltinArchive(llvm::StringRef bytes);

  std::optional<Entry> find(llvm::StringRef name) const;
  /// The bitcode of one module.
  llvm::StringRef member(uint32_t index) const;
  uint32_t memberCount() const { return memberCount_; }
  uint32_t entryCount() const { return entryCount_; }
  /// The name at a place of the index; names are sorted.
  llvm::StringRef entryName(uint32_t index) const;

private:
  uint32_t number(uint32_t offset) const;
  llvm::StringRef string(uint32_t offset) const;

  llvm::StringRef bytes_;
  uint32_t memberCount_ = 0;
  uint32_t entryCount_ = 0;
};

/// What an archive is made of.
struct BuiltinArchiveContents {
  struct Entry {
    std::string name;
    std::string symbol;
    uint32_t member;
  };
  std::vector<std::string> members;
  std::vector<Entry> entries;
};

/// The bytes of an archive. Entries may come in any order; of several with one name the last one counts.
std::string writeBuiltinArchive(const BuiltinArchiveContents &contents);

} // namespace weft::compiler

#endif
