// Divides vectors of integers as vectors of floating-point numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_DIVISION_PASS_H
#define WEFT_COMPILER_PASSES_HOST_LOWER_VECTOR_DIVISION_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces divisions and remainders of vectors of integers whose values have at most 32 bits by a division of
/// doubles (of floats up to 16 bits), with what is behind the point cut off. Of vectors of longs whose values may have
/// more, both forms: which one runs is asked for each vector. Where all lanes have one divisor, its reciprocal is
/// computed once, in front of the loops in which it stays the same, and each vector is multiplied with it.
/// Why: CPUs divide no vectors of integers, so that LLVM takes them apart: for each lane out of three vectors, through
/// the divider and back in. That takes 3 to 14 times as long, by width and CPU (docs/measurements.md). A division of
/// eight doubles takes 16 cycles, a product half of one. Requires: divisors other than 0, and no quotient that
/// overflows (guard-arithmetic). After optimisation, which knows more about divisions of integers. Guarantees: the same
/// results. For a = q * b + r the exact quotient is at least 1 / b away from the next integer, or is one, and 1 / b is
/// more than the rounding of a / b, at most a / b * 2^-53 (2^-24), for a below 2^52 (2^23), so that no quotient is
/// rounded up to an integer, in no rounding mode. A reciprocal is too great by 2^-40 (2^-19) of itself: more than two
/// roundings take away, at most 2^-51 (2^-22), so that no multiple falls short of its integer, and less than 1 / a of
/// the quotient, by which all other quotients lie below the next one, for a below 2^32 (2^16).
///
///   %q = sdiv <8 x i32> %a, %b  =>  %x = sitofp <8 x i32> %a to <8 x double>
///                                   %y = sitofp <8 x i32> %b to <8 x double>
///                                   %z = fdiv <8 x double> %x, %y
///                                   %q = fptosi <8 x double> %z to <8 x i32>
class LowerVectorDivisionPass : public llvm::PassInfoMixin<LowerVectorDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
