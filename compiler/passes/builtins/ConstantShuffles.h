// Lowers calls of shuffle and shuffle2 with constant masks to shuffle instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_CONSTANT_SHUFFLES_H
#define WEFT_COMPILER_PASSES_BUILTINS_CONSTANT_SHUFFLES_H

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace weft::compiler {

/// Whether `function` is shuffle or shuffle2 (OpenCL C 3.0, section 6.15.13).
bool isShuffle(const llvm::Function &function);

/// If the mask is a constant, replaces a call of shuffle or shuffle2 by one shufflevector. As OpenCL C defines, only
/// the low bits of each mask element count: as many bits as are needed to number the input elements. Otherwise the call
/// stays.
void lowerConstantShuffle(llvm::CallInst &call);

} // namespace weft::compiler

#endif
