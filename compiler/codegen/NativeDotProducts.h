// Finds the instructions that a CPU has for dot products of bytes and 16-bit halves.
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

/// A dot product that adds to a vector of `lanes` 32-bit integers.
struct NativeDotProduct {
  unsigned lanes = 0;
  /// Adds the products of the elements of `first` and `second` to `sum` in each lane, modulo 2^32, and returns the
  /// result.
  std::function<llvm::Value *(llvm::IRBuilder<> &builder, llvm::Value *sum, llvm::Value *first, llvm::Value *second)>
      make;
};

/// The dot products of the CPU that `target` makes code for: x86's VNNI (vpdpbusd and its variants), else the
/// multiply-add of halves that all x86 CPUs have (pmaddwd). For other architectures this class finds no dot products
/// yet.
class NativeDotProducts {
public:
  /// `target` must outlive this object.
  explicit NativeDotProducts(const llvm::TargetMachine &target);

  /// Finds the dot product for elements of `bits` bits (8 or 16) in vectors of `lanes` 32-bit integers. The result may
  /// be for shorter vectors: its `lanes` divide the given `lanes`. If only one operand is signed, it must be the
  /// second.
  std::optional<NativeDotProduct> find(unsigned bits, bool isFirstSigned, bool isSecondSigned, unsigned lanes) const;

private:
  const llvm::MCSubtargetInfo *subtarget_ = nullptr; ///< null if the CPU has no dot products
};

} // namespace weft::compiler

#endif
