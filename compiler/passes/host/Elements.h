// Describes single elements of vectors and scalars, and assembles new vectors from them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_ELEMENTS_H
#define WEFT_COMPILER_PASSES_HOST_ELEMENTS_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::compiler {

/// An element of a vector, or the scalar itself as lane 0.
struct Element {
  llvm::Value *value;
  unsigned lane;
  bool operator==(const Element &) const = default;
};

/// The elements of a value to be assembled, one for each lane; nothing for a lane that may have any value.
using Elements = llvm::SmallVector<std::optional<Element>, 16>;

/// The number of elements of a vector; 1 for a scalar.
unsigned lanesOf(const llvm::Type &type);

/// Makes a value of `type`, a vector of a fixed length or a scalar, from as many elements of the same size as the
/// elements of `type`. Returns null if a register of the value (`registerBytes` long) would need elements from more
/// than four registers. Even four registers take three shuffles, which take as long as a load that waits for a store.
llvm::Value *assemble(llvm::IRBuilder<> &builder, llvm::Type &type, const Elements &elements, uint64_t registerBytes);

} // namespace weft::compiler

#endif
