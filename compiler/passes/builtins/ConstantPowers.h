// Lowers powers whose exponent is a small constant to multiplications.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_CONSTANT_POWERS_H
#define WEFT_COMPILER_PASSES_BUILTINS_CONSTANT_POWERS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is pow, powr, pown, half_powr or native_powr of float or double (OpenCL C 3.0, section 6.15.2).
bool isPower(const llvm::Function &function);

/// Replaces a call of a function for which isPower holds by multiplications, at most one division and at most one
/// square root. It does so if the exponent is the same constant for all elements, and is a multiple of 0.5 from -8 to
/// 8. Edge cases follow sections 6.15.2 and 7.5.1. Each multiplication, the division and the root have a rounding error
/// of at most 2^-24 (2^-53) of the result. For the exponent -7.5 the most of these errors add up, 15.5; section 7.4
/// allows 16 ulp. Otherwise the call stays.
void lowerConstantPower(llvm::CallInst &call);

} // namespace weft::compiler

#endif
