// Computes how many bytes of stack the code of a module takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_STACK_FRAMES_H
#define WEFT_COMPILER_CODEGEN_STACK_FRAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// The sizes of the stack frames of a module's functions, as the code generator lays them out. A frame holds private
/// variables, spilled registers, and arguments and results that are passed in memory.
class StackFrames {
public:
  /// Makes the code generator report the frame size of each function of `module` as a diagnostic.
  static void request(llvm::Module &module);

  /// Adds one of these reports.
  void add(const llvm::DiagnosticInfoStackSize &report) { frames_[&report.getFunction()] = report.getStackSize(); }
  /// Returns the stack bytes of the chain of calls that takes the most. System functions count nothing, because their
  /// frames are unknown. Memory that code allocates dynamically on the stack counts nothing either. *Requires* that the
  /// module's code has been generated.
  uint64_t deepestChain(const llvm::Module &module);

private:
  uint64_t bytesFrom(const llvm::Function &function);

  llvm::DenseMap<const llvm::Function *, uint64_t> frames_;
  /// For each function, the stack bytes of the largest chain of calls that begins with it.
  llvm::DenseMap<const llvm::Function *, uint64_t> chains_;
};

/// Writes `bytes` into the WeftKernelInfo of `object`, an object file, as its stackBytes. Does nothing if the object
/// has no WeftKernelInfo.
llvm::Error writeStackBytes(llvm::SmallVectorImpl<char> &object, uint64_t bytes);

} // namespace weft::compiler

#endif
