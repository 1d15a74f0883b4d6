// How much stack the code of a module takes.
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

/// The frames of a module's functions as the code generator lays them out: private variables, spilled registers,
/// arguments and results that are passed in memory.
class StackFrames {
public:
  /// Has the code generator report the frames of all functions of `module`, as diagnostics.
  static void request(llvm::Module &module);

  /// One such report.
  void add(const llvm::DiagnosticInfoStackSize &report) { frames_[&report.getFunction()] = report.getStackSize(); }
  /// Of the chain of calls that takes most. Functions of the system, which no frame is known of, count nothing.
  /// What code allocates beside its frame, of a length that is not known, counts nothing either.
  /// To be asked once the module's code has been generated.
  uint64_t deepestChain(const llvm::Module &module);

private:
  uint64_t bytesFrom(const llvm::Function &function);

  llvm::DenseMap<const llvm::Function *, uint64_t> frames_;
  llvm::DenseMap<const llvm::Function *, uint64_t> chains_; ///< that begin with it
};

/// Writes `bytes` into the WeftKernelInfo of `object`, an object file, as its stackBytes. Nothing is done where it has
/// none.
llvm::Error writeStackBytes(llvm::SmallVectorImpl<char> &object, uint64_t bytes);

} // namespace weft::compiler

#endif
