// Runs the stages from a linked program's IL to one optimised kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/KernelPipeline.h"

#include "builtins/BuiltinLibrary.h"
#include "pipeline/DumpFolder.h"
#include "pipeline/PassRunner.h"
#include "pipeline/Stages.h"

using namespace llvm;

namespace weft::compiler {

Expected<KernelPipelineOutcome> runKernelPipeline(Module &program, const KernelPipelineOptions &options,
                                                  TargetMachine &target, const BuiltinLibrary &builtins) {
  PassRunner runner(
      program, target,
      {.dumpFolder = makeDumpFolder(options), .takeTimes = options.logTimes, .takeFacts = options.takeFacts});
  runner.runStages(allStages(), StageContext(options.code, options.budget, target, builtins, options.attempt));
  if (Error error = runner.takeError())
    return error;
  return KernelPipelineOutcome{runner.timings(), runner.remarks(), runner.facts(), runner.times()};
}

} // namespace weft::compiler
