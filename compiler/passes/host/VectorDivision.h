// Divides vectors of integers as vectors of floating-point numbers, which CPUs can divide as a whole.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_VECTOR_DIVISION_H
#define WEFT_COMPILER_PASSES_HOST_VECTOR_DIVISION_H

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

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
