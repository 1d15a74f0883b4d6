// Cuts long basic blocks, so that the code generator's time is linear in the length of straight-line code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LARGE_BLOCKS_H
#define WEFT_COMPILER_CODEGEN_LARGE_BLOCKS_H

#include "llvm/Target/TargetMachine.h"

namespace llvm {
class FunctionPass;
}

namespace weft::compiler {

/// While an object of this class lives, large basic blocks are cut in all code that this thread generates with
/// `target`: just before instruction selection, and again after register allocation. LLVM selects instructions for a
/// block, and schedules it, as one graph. Searches in that graph take time with the second to third power of its size,
/// so a kernel of thousands of lines without a loop would take minutes. A cut costs next to nothing, because values
/// pass from piece to piece in registers.
class CutLargeBlocks {
public:
  explicit CutLargeBlocks(const llvm::TargetMachine &target);
  ~CutLargeBlocks();

  /// Returns the pass to run before CodeGenPrepare, which also takes more than linear time for blocks of thousands of
  /// instructions. The caller, a pass manager of LLVM's, owns the pass.
  static llvm::FunctionPass *beforeCodeGenPrepare();

  CutLargeBlocks(const CutLargeBlocks &) = delete;
  CutLargeBlocks &operator=(const CutLargeBlocks &) = delete;
};

} // namespace weft::compiler

#endif
