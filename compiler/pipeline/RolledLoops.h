// Excludes large loops from LLVM's unrolling, which would spend much time on them without unrolling them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_ROLLED_LOOPS_H
#define WEFT_COMPILER_PIPELINE_ROLLED_LOOPS_H

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Marks each loop of more than CodeSizes::maxUnrollableLoop instructions so that LLVM doesn't unroll it, unless the
/// program itself says how to unroll the loop. LLVM would not unroll a loop of this length anyway. But before it
/// decides so, it computes the cost of each of the loop's instructions twice, and again for each loop around the loop.
void disableLargeLoopUnrolling(llvm::Module &module);

} // namespace weft::compiler

#endif
