// Lowers vector operations that LLVM's code generator knows no good code for: dot products, permutations, divisions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_OPERATIONS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_OPERATIONS_PASS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

/// What: replaces three operations. weft.dot becomes the CPU's dot product instruction (DotProductLowering). A
/// division of vectors of integers becomes one of floating-point numbers (VectorDivision). weft.permute.<type>
/// (Permutation.h) becomes an extraction and an insertion for each lane.
/// Why: if the CPU has an instruction for a permutation (vpermps, vpermpd), instruction selection turns the extractions
/// and insertions into that instruction. It recognises them only if all are in one block.
/// Requires: a module for the target. The pass runs after optimisation, which makes vectors of single dot products,
/// knows more about divisions of integers, and would move the extractions of invariant lanes out of loops one by one.
/// Guarantees: the same results; no weft.dot and no weft.permute is left.
///
///   %r = call <4 x float> @weft.permute.v4f32(<4 x float> %values, <4 x i32> %from)
/// =>
///   %n = extractelement <4 x i32> %from, i64 0
///   %x = extractelement <4 x float> %values, i32 %n
///   %r.0 = insertelement <4 x float> poison, float %x, i64 0
///   ..
class LowerVectorOperationsPass : public llvm::PassInfoMixin<LowerVectorOperationsPass> {
public:
  /// `target` must outlive the pass.
  explicit LowerVectorOperationsPass(const llvm::TargetMachine &target) : target_(target) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const llvm::TargetMachine &target_;
};

// The parts of the pass, each in a file of its own.

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

/// What: replaces divisions and remainders of vectors of integers whose values have at most 32 bits by a division of
/// doubles whose quotient is truncated. In signed divisions of longs, the values may have at most 31 bits, the sign
/// included. Values of at most 16 bits are divided as floats. For vectors of longs whose values may have more bits, the
/// code has both a division of integers and one of doubles. The code tests at run time, for each vector, whether its
/// values are small enough for doubles. If all lanes have the same divisor, its reciprocal is computed once, before the
/// loops in which it is invariant, and each vector is multiplied by it.
/// Why: CPUs have no division of vectors of integers, so LLVM splits it: each lane is extracted, goes through the
/// divider and is inserted again. That takes 3 to 14 times as long, by width and CPU (docs/measurements.md). A division
/// of eight doubles takes 16 cycles, a product half a cycle.
/// Requires: divisors other than 0, and no quotient that overflows (guard-arithmetic).
/// Guarantees: the same results. For a = q * b + r the exact quotient is an integer, or at least 1 / b away from the
/// next integer. The rounding error of a / b is at most a / b * 2^-53 (floats: 2^-24), which is less than 1 / b for a
/// below 2^52 (2^23). So no quotient is rounded up to an integer, in any rounding mode. A reciprocal is made too great
/// by 2^-40 (2^-19) of itself. Two roundings take away at most 2^-51 (2^-22) of the quotient, which is less than this
/// excess. So if the exact quotient is an integer, the computed one doesn't fall below it. Any other quotient is at
/// least 1 / b, which is 1 / a of the quotient, below the next integer. For a below 2^32 (2^16) the excess is less than
/// that, so the computed quotient doesn't reach the next integer.
///
///   %q = sdiv <8 x i32> %a, %b  =>  %x = sitofp <8 x i32> %a to <8 x double>
///                                   %y = sitofp <8 x i32> %b to <8 x double>
///                                   %z = fdiv <8 x double> %x, %y
///                                   %q = fptosi <8 x double> %z to <8 x i32>
void lowerVectorDivisions(llvm::Module &module);

} // namespace weft::compiler

#endif
