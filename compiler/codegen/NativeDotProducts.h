// What a CPU has for dot products of bytes and halves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_NATIVE_DOT_PRODUCTS_H
#define WEFT_COMPILER_CODEGEN_NATIVE_DOT_PRODUCTS_H

#include <functional>
#include <optional>

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class MCSubtargetInfo;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// Of vectors of `lanes` integers of 32 bits.
struct NativeDotProduct {
  unsigned lanes = 0;
  /// Gives `sum` and the products of the elements of `first` and `second` in each lane, modulo 2^32.
  std::function<llvm::Value *(llvm::IRBuilder<> &builder, llvm::Value *sum, llvm::Value *first, llvm::Value *second)>
      make;
};

/// Of the CPU that `target` makes code for: x86's VNNI (vpdpbusd and its like), else the multiply-add of halves that
/// all x86 CPUs have (pmaddwd). Other architectures have none here yet.
class NativeDotProducts {
public:
  /// `target` must outlive it.
  explicit NativeDotProducts(const llvm::TargetMachine &target);

  /// For elements of `bits` (8 or 16; if but one operand has signs, it is the second) in a vector of `lanes`, which are
  /// a multiple of the result's.
  std::optional<NativeDotProduct> find(unsigned bits, bool isFirstSigned, bool isSecondSigned, unsigned lanes) const;

private:
  const llvm::MCSubtargetInfo *subtarget_ = nullptr; ///< null where there are none
};

} // namespace weft::compiler

#endif
