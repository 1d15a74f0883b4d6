// weft-opt: runs stages of the kernel pipeline, or named passes, on LLVM IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PrintPasses.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "builtins/BuiltinLibrary.h"
#include "codegen/HostTarget.h"
#include "frontend/Spir64Verifier.h"
#include "kernel/AnalysisManagers.h"
#include "kernel/KernelAttributes.h"
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"
#include "pipeline/PassNames.h"
#include "pipeline/PassRunner.h"
#include "pipeline/Stages.h"
#include "tools/CodeFlags.h"
#include "tools/Version.h"

using namespace llvm;
using namespace weft::compiler;

namespace {

cl::OptionCategory category("weft-opt options");
cl::opt<std::string> inputFile(cl::Positional, cl::desc("<file.ll or ->"), cl::init("-"), cl::cat(category));
cl::opt<bool> listStages("stages", cl::desc("Print the list of stages, as it stands in docs/stages.md"),
                         cl::cat(category));
cl::opt<bool> onlyVerify("verify-spir64",
                         cl::desc("Look whether the module has the form that linked programs have, and do no more"),
                         cl::cat(category));
cl::opt<std::string> passNames("weft-passes",
                               cl::desc("Passes in their order: stages by name, with parameters, LLVM's own"),
                               cl::cat(category));
cl::opt<std::string> firstStage("from", cl::desc("The first stage to run (the pipeline's first)"), cl::cat(category));
cl::opt<std::string> lastStage("to", cl::desc("The last stage to run (the pipeline's last)"), cl::cat(category));
cl::opt<bool> remarks("remarks", cl::desc("Print how the kernel became vector code"), cl::cat(category));
cl::opt<bool> times("times", cl::desc("Print the time that each stage takes"), cl::cat(category));

int fail(const Twine &sentence) {
  errs() << "weft-opt: " << sentence << '\n';
  return 1;
}
int fail(Error error) { return fail(toString(std::move(error))); }

/// Prints the tables of docs/stages.md: forms, stages, parameterised passes, and the parts of two stages.
void printStages(raw_ostream &out) {
  out << "| form | meaning |\n| --- | --- |\n";
  for (const Form form : allForms)
    out << "| `" << formName(form) << "` | " << formSentence(form) << " |\n";
  out << "\n| stage | takes | gives | after the stage | runs |\n| --- | --- | --- | --- | --- |\n";
  for (const Stage &stage : allStages())
    out << "| `" << stage.name << "` | " << formName(stage.takes) << " | " << formName(stage.gives) << " | "
        << stage.sentence << " | " << stage.when.sentence << (stage.need == Need::forSpeed ? "; may be left out" : "")
        << " |\n";
  out << "\n| pass of Weft in `optimise` | after the pass | runs |\n| --- | --- | --- |\n";
  for (const PassInOptimise &pass : passesInOptimise())
    out << "| `" << pass.name << "` | " << pass.sentence << " | unless built with `-cl-opt-disable`"
        << (pass.need == Need::forSpeed ? "; may be left out" : "") << " |\n";
  out << "\n| with a parameter | |\n| --- | --- |\n";
  for (const ParameterisedPass &pass : parameterisedPasses())
    out << "| `" << pass.name << "<" << pass.grammar << ">` | " << pass.sentence << " |\n";
  out << "\n| rule of `legalise-masked-memory` | after the rule | applies |\n| --- | --- | --- |\n";
  for (const MaskedMemoryRule &rule : maskedMemoryRules())
    out << "| `" << rule.name << "` | " << rule.sentence << " | "
        << (rule.appliesIfUnoptimised ? "always" : "unless built with `-cl-opt-disable`") << " |\n";
}

/// Runs the passes of the flag --weft-passes one after the other. A stage among them runs even if its condition doesn't
/// hold.
int runPasses(Module &module, const StageContext &stageContext) {
  AnalysisManagers analyses;
  PassBuilder builder;
  analyses.registerAll(builder, stageContext.target->getTargetTriple());
  builder.registerPipelineParsingCallback(
      [&](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return addPass(name, stageContext, passes);
      });
  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, passNames))
    return fail(std::move(error));
  passes.run(module, analyses.modules);
  if (verifyModule(module, &errs()))
    return 1;
  outs() << module;
  return module.getContext().getDiagHandlerPtr()->HasErrors ? 1 : 0;
}

/// Runs a part of the pipeline as the compiler does, and verifies the IR after each stage. LLVM's flags --print-after
/// and --print-after-all take the names of stages.
int runStages(Module &module, const StageContext &stageContext) {
  std::vector<std::string> names = printAfterPasses();
  names.insert(names.end(), {firstStage, lastStage});
  for (const std::string &name : names)
    if (!name.empty() && name != "*" && !findStage(name))
      return fail("there is no stage '" + Twine(name) + "'; --stages lists them");
  const ArrayRef<Stage> stages = stagesBetween(firstStage, lastStage);
  if (stages.empty())
    return fail("the stage '" + firstStage + "' comes after '" + lastStage + "'");
  if (const std::optional<std::string> flaw = findFlaw(module, stages.front().takes))
    return fail("the stage '" + stages.front().name + "' takes the form '" + formName(stages.front().takes) +
                "', which the module hasn't got: " + *flaw);
  PassRunner runner(
      module, *stageContext.target,
      {.dumpFolder = {}, .takeTimes = times, .verify = true, .afterEach = [&](StringRef name, const Module &after) {
         if (shouldPrintAfterPass(name))
           outs() << "; After " << name << ":\n" << after << '\n';
       }});
  runner.runStages(stages, stageContext);
  errs() << runner.timings() << (remarks ? runner.remarks() : "");
  if (Error error = runner.takeError())
    return fail(std::move(error));
  if (!shouldPrintAfterSomePass())
    outs() << module;
  return 0;
}

int run(const CodeFlags &flags) {
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(inputFile, diagnostic, context);
  if (!module) {
    diagnostic.print("weft-opt", errs());
    return 1;
  }
  if (onlyVerify) {
    Error error = verifySpir64(*module);
    if (!error)
      error = verifyNames(*module, BuiltinLibrary::embedded());
    return error ? fail(std::move(error)) : 0;
  }
  auto target = createHostTarget(flags.request().cpu);
  if (!target)
    return fail(target.takeError());
  // A module that comes from the middle of the pipeline has its schedule; the flag replaces it.
  if (Function *kernel = findKernel(*module); kernel && flags.request().schedule != weft::KernelSchedule())
    setSchedule(*kernel, flags.request().schedule);
  const StageContext stageContext(flags.request(), {}, **target, BuiltinLibrary::embedded());
  return passNames.empty() ? runStages(*module, stageContext) : runPasses(*module, stageContext);
}

} // namespace

int main(int argc, char **argv) {
  const InitLLVM initialise(argc, argv);
  const CodeFlags flags(category);
  addVersionPrinter("weft-opt");
  cl::ParseCommandLineOptions(argc, argv, "Runs stages of Weft's kernel pipeline on LLVM IR.\n");
  if (listStages) {
    printStages(outs());
    return 0;
  }
  return run(flags);
}
