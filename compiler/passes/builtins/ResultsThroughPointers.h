// Lowers math builtins that return a second result through a pointer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_RESULTS_THROUGH_POINTERS_H
#define WEFT_COMPILER_PASSES_BUILTINS_RESULTS_THROUGH_POINTERS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is sincos, or fract, modf or frexp of float or double (OpenCL C 3.0, section 6.15.2). These
/// functions write memory, so if they stayed calls, a packet would call them once for each work-item.
bool returnsThroughPointer(const llvm::Function &function);

/// Replaces a call of a function for which returnsThroughPointer holds by operations that compute both results, and a
/// store of the second one. The operations are instructions and calls of builtins with vector overloads.
void lowerResultThroughPointer(llvm::CallInst &call);

} // namespace weft::compiler

#endif
