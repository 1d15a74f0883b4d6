// Recognises calls of OpenCL C's mathematical functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H

namespace llvm {
class CallBase;
}

namespace weft::compiler {

/// Whether `call` calls a builtin of OpenCL C that returns floating-point numbers: sin, pow, length. False for
/// functions that only Weft defines. Also false for fma and mad, because estimates count these as single operations.
bool isMathFunction(const llvm::CallBase &call);

/// Whether `call` calls a builtin that multiplies and adds: fma, mad.
bool isMultiplyAddFunction(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
