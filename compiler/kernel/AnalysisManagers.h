// LLVM's analysis managers, for passes that are run by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ANALYSIS_MANAGERS_H
#define WEFT_COMPILER_KERNEL_ANALYSIS_MANAGERS_H

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
class Triple;
} // namespace llvm

namespace weft::compiler {

/// The managers of all kinds of analyses. They refer to each other, so they can't be copied or moved.
struct AnalysisManagers {
  AnalysisManagers() = default;
  AnalysisManagers(const AnalysisManagers &) = delete;
  AnalysisManagers &operator=(const AnalysisManagers &) = delete;

  /// Registers all of LLVM's analyses as the builder makes them, except those that are registered already. LLVM's
  /// passes may call the library functions that code for `target` can call (systemFunctionInfo).
  void registerAll(llvm::PassBuilder &builder, const llvm::Triple &target);
  /// Registers all of LLVM's analyses for no target, as for a program's IL: no library function may be called.
  void registerAll();
  /// Registers only the analyses that passes over one function and its loops may use, for no target.
  void registerForFunctions();

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace weft::compiler

#endif
