// Finds private variables that are written before they are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_DEFINITE_ASSIGNMENT_H
#define WEFT_COMPILER_ANALYSIS_DEFINITE_ASSIGNMENT_H

namespace llvm {
class AllocaInst;
class DominatorTree;
} // namespace llvm

namespace weft::compiler {

/// Whether each read of the variable is dominated by a write of the whole variable. A copy of another variable doesn't
/// count as a write, because that other variable may be unwritten. Only loads and copies count as reads: other uses of
/// the address, such as calls, are ignored.
bool isWrittenFirst(const llvm::AllocaInst &variable, const llvm::DominatorTree &dominators);

} // namespace weft::compiler

#endif
