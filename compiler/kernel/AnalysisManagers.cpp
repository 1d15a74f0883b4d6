// LLVM's analyses, for passes that are run by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/AnalysisManagers.h"

#include "llvm/Passes/PassBuilder.h"

namespace weft::compiler {

void AnalysisManagers::registerAll(llvm::PassBuilder &builder) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

void AnalysisManagers::registerAll() {
  llvm::PassBuilder builder;
  registerAll(builder);
}

void AnalysisManagers::registerForFunctions() {
  llvm::PassBuilder builder;
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

} // namespace weft::compiler
