// The instructions that a CPU has for dot products of bytes and halves.
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

/// A dot product whose sums are vectors of `lanes` integers of 32 bits.
struct NativeDotProduct {
  unsigned lanes = 0;
  /// Adds the products of the elements of `first` and `second` to `sum` in each lane, modulo 2^32, and returns the
  /// result.
  std::function<llvm::Value *(llvm::IRBuilder<> &builder, llvm::Value *sum, llvm::Value *first, llvm::Value *second)>
      make;
};

/// The dot products of the CPU that `target` makes code for: x86's VNNI (vpdpbusd and its variants), else the
/// multiply-add of halves that all x86 CPUs have (pmaddwd). Other architectures have none here yet.
class NativeDotProducts {
public:
  /// `target` must outlive it.
  explicit NativeDotProducts(const llvm::TargetMachine &target);

  /// Finds the dot product for elements of `bits` bits (8 or 16) in a vector of `lanes` elements, which are a multiple
  /// of the result's lanes. If only one operand is signed, it is the second.
  std::optional<NativeDotProduct> find(unsigned bits, bool isFirstSigned, bool isSecondSigned, unsigned lanes) const;

private:
  const llvm::MCSubtargetInfo *subtarget_ = nullptr; ///< null where the CPU has no dot products
};

} // namespace weft::compiler

#endif
