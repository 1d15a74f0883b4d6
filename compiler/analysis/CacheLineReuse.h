// Finds loads in loops that read another cache line in each iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CACHE_LINE_REUSE_H
#define WEFT_COMPILER_ANALYSIS_CACHE_LINE_REUSE_H

namespace llvm {
class Instruction;
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

/// Whether `access` loads from global or constant memory, and reads another cache line in each iteration of `loop`, as
/// a loop down a column of a matrix does. Also true if the distance between iterations isn't known.
bool crossesCacheLines(const llvm::Instruction &access, const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace weft::compiler

#endif
