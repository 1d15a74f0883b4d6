// weft-opt: runs named passes on LLVM IR, for the tests of the passes and for looking at one by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "builtins/BuiltinLibrary.h"
#include "passes/BindArgumentsPass.h"
#include "passes/ChooseSubGroupsPass.h"
#include "passes/CombineInstructionsPass.h"
#include "passes/ContractMultiplyAddsPass.h"
#include "passes/DescribeKernelPass.h"
#include "passes/ExtractKernelPass.h"
#include "passes/FlattenAddressSpacesPass.h"
#include "passes/GuardArithmeticPass.h"
#include "passes/InlineFunctionsPass.h"
#include "passes/InlineWorkItemCallsPass.h"
#include "passes/JamRowsPass.h"
#include "passes/LowerAtomicsPass.h"
#include "passes/LowerImagesPass.h"
#include "passes/LowerLocalMemoryPass.h"
#include "passes/LowerPermutationsPass.h"
#include "passes/LowerPrintfPass.h"
#include "passes/LowerProgramVariablesPass.h"
#include "passes/LowerSimpleBuiltinsPass.h"
#include "passes/LowerVectorAccessesPass.h"
#include "passes/LowerVectorDivisionPass.h"
#include "passes/LowerWorkItemFunctionsPass.h"
#include "passes/NarrowMaskedAccessesPass.h"
#include "passes/OutlineRegionsPass.h"
#include "passes/OutlineSectionsPass.h"
#include "passes/PacketisePass.h"
#include "passes/PrivatiseLocalMemoryPass.h"
#include "passes/RelaxLocalAtomicsPass.h"
#include "passes/ResolveGenericPointersPass.h"
#include "passes/SpecialiseImagesPass.h"
#include "passes/WorkItemFibersPass.h"
#include "passes/WorkItemLoopsPass.h"
#include "passes/YieldInSpinLoopsPass.h"

using namespace llvm;
using namespace weft::compiler;

namespace {

cl::opt<std::string> inputFile(cl::Positional, cl::desc("<file.ll or ->"), cl::init("-"));
cl::opt<std::string> passNames("weft-passes", cl::Required,
                               cl::desc("Passes in their order: Weft's, LLVM's, extract-kernel<name>"));
cl::opt<bool> wideIndices("wide-indices",
                          cl::desc("extract-kernel: ids may need more than 31 bits, indices more than 32"));

/// extract-kernel<name>, outline-regions<least instructions>, outline-sections<length>, work-item-loops<length>,
/// combine-instructions<most uses>, inline-work-item-calls<most instructions>,
/// packetise<width[..widest][;permutes-bytes][;if-quicker][;most=..]>, jam-rows<registers x bytes of each> (16x32) and
/// choose-sub-groups<size> take a parameter; the others stand in the registry.
bool parsePass(StringRef name, ModulePassManager &passes) {
  if (name.consume_front("extract-kernel<") && name.consume_back(">")) {
    passes.addPass(ExtractKernelPass({name.str(), wideIndices, {0, 0, 0}}));
    return true;
  }
  unsigned leastInstructions = 0;
  if (name.consume_front("outline-regions<") && name.consume_back(">") && !name.getAsInteger(10, leastInstructions)) {
    passes.addPass(OutlineRegionsPass(leastInstructions, 2));
    return true;
  }
  unsigned mostUses = 0;
  if (name.consume_front("combine-instructions<") && name.consume_back(">") && !name.getAsInteger(10, mostUses)) {
    passes.addPass(createModuleToFunctionPassAdaptor(CombineInstructionsPass(mostUses)));
    return true;
  }
  unsigned sectionLength = 0;
  if (name.consume_front("outline-sections<") && name.consume_back(">") && !name.getAsInteger(10, sectionLength)) {
    passes.addPass(OutlineSectionsPass(sectionLength));
    return true;
  }
  unsigned regionLength = 0; // with overlaps of no more than once the kernel
  if (name.consume_front("work-item-loops<") && name.consume_back(">") && !name.getAsInteger(10, regionLength)) {
    passes.addPass(WorkItemLoopsPass({.growth = 1,
                                      .growthMargin = 0,
                                      .longKernel = 0,
                                      .length = regionLength,
                                      .restsOfKnownSize = regionLength,
                                      .restsOfAnySize = regionLength}));
    return true;
  }
  size_t mostInlined = 0;
  if (name.consume_front("inline-work-item-calls<") && name.consume_back(">") && !name.getAsInteger(10, mostInlined)) {
    passes.addPass(InlineWorkItemCallsPass(mostInlined));
    return true;
  }
  unsigned width = 0;
  if (name.consume_front("packetise<") && name.consume_back(">")) {
    CompileBudget budget;
    const auto [widths, most] = name.split(";most=");
    if (!most.empty() && most.getAsInteger(10, budget.packets))
      return false;
    name = widths;
    const bool ifQuicker = name.consume_back(";if-quicker");
    const bool permutesBytes = name.consume_back(";permutes-bytes");
    const auto [usual, widest] = name.split("..");
    PacketTarget target{};
    target.permutesBytes = permutesBytes;
    if (usual.getAsInteger(10, target.usual) || (widest.empty() ? usual : widest).getAsInteger(10, target.widest))
      return false;
    passes.addPass(PacketisePass(BuiltinLibrary::embedded(), target, ifQuicker, budget));
    return true;
  }
  if (name.consume_front("jam-rows<") && name.consume_back(">")) {
    const auto [count, bytes] = name.split("x");
    VectorRegisters registers{};
    if (count.getAsInteger(10, registers.count) || bytes.getAsInteger(10, registers.bytes))
      return false;
    passes.addPass(JamRowsPass(registers));
    return true;
  }
  if (name.consume_front("choose-sub-groups<") && name.consume_back(">") && !name.getAsInteger(10, width)) {
    passes.addPass(ChooseSubGroupsPass(width));
    return true;
  }
#define WEFT_PASS(passName, Class)                                                                                     \
  if (name == passName) {                                                                                              \
    passes.addPass(Class());                                                                                           \
    return true;                                                                                                       \
  }
#include "passes/PassRegistry.def"
  return false;
}

} // namespace

int main(int argc, char **argv) {
  InitLLVM initialise(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Runs passes of Weft's kernel pipeline on LLVM IR.\n");

  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(inputFile, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], errs());
    return 1;
  }

  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager callGraphAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder builder;
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, callGraphAnalyses, moduleAnalyses);
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        return parsePass(name, passes);
      });

  ModulePassManager passes;
  if (Error error = builder.parsePassPipeline(passes, passNames)) {
    errs() << argv[0] << ": " << toString(std::move(error)) << '\n';
    return 1;
  }
  passes.run(*module, moduleAnalyses);
  if (verifyModule(*module, &errs()))
    return 1;
  outs() << *module;
  return context.getDiagHandlerPtr()->HasErrors ? 1 : 0;
}
