// The first, cheap optimisation of what Clang emits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/LightCleanup.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace weft::compiler {

void cleanUpLightly(llvm::Module &module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::FunctionPassManager perFunction;
  perFunction.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  perFunction.addPass(llvm::EarlyCSEPass());
  perFunction.addPass(llvm::InstCombinePass());
  perFunction.addPass(
      llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().needCanonicalLoops(true).convertSwitchToLookupTable(false)));

  llvm::ModulePassManager pipeline;
  // Clang gives each kernel its body in a function of its own, for kernels that call kernels.
  pipeline.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/true));
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(perFunction)));
  pipeline.run(module, modules);
}

} // namespace weft::compiler
