// Leaves large loops out of LLVM's unrolling.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_ROLLED_LOOPS_H
#define WEFT_COMPILER_PIPELINE_ROLLED_LOOPS_H

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Marks the loops of more than CodeSizes::rolledLoop instructions as ones that LLVM doesn't unroll, but for those of
/// which the program says what becomes of them. It would not anyway, but twice asks what each of their instructions
/// costs before it says so, and again for each loop around them.
void keepLargeLoopsRolled(llvm::Module &module);

} // namespace weft::compiler

#endif
