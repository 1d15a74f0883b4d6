// Sets up the analysis managers that LLVM requires wherever Weft runs passes.
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

  /// Registers all of LLVM's analyses, which `builder` creates, except those that are registered already. LLVM's passes
  /// may then create calls of the library functions that code for `target` can call (systemFunctionInfo).
  void registerAll(llvm::PassBuilder &builder, const llvm::Triple &target);
  /// Registers all of LLVM's analyses without a target, for IR such as a program's IL. LLVM's passes may then not
  /// create calls of library functions.
  void registerAll();
  /// Registers only the analyses that passes over one function and its loops may use, without a target.
  void registerForFunctions();

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace weft::compiler

#endif
