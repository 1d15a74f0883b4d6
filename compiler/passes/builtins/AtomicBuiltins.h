// Lowers OpenCL C's atomic functions to atomic instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_ATOMIC_BUILTINS_H
#define WEFT_COMPILER_PASSES_BUILTINS_ATOMIC_BUILTINS_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is an atomic function on integers of 32 or 64 bits (OpenCL C 3.0, 6.15.12.7 and 6.15.12.8).
bool isAtomic(const llvm::Function &function);

/// Replaces a call of a function for which isAtomic holds by an atomic instruction of LLVM. The functions of OpenCL C
/// 1.x are relaxed; those of 2.0 need a constant memory order. The memory scope is ignored. A call stays if it is a
/// compare-and-exchange of 2.0, whose expected value is in memory.
void lowerAtomic(llvm::CallInst &call);

} // namespace weft::compiler

#endif
