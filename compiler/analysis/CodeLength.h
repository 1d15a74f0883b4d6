// How much code a function is, for those that take time with it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CODE_LENGTH_H
#define WEFT_COMPILER_ANALYSIS_CODE_LENGTH_H

#include <cstddef>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

/// In instructions of the machine, roughly: one on vectors counts once for each 64 bytes of the longest of them.
size_t codeLength(const llvm::Function &function);
size_t codeLength(const llvm::Module &module);

/// The same if each element of a vector were an instruction of its own, as packets have it.
size_t lengthInElements(const llvm::Function &function);

/// How deep branches lie in each other; conditions that are asked one after the other until one holds do.
size_t branchDepth(llvm::Function &function);

} // namespace weft::compiler

#endif
