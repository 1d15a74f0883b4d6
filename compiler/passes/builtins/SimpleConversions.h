// Conversions that are an instruction or a few.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_SIMPLE_CONVERSIONS_H
#define WEFT_COMPILER_PASSES_BUILTINS_SIMPLE_CONVERSIONS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is one of OpenCL C's explicit conversions (3.0, section 6.4.3) that lowerSimpleConversion knows:
/// - between integers, saturated or not,
/// - from integers to float and double, rounded to the nearest even,
/// - between float and double, exact or rounded like this,
/// - from float and double to integers in any mode; saturated ones where the least and the most are numbers of the
/// other
///   type, which chars and shorts are, and int of double.
bool isSimpleConversion(const llvm::Function &function);

/// Replaces a call of such a function. `isSigned`: whether what it converts is.
void lowerSimpleConversion(llvm::CallInst &call, bool isSigned);

} // namespace weft::compiler

#endif
