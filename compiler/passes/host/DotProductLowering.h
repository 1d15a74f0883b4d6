// Lowers dot products of bytes and halves to the CPU's instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_DOT_PRODUCT_LOWERING_H
#define WEFT_COMPILER_PASSES_HOST_DOT_PRODUCT_LOWERING_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What: replaces calls of weft.dot (kernel/DotProduct.h). A dot product of vectors becomes the CPU's instruction, if
/// it has one (codegen/NativeDotProducts.h). The instruction includes the addition of a sum, if this addition is the
/// only use of the dot product. All other dot products become shifts, products and sums. No weft.dot is left, not even
/// an unused one.
/// Why: a dot product that is one call until after optimisation can be vectorised by LLVM, and the CPU's instruction
/// for whole vectors can replace the vector call.
///
///   %dot = call <16 x i32> @weft.dot.8.us.v16(<16 x i32> %x, <16 x i32> %y)
///   %sum = add <16 x i32> %before, %dot
/// =>
///   %sum = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %before, <64 x i8> %x.bytes, <64 x i8> %y.bytes)
void lowerDotProducts(llvm::Module &module, const llvm::TargetMachine &target);

} // namespace weft::compiler

#endif
