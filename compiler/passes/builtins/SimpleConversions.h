// Lowers OpenCL C's explicit conversions that are one or a few LLVM instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_SIMPLE_CONVERSIONS_H
#define WEFT_COMPILER_PASSES_BUILTINS_SIMPLE_CONVERSIONS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is one of OpenCL C's explicit conversions (3.0, section 6.4.3) that lowerSimpleConversion
/// handles:
/// - between integers, saturated or not,
/// - from integers to float and double, rounded to the nearest even,
/// - between float and double, exact or rounded to the nearest even,
/// - from float and double to integers in any rounding mode. Saturated conversions are included only if the
///   floating-point type can represent the least and the greatest integer: chars, shorts, and int from double.
bool isSimpleConversion(const llvm::Function &function);

/// Replaces a call of a function for which isSimpleConversion holds. `isSigned` says whether the source type is signed.
void lowerSimpleConversion(llvm::CallInst &call, bool isSigned);

} // namespace weft::compiler

#endif
