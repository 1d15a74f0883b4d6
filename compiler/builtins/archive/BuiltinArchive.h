// An archive of small bitcode modules, with an index in which a function is found by binary search.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_BUILTIN_ARCHIVE_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_BUILTIN_ARCHIVE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// A view of an archive's bytes, which it neither owns nor copies. The numbers in it are little-endian. The bytes are
/// trusted, because writeBuiltinArchive generated them at build time.
class BuiltinArchive {
public:
  /// The location of a function.
  struct Entry {
    /// The function's name in its module. It differs from the requested name if overloads that differ only in
    /// address spaces share a body.
    llvm::StringRef symbol;
    uint32_t member;
  };

  explicit BuiltinArchive(llvm::StringRef bytes);

  std::optional<Entry> find(llvm::StringRef name) const;
  /// Returns the bitcode of one module.
  llvm::StringRef member(uint32_t index) const;
  uint32_t memberCount() const { return memberCount_; }
  uint32_t entryCount() const { return entryCount_; }
  /// Returns the name of an entry of the index. The entries are sorted by name.
  llvm::StringRef entryName(uint32_t index) const;

private:
  uint32_t number(uint32_t offset) const;
  llvm::StringRef string(uint32_t offset) const;

  llvm::StringRef bytes_;
  uint32_t memberCount_ = 0;
  uint32_t entryCount_ = 0;
};

/// The contents from which an archive is written.
struct BuiltinArchiveContents {
  struct Entry {
    std::string name;
    std::string symbol;
    uint32_t member;
  };
  std::vector<std::string> members;
  std::vector<Entry> entries;
};

/// Returns the bytes of an archive. Entries may come in any order. If several entries have the same name, the last one
/// counts.
std::string writeBuiltinArchive(const BuiltinArchiveContents &contents);

} // namespace weft::compiler

#endif
