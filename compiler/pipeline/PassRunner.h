// Runs passes one by one: names them, verifies after each, writes the IR out, takes the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_PASS_RUNNER_H
#define WEFT_COMPILER_PIPELINE_PASS_RUNNER_H

#include <functional>
#include <string>

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Error.h"

namespace llvm {
class TargetMachine;
}

namespace weft::compiler {

/// One run of the pipeline over one module.
class PassRunner {
public:
  /// `dumpFolder`, which is there and is for this run alone, receives NN-stage.ll after each stage; "" for none.
  /// `target` may be null: then no stage knows costs.
  PassRunner(llvm::Module &module, llvm::TargetMachine *target, std::string dumpFolder, bool takeTimes);
  ~PassRunner();

  /// Runs one pass as a stage. The first error that a stage returns or emits to the context, or IR that it leaves
  /// broken (looked at in debug builds), is kept for takeError; stages after that do nothing.
  template <typename Pass> void run(llvm::StringRef name, Pass pass) {
    runStage(name, [&] {
      llvm::ModulePassManager passes;
      passes.addPass(std::move(pass));
      runOn(module_, std::move(passes));
      return llvm::Error::success();
    });
  }
  /// Runs passes as a part of a stage.
  void runOn(llvm::Module &module, llvm::ModulePassManager passes) { passes.run(module, moduleAnalyses_); }
  /// Runs any step on the module as a stage.
  void runStage(llvm::StringRef name, const std::function<llvm::Error()> &step);
  /// The first error, or success. To be called once, at the end.
  llvm::Error takeError();

  /// LLVM's own passes for the whole of the optimisation, in their usual order.
  llvm::ModulePassManager hostPipeline(llvm::OptimizationLevel level, const llvm::PipelineTuningOptions &tuning);

  /// A line per stage so far: its milliseconds and its name.
  const std::string &timings() const { return timings_; }
  /// A line per remark that packetise has made.
  const std::string &remarks() const { return remarks_; }

private:
  std::string runAndCollectErrors(const std::function<llvm::Error()> &step);
  void dump(llvm::StringRef name, bool changed);

  llvm::Module &module_;
  llvm::TargetMachine *target_;
  std::string dumpFolder_;
  bool takeTimes_;
  unsigned stage_ = 0;
  std::string timings_;
  std::string remarks_;
  std::string error_;
  std::string lastDump_;
  llvm::PassInstrumentationCallbacks callbacks_;
  llvm::LoopAnalysisManager loopAnalyses_;
  llvm::FunctionAnalysisManager functionAnalyses_;
  llvm::CGSCCAnalysisManager callGraphAnalyses_;
  llvm::ModuleAnalysisManager moduleAnalyses_;
};

} // namespace weft::compiler

#endif
