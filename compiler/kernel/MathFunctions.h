// Recognises calls of OpenCL C's mathematical functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H

namespace llvm {
class CallBase;
}

namespace weft::compiler {

/// Whether `call` calls a builtin, not one of Weft's own functions, that returns floating-point numbers: sin, pow,
/// length. False for builtins that multiply and add, because these count as operations.
bool isMathFunction(const llvm::CallBase &call);

/// Whether `call` calls a builtin that multiplies and adds: fma, mad.
bool isMultiplyAddFunction(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
