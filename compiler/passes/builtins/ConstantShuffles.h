// Permutations of vectors by constants.
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

/// Replaces a call of such a function by one instruction where the mask is a constant, of which the bits that name an
/// element count alone. Returns whether it did.
bool lowerConstantShuffle(llvm::CallInst &call);

} // namespace weft::compiler

#endif
