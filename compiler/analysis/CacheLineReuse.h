// Whether a loop reads memory in steps that leave the lines which it has just read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_COLUMN_WALK_H
#define WEFT_COMPILER_ANALYSIS_COLUMN_WALK_H

namespace llvm {
class Instruction;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// Whether `access` loads of global or constant memory, and takes another line of it with each trip of `loop`, as who
/// goes down a column of a matrix does. A step that isn't known is taken for a long one.
bool crossesCacheLines(const llvm::Instruction &access, const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
