// The types that IL of the spir64 form has, and how large they are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIR64_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIR64_TYPES_H

#include <cstdint>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler {

/// Looks at types, each once, and keeps the first flaw: a foreign type, or one without bounds. Sizes are counted
/// without a data layout, which may not be asked about types that nobody has looked at.
class Spir64Types {
public:
  /// The addresses that a process has.
  static constexpr uint64_t objectBytes = uint64_t(1) << 47;

  /// Of an object of the type, more than objectBytes where it has no bounds. Notes what is wrong with the type.
  uint64_t check(llvm::Type *type);

  /// "it has ...", or "".
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
