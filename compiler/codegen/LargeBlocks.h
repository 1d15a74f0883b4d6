// Keeps the code generator's time linear in the length of straight-line code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LARGE_BLOCKS_H
#define WEFT_COMPILER_CODEGEN_LARGE_BLOCKS_H

#include "llvm/Target/TargetMachine.h"

namespace llvm {
class FunctionPass;
}

namespace weft::compiler {

/// While it lives, code that this thread generates with `target` has its large basic blocks cut just before
/// instruction selection, and again behind register allocation. LLVM selects and schedules one block as one graph;
/// searches in that graph take time with the second to third power of its size, so a kernel of thousands of lines
/// without a loop would take minutes. A cut costs next to nothing: values go through registers there anyway.
class CutLargeBlocks {
public:
  explicit CutLargeBlocks(const llvm::TargetMachine &target);
  ~CutLargeBlocks();

  /// The pass to begin with: blocks of thousands of instructions also take CodeGenPrepare more than linear time. The
  /// caller, a pass manager of LLVM's, owns it.
  static llvm::FunctionPass *beforeCodeGenPrepare();

  CutLargeBlocks(const CutLargeBlocks &) = delete;
  CutLargeBlocks &operator=(const CutLargeBlocks &) = delete;
};

} // namespace weft::compiler

#endif
