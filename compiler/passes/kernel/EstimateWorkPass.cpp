// Reports how many operations a work-item executes and how many bytes it accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/EstimateWorkPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

#include "analysis/WorkEstimate.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the decimal digits of `count`, without its fraction.
std::string number(double count) { return std::to_string(static_cast<uint64_t>(count)); }

void emitRemark(const Function &kernel, const LoopWork &part) {
  using Value = DiagnosticInfoOptimizationBase::Argument;
  OptimizationRemarkAnalysis remark("estimate-work", "Work", DiagnosticLocation(), &kernel.getEntryBlock());
  std::string trips, lines;
  for (const std::string &trip : part.trips)
    trips += (trips.empty() ? "" : ",") + trip;
  for (const unsigned line : part.lines)
    lines += (lines.empty() ? "" : ",") + std::to_string(line);
  const auto tell = [&](const WorkCounts &counts, StringRef when) {
    for (const auto &[name, count] : {std::pair("Flops", counts.flops), std::pair("Operations", counts.operations),
                                      std::pair("Functions", counts.functions), std::pair("Loaded", counts.loaded),
                                      std::pair("Stored", counts.stored), std::pair("Local", counts.local)})
      remark << " " << Value((when + name).str(), number(count)) << " " << name << when << ",";
  };
  remark << "rounds of loops: " << Value("Trips", "[" + trips + "]") << " at lines "
         << Value("Lines", "[" + lines + "]");
  tell(part.always, "");
  tell(part.sometimes, "Sometimes");
  kernel.getContext().diagnose(remark);
}

} // namespace

PreservedAnalyses EstimateWorkPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (const LoopWork &part : estimateWork(*kernel, functions.getResult<LoopAnalysis>(*kernel),
                                           functions.getResult<ScalarEvolutionAnalysis>(*kernel)))
    emitRemark(*kernel, part);
  return PreservedAnalyses::all();
}

} // namespace weft::compiler
