// Runs passes one by one: names them, verifies after each, writes the IR out, takes the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/PassRunner.h"

#include <chrono>

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include "pipeline/Guard.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What is left of the memory is for coming to an end in good order.
bool memoryHasFailed() {
  const Guard *guard = Guard::current();
  return guard && guard->memoryHasFailed();
}

/// Collects the errors that a stage emits to the context, and the remarks of the passes that choose how work-items run;
/// LLVM's own are of loops that nobody wrote.
class CollectDiagnostics : public DiagnosticHandler {
public:
  CollectDiagnostics(std::string &errors, std::string &remarks) : errors_(errors), remarks_(remarks) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error) {
      raw_string_ostream stream(errors_);
      DiagnosticPrinterRawOStream printer(stream);
      stream << (errors_.empty() ? "" : "\n");
      info.print(printer);
    }
    auto *remark = dyn_cast<DiagnosticInfoOptimizationBase>(&info);
    if (remark && (remark->getPassName() == "packetise" || remark->getPassName() == "jam-rows" ||
                   remark->getPassName() == "yield-in-spin-loops" || remark->getPassName() == "budget")) {
      if (remark->isLocationAvailable())
        remarks_ += remark->getLocationStr() + ": ";
      remarks_ += remark->getMsg() + "\n";
    }
    return true; // nothing goes to standard error
  }

private:
  std::string &errors_;
  std::string &remarks_;
};

/// Restores the context's own handler at the end of a stage.
class HandlerScope {
public:
  HandlerScope(LLVMContext &context, std::unique_ptr<DiagnosticHandler> handler)
      : context_(context), previous_(context.getDiagnosticHandler()) {
    context_.setDiagnosticHandler(std::move(handler));
  }
  ~HandlerScope() { context_.setDiagnosticHandler(std::move(previous_)); }
  HandlerScope(const HandlerScope &) = delete;
  HandlerScope &operator=(const HandlerScope &) = delete;

private:
  LLVMContext &context_;
  std::unique_ptr<DiagnosticHandler> previous_;
};

} // namespace

PassRunner::PassRunner(Module &module, TargetMachine *target, std::string dumpFolder, bool takeTimes)
    : module_(module), target_(target), dumpFolder_(std::move(dumpFolder)), takeTimes_(takeTimes) {
  callbacks_.registerShouldRunOptionalPassCallback([](StringRef, Any) { return !memoryHasFailed(); });
  PassBuilder builder(target_, PipelineTuningOptions(), std::nullopt, &callbacks_);
  builder.registerModuleAnalyses(moduleAnalyses_);
  builder.registerCGSCCAnalyses(callGraphAnalyses_);
  builder.registerFunctionAnalyses(functionAnalyses_);
  builder.registerLoopAnalyses(loopAnalyses_);
  builder.crossRegisterProxies(loopAnalyses_, functionAnalyses_, callGraphAnalyses_, moduleAnalyses_);
  dump("input", /*changed=*/true);
}

ModulePassManager PassRunner::hostPipeline(OptimizationLevel level, const PipelineTuningOptions &tuning) {
  return PassBuilder(target_, tuning, std::nullopt, &callbacks_).buildPerModuleDefaultPipeline(level);
}

PassRunner::~PassRunner() = default;

std::string PassRunner::runAndCollectErrors(const std::function<Error()> &step) {
  std::string errors;
  HandlerScope scope(module_.getContext(), std::make_unique<CollectDiagnostics>(errors, remarks_));
  if (Error error = step())
    errors += toString(std::move(error));
  return errors;
}

void PassRunner::runStage(StringRef name, const std::function<Error()> &step) {
  if (error_.empty() && memoryHasFailed())
    error_ = "There is not enough memory.";
  if (!error_.empty())
    return;
  auto before = std::chrono::steady_clock::now();
  error_ = runAndCollectErrors(step);
  if (takeTimes_) {
    std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - before;
    raw_string_ostream(timings_) << format("%8.3f ms  ", passed.count()) << name << '\n';
  }
  ++stage_;
  dump(name, /*changed=*/false);
#ifndef NDEBUG
  std::string broken;
  raw_string_ostream stream(broken);
  if (error_.empty() && verifyModule(module_, &stream))
    error_ = ("internal error: stage '" + name + "' left broken IR: " + broken).str();
#endif
}

Error PassRunner::takeError() { return error_.empty() ? Error::success() : createStringError(error_); }

void PassRunner::dump(StringRef name, bool changed) {
  if (dumpFolder_.empty())
    return;
  std::string text;
  raw_string_ostream(text) << module_;
  changed |= text != lastDump_;
  SmallString<128> path(dumpFolder_);
  std::string number;
  raw_string_ostream(number) << format("%02u-", stage_);
  sys::path::append(path, number + name + ".ll");
  std::error_code error;
  raw_fd_ostream file(path, error, sys::fs::OF_Text);
  if (!error)
    file << (changed ? StringRef(text) : "; unchanged\n");
  lastDump_ = std::move(text);
}

} // namespace weft::compiler
