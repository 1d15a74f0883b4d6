// Sets up the analysis managers that LLVM requires wherever Weft runs passes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/AnalysisManagers.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

#include "codegen/SystemFunctions.h"

namespace weft::compiler {

namespace {

void registerBuilders(AnalysisManagers &analyses, llvm::PassBuilder &builder) {
  builder.registerModuleAnalyses(analyses.modules);
  builder.registerCGSCCAnalyses(analyses.components);
  builder.registerFunctionAnalyses(analyses.functions);
  builder.registerLoopAnalyses(analyses.loops);
  builder.crossRegisterProxies(analyses.loops, analyses.functions, analyses.components, analyses.modules);
}

/// Registers which library functions LLVM's passes may call. Call this before PassBuilder registers its analyses,
/// because PassBuilder doesn't replace an analysis that is registered already.
void registerLibrary(AnalysisManagers &analyses, const llvm::TargetLibraryInfoImpl &info) {
  analyses.functions.registerPass([&] { return llvm::TargetLibraryAnalysis(info); });
}

} // namespace

void AnalysisManagers::registerAll(llvm::PassBuilder &builder, const llvm::Triple &target) {
  registerLibrary(*this, systemFunctionInfo(target));
  registerBuilders(*this, builder);
}

void AnalysisManagers::registerAll() {
  llvm::PassBuilder builder;
  registerLibrary(*this, noSystemFunctionInfo(llvm::Triple("spir64")));
  registerBuilders(*this, builder);
}

void AnalysisManagers::registerForFunctions() {
  llvm::PassBuilder builder;
  registerLibrary(*this, noSystemFunctionInfo(llvm::Triple("spir64")));
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

} // namespace weft::compiler
