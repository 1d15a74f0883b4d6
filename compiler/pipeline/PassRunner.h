// Runs stages one by one: verifies the IR after each stage, writes it out and measures the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_PASS_RUNNER_H
#define WEFT_COMPILER_PIPELINE_PASS_RUNNER_H

#include <functional>
#include <string>
#include <vector>

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

#include "kernel/AnalysisManagers.h"
#include "pipeline/StageTime.h"
#include "pipeline/Stages.h"

namespace llvm {
class TargetMachine;
}

namespace weft::compiler {

struct PassRunnerOptions {
  /// An existing folder, for this run alone, that receives NN-stage.ll after each stage; "" for none.
  std::string dumpFolder;
  bool takeTimes = false;
  /// Whether the passes report all that they know about the kernel, for PassRunner::facts.
  bool takeFacts = false;
  /// Whether each stage is followed by a check that the IR is well formed, has the form that the stage gives, and
  /// stores no undefined values.
#ifdef NDEBUG
  bool verify = false;
#else
  bool verify = true;
#endif
  /// Unless empty, this function is called after each stage with the stage's name and the module.
  std::function<void(llvm::StringRef, const llvm::Module &)> afterEach = {};
};

/// One run of the pipeline, or of a part of it, over one module.
class PassRunner {
public:
  /// The module and the target must outlive the runner.
  PassRunner(llvm::Module &module, llvm::TargetMachine &target, PassRunnerOptions options);

  /// Runs the stages in order, each one if its condition holds at that time. The runner keeps the first error for
  /// takeError: one that a stage emits to the context, or a flaw that the runner finds in the IR after a stage. No
  /// stage runs after an error.
  void runStages(llvm::ArrayRef<Stage> stages, StageContext context);
  /// Returns the first error, or success. The caller calls it once, at the end.
  llvm::Error takeError();

  /// A line for each stage so far, with its milliseconds and its name.
  const std::string &timings() const { return timings_; }
  /// A line for each remark. Passes remark on the choice how work-items run, and on optimisation that was left out
  /// because a limit of CompileBudget is exceeded.
  const std::string &remarks() const { return remarks_; }
  /// The remarks of remarks(), and also remarks on successful choices (for example that packets were formed), each as a
  /// JSON object. docs/tracing.md describes the objects' members.
  const std::vector<std::string> &facts() const { return facts_; }
  /// The stages so far, with the times at which they began and ended.
  const std::vector<StageTime> &times() const { return times_; }

private:
  void run(const Stage &stage, const StageContext &context);
  std::string runAndCollectErrors(const Stage &stage, const StageContext &context);
  std::string findInvalidIr(const Stage &stage);
  void dump(llvm::StringRef name, bool changed);

  llvm::Module &module_;
  PassRunnerOptions options_;
  unsigned stage_ = 0;
  bool hasRegions_ = false; ///< the kernel has, or has had, barriers
  std::string timings_;
  std::string remarks_;
  std::vector<std::string> facts_;
  std::vector<StageTime> times_;
  std::string error_;
  std::string lastDump_;
  llvm::SmallVector<llvm::StringRef> leftOut_; ///< names of passes that `optimise` skips (CodeRequest::without)
  llvm::PassInstrumentationCallbacks callbacks_;
  AnalysisManagers analyses_;
};

} // namespace weft::compiler

#endif
