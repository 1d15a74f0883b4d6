// Finds the kernel arguments that a pointer may be computed from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_POINTER_ORIGINS_H
#define WEFT_COMPILER_ANALYSIS_POINTER_ORIGINS_H

#include <cstdint>

#include "llvm/ADT/DenseMap.h"

namespace llvm {
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

/// Follows a kernel's arguments that point to global or constant memory (weft.buffer) through address arithmetic,
/// casts, phis and selects, and also through vectors of pointers. The constructor does the work, in about linear time.
/// Its result isn't updated: query it before the kernel changes.
class PointerOrigins {
public:
  explicit PointerOrigins(const llvm::Function &kernel);

  /// Returns a mask: bit i is set if the pointer may come from argument i. The mask is 0 if the pointer may come from
  /// anything else, or from an argument beyond the 64th.
  uint64_t argumentsOf(const llvm::Value &pointer) const;

private:
  struct Origin {
    uint64_t arguments = 0;
    bool others = false;
    bool operator==(const Origin &) const = default;
  };
  Origin originOf(const llvm::Value &pointer) const;
  Origin computed(const llvm::Instruction &instruction) const;

  /// The origins of instructions that compute pointers from pointers.
  llvm::DenseMap<const llvm::Value *, Origin> origins_;
};

} // namespace weft::compiler

#endif
