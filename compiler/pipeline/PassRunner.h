// Runs stages one by one: verifies after each, writes the IR out, takes the time.
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
  /// A folder, which is there and is for this run alone, receives NN-stage.ll after each stage; "" for none.
  std::string dumpFolder;
  bool takeTimes = false;
  /// Has passes say all that they know of the kernel, for `facts`.
  bool takeFacts = false;
  /// Looks after each stage whether the IR is well formed, has the form that the stage gives, and stores values only.
#ifdef NDEBUG
  bool verify = false;
#else
  bool verify = true;
#endif
  /// Is called after each stage with its name, unless empty.
  std::function<void(llvm::StringRef, const llvm::Module &)> afterEach = {};
};

/// One run of the pipeline, or of a part of it, over one module.
class PassRunner {
public:
  /// What is given must outlive this.
  PassRunner(llvm::Module &module, llvm::TargetMachine &target, PassRunnerOptions options);

  /// Runs those of the stages whose condition holds when it is their turn. The first error that a stage emits to the
  /// context, or IR that it leaves broken, is kept for takeError; no stage runs after that.
  void runStages(llvm::ArrayRef<Stage> stages, StageContext context);
  /// The first error, or success. To be called once, at the end.
  llvm::Error takeError();

  /// A line per stage so far: its milliseconds and its name.
  const std::string &timings() const { return timings_; }
  /// A line per remark of what chooses how work-items run, and of what was left out.
  const std::string &remarks() const { return remarks_; }
  /// The same remarks, and those on what is as one would wish, a JSON object each. docs/tracing.md has their members.
  const std::vector<std::string> &facts() const { return facts_; }
  /// The stages so far, with the times at which they began and ended.
  const std::vector<StageTime> &times() const { return times_; }

private:
  void run(const Stage &stage, const StageContext &context);
  std::string runAndCollectErrors(const Stage &stage, const StageContext &context);
  std::string findBreak(const Stage &stage);
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
  llvm::PassInstrumentationCallbacks callbacks_;
  AnalysisManagers analyses_;
};

} // namespace weft::compiler

#endif
