// Runs stages one by one: verifies the IR after each stage, dumps it, and measures the time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/PassRunner.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include "kernel/KernelAttributes.h"
#include "pipeline/Guard.h"
#include "pipeline/SkippedPasses.h"
#include "pipeline/StoredValues.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether an allocation has failed. No further pass or stage then runs, because the memory that is left is for ending
/// the run in good order.
bool memoryHasFailed() {
  const Guard *guard = Guard::current();
  return guard && guard->memoryHasFailed();
}

/// Collects the errors that a stage emits to the context, and the remarks of the passes that choose how work-items run.
/// LLVM's own remarks are left out: they are about generated loops, which the program doesn't contain.
class CollectDiagnostics : public DiagnosticHandler {
public:
  /// `facts` is null if no facts are wanted.
  CollectDiagnostics(std::string &errors, std::string &remarks, std::vector<std::string> *facts)
      : errors_(errors), remarks_(remarks), facts_(facts) {}

  bool isAnalysisRemarkEnabled(StringRef) const override { return facts_; }

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() == DS_Error) {
      raw_string_ostream stream(errors_);
      DiagnosticPrinterRawOStream printer(stream);
      stream << (errors_.empty() ? "" : "\n");
      info.print(printer);
    }
    const auto *remark = dyn_cast<DiagnosticInfoOptimizationBase>(&info);
    const bool isLogged = remark && is_contained({"map-ids", "version-delinearised-ids", "partition-interior",
                                                  "packetise", "unroll-and-jam", "choose-fibers", "budget", "schedule"},
                                                 remark->getPassName());
    if (facts_ && remark &&
        (isLogged || is_contained({"packet-facts", "estimate-work", "schedule-facts"}, remark->getPassName())))
      addFact(*remark);
    if (isLogged) {
      if (remark->isLocationAvailable())
        remarks_ += remark->getLocationStr() + ": ";
      remarks_ += remark->getMsg() + "\n";
    }
    return true; // keeps LLVM from printing the diagnostic
  }

private:
  void addFact(const DiagnosticInfoOptimizationBase &remark) {
    // An obstacle makes the compiler give up packets, so the facts about packets no longer hold.
    if (remark.getRemarkName() == "Obstacle")
      erase_if(*facts_, [](StringRef fact) { return fact.starts_with(ofPackets); });
    std::string text;
    raw_string_ostream stream(text);
    json::OStream object(stream);
    object.objectBegin();
    const bool isOfPackets = is_contained({"Access", "Line", "EachLane"}, remark.getRemarkName());
    object.attribute("of", isOfPackets ? "packets" : "kernel");
    object.attribute("pass", remark.getPassName());
    object.attribute("name", remark.getRemarkName());
    if (remark.isLocationAvailable()) {
      const DiagnosticLocation location = remark.getLocation();
      object.attribute("file", json::fixUTF8(location.getRelativePath()));
      object.attribute("line", location.getLine());
      object.attribute("column", location.getColumn());
    }
    object.attribute("text", json::fixUTF8(remark.getMsg()));
    for (const DiagnosticInfoOptimizationBase::Argument &argument : remark.getArgs())
      if (argument.Key != "String")
        object.attribute(argument.Key, json::fixUTF8(argument.Val));
    object.objectEnd();
    facts_->push_back(std::move(text));
  }

  static constexpr StringLiteral ofPackets = R"({"of":"packets")";
  std::string &errors_;
  std::string &remarks_;
  std::vector<std::string> *facts_;
};

/// Sets a diagnostic handler for one stage, and restores the context's own handler at the stage's end.
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

PassRunner::PassRunner(Module &module, TargetMachine &target, PassRunnerOptions options)
    : module_(module), options_(std::move(options)) {
  callbacks_.registerShouldRunOptionalPassCallback([this](StringRef pass, const Any &unit) {
    return !memoryHasFailed() && !skipsPass(pass, unit) && !is_contained(leftOut_, pass);
  });
  PassBuilder builder(&target, PipelineTuningOptions(), std::nullopt, &callbacks_);
  analyses_.registerAll(builder, target.getTargetTriple());
  dump("input", /*changed=*/true);
}

void PassRunner::runStages(ArrayRef<Stage> stages, StageContext context) {
  context.callbacks = &callbacks_;
  context.takesFacts = options_.takeFacts;
  // Until the stage optimise sets the final level, passes that query the target's costs see this level.
  context.target->setOptLevel(isUnoptimised(context, module_) ? CodeGenOptLevel::None : CodeGenOptLevel::Aggressive);
  if (const std::optional<std::string> name = findRequired(context.code.without))
    error_ = "no stage '" + *name + "' may be left out";
  for (const PassInOptimise &pass : passesInOptimise())
    if (is_contained(context.code.without, pass.name))
      leftOut_.push_back(pass.className());
  for (const Stage &stage : stages) {
    if (error_.empty() && memoryHasFailed())
      error_ = "There is not enough memory.";
    if (!error_.empty())
      return;
    if (!is_contained(context.code.without, stage.name) && stage.when.holds(context, module_))
      run(stage, context);
  }
}

void PassRunner::run(const Stage &stage, const StageContext &context) {
  const Function *barrier = module_.getFunction(barrierName);
  hasRegions_ |= barrier && !barrier->use_empty();
  const uint64_t before = StageTime::now();
  error_ = runAndCollectErrors(stage, context);
  const uint64_t after = StageTime::now();
  if (options_.takeTimes)
    raw_string_ostream(timings_) << format("%8.3f ms  ", static_cast<double>(after - before) / 1e6) << stage.name
                                 << '\n';
  times_.push_back({stage.name.str(), before, after});
  ++stage_;
  dump(stage.name, /*changed=*/false);
  if (options_.afterEach)
    options_.afterEach(stage.name, module_);
  if (options_.verify && error_.empty())
    error_ = findInvalidIr(stage);
}

std::string PassRunner::runAndCollectErrors(const Stage &stage, const StageContext &context) {
  std::string errors;
  HandlerScope scope(module_.getContext(),
                     std::make_unique<CollectDiagnostics>(errors, remarks_, options_.takeFacts ? &facts_ : nullptr));
  stage.make(context).run(module_, analyses_.modules);
  return errors;
}

std::string PassRunner::findInvalidIr(const Stage &stage) {
  std::string broken;
  raw_string_ostream stream(broken);
  if (verifyModule(module_, &stream))
    return ("internal error: stage '" + stage.name + "' left broken IR: " + broken).str();
  if (const std::optional<std::string> flaw = findFlaw(module_, stage.gives))
    return ("internal error: stage '" + stage.name + "' left IR that isn't of the form '" + formName(stage.gives) +
            "': " + *flaw)
        .str();
  if (stage.gives == Form::group || stage.gives == Form::host)
    if (const Instruction *store = findUndefinedStore(module_, hasRegions_)) {
      stream << *store;
      return ("internal error: stage '" + stage.name + "' left a store of what has no value:" + broken).str();
    }
  return {};
}

Error PassRunner::takeError() { return error_.empty() ? Error::success() : createStringError(error_); }

void PassRunner::dump(StringRef name, bool changed) {
  if (options_.dumpFolder.empty())
    return;
  std::string text;
  raw_string_ostream(text) << module_;
  changed |= text != lastDump_;
  SmallString<128> path(options_.dumpFolder);
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
