// Runs all stages from a linked program's IL to one optimised kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_KERNEL_PIPELINE_H
#define WEFT_COMPILER_PIPELINE_KERNEL_PIPELINE_H

#include <string>
#include <vector>

#include "llvm/Support/Error.h"

#include "CodeRequest.h"
#include "codegen/CompileBudget.h"
#include "pipeline/Attempt.h"
#include "pipeline/StageTime.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;

struct KernelPipelineOptions {
  /// The request for code. Its CPU is the CPU of the target for which the pipeline runs.
  CodeRequest code;
  /// The folder in which a new folder receives NN-stage.ll after each stage (DumpFolder.h); "" for none.
  std::string dumpFolder;
  bool logTimes = false;
  /// See KernelPipelineOutcome::facts.
  bool takeFacts = false;
  CompileBudget budget;
  Attempt attempt = Attempt::usual;
};

struct KernelPipelineOutcome {
  /// A line per stage with its milliseconds; "" unless KernelPipelineOptions::logTimes is set.
  std::string timings;
  /// A line for each remark. Passes remark on the choice how work-items run, and on optimisation that was left out
  /// because a limit of CompileBudget is exceeded.
  std::string remarks;
  /// What passes have found out about the kernel, in JSON, for weft-report (PassRunner::facts). Empty unless
  /// KernelPipelineOptions::takeFacts is set.
  std::vector<std::string> facts;
  std::vector<StageTime> times;
};

/// Turns a linked program (spir64 IL) into a module for `target` that holds one kernel and the data symbol
/// weftKernelInfo, optimised, ready for emission. The module is unusable after an error; the error is a sentence.
llvm::Expected<KernelPipelineOutcome> runKernelPipeline(llvm::Module &program, const KernelPipelineOptions &options,
                                                        llvm::TargetMachine &target, const BuiltinLibrary &builtins);

} // namespace weft::compiler

#endif
