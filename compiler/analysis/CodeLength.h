// Measures how much code a function has. Passes whose compile time depends on it are chosen by these measures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CODE_LENGTH_H
#define WEFT_COMPILER_ANALYSIS_CODE_LENGTH_H

#include <cstddef>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft::compiler {

/// The approximate number of machine instructions: a vector instruction counts once for each 64 bytes of its longest
/// vector.
size_t codeLength(const llvm::Function &function);
size_t codeLength(const llvm::Module &module);

/// The number of instructions if each element of a vector needed an instruction of its own. On packets it does, because
/// each element becomes a vector of the lanes.
size_t scalarisedLength(const llvm::Function &function);

/// The nesting depth of the branches. Conditions that are tested one after the other until one holds count as nested.
size_t branchDepth(llvm::Function &function);

} // namespace weft::compiler

#endif
