// Which variables are written before they are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_FIRST_WRITES_H
#define WEFT_COMPILER_ANALYSIS_FIRST_WRITES_H

namespace llvm {
class AllocaInst;
class DominatorTree;
} // namespace llvm

namespace weft::compiler {

/// Whether each read of the variable stands behind a write of all of it, as far as that can be seen without asking how
/// a branch goes. A copy of another variable doesn't count as a write: it may be of what nobody has written. What else
/// is done with its address, such as calls, doesn't count as a read.
bool isWrittenFirst(const llvm::AllocaInst &variable, const llvm::DominatorTree &dominators);

} // namespace weft::compiler

#endif
