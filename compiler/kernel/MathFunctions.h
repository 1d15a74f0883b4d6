// Calls of OpenCL C's functions of mathematics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H
#define WEFT_COMPILER_KERNEL_MATH_FUNCTIONS_H

namespace llvm {
class CallBase;
}

namespace weft::compiler {

/// Whether `call` is of a builtin, not Weft's own, that gives floating-point numbers: sin, pow, length. Not of one that
/// multiplies and adds, which is an operation.
bool isMathFunction(const llvm::CallBase &call);

/// Whether it multiplies and adds: fma, mad.
bool isMultiplyAddFunction(const llvm::CallBase &call);

} // namespace weft::compiler

#endif
