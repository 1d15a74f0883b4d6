// The types that IL of the spir64 form has, and their sizes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIR64_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIR64_TYPES_H

#include <cstdint>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler {

/// Checks types, each once, and keeps the first flaw: a foreign type, or a type of unbounded size. Sizes are computed
/// without a data layout, which may not be queried for unchecked types.
class Spir64Types {
public:
  /// The greatest size of an object, which is the size of a process's address space. A larger type is a flaw.
  static constexpr uint64_t objectBytes = uint64_t(1) << 47;

  /// Returns the size of an object of the type; more than objectBytes if the size has no bound. Records the first flaw
  /// of the type.
  uint64_t check(llvm::Type *type);

  /// The first flaw as a part of a sentence, "it has ..."; "" if no flaw was found.
  const std::string &flaw() const { return flaw_; }

private:
  void note(std::string flaw);
  uint64_t sizeOf(llvm::Type *type);
  uint64_t sizeOfScalar(llvm::Type *type);

  std::string flaw_;
  llvm::DenseMap<llvm::Type *, uint64_t> sizes_;
};

} // namespace weft::compiler

#endif
