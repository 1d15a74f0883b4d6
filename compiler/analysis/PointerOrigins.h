// From which of a kernel's arguments pointers come.
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

/// Follows the pointers to global and constant memory that a kernel is given (weft.buffer) through address arithmetic,
/// casts, phis and selects, also as lanes of vectors. Made once for a kernel; takes about linear time. A snapshot: ask
/// before the kernel changes.
class PointerOrigins {
public:
  explicit PointerOrigins(const llvm::Function &kernel);

  /// Bit i: it may come from argument i. 0 where it may come from anything else, and for arguments beyond the 64th.
  uint64_t argumentsOf(const llvm::Value &pointer) const;

private:
  struct Origin {
    uint64_t arguments = 0;
    bool others = false;
    bool operator==(const Origin &) const = default;
  };
  Origin originOf(const llvm::Value &pointer) const;
  Origin computed(const llvm::Instruction &instruction) const;

  /// Of instructions that have pointers and make pointers of them.
  llvm::DenseMap<const llvm::Value *, Origin> origins_;
};

} // namespace weft::compiler

#endif
