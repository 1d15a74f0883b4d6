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
#include "kernel/CombineInstructionsPass.h"
#include "kernel/ContractMultiplyAddsPass.h"
#include "passes/builtins/GuardArithmeticPass.h"
#include "passes/builtins/LowerAtomicsPass.h"
#include "passes/builtins/LowerImagesPass.h"
#include "passes/builtins/LowerPrintfPass.h"
#include "passes/builtins/LowerSimpleBuiltinsPass.h"
#include "passes/builtins/LowerVectorAccessesPass.h"
#include "passes/builtins/ResolveGenericPointersPass.h"
#include "passes/builtins/SpecialiseImagesPass.h"
#include "passes/groups/JamRowsPass.h"
#include "passes/groups/OutlineRegionsPass.h"
#include "passes/groups/PrivatiseLocalMemoryPass.h"
#include "passes/groups/RelaxLocalAtomicsPass.h"
#include "passes/groups/WorkItemFibersPass.h"
#include "passes/groups/WorkItemLoopsPass.h"
#include "passes/groups/YieldInSpinLoopsPass.h"
#include "passes/host/FlattenAddressSpacesPass.h"
#include "passes/host/LowerPermutationsPass.h"
#include "passes/host/LowerVectorDivisionPass.h"
#include "passes/host/NarrowMaskedAccessesPass.h"
#include "passes/host/OutlineSectionsPass.h"
#include "passes/kernel/BindArgumentsPass.h"
#include "passes/kernel/ChooseSubGroupsPass.h"
#include "passes/kernel/DescribeKernelPass.h"
#include "passes/kernel/ExtractKernelPass.h"
#include "passes/kernel/InlineFunctionsPass.h"
#include "passes/kernel/InlineWorkItemCallsPass.h"
#include "passes/kernel/LowerLocalMemoryPass.h"
#include "passes/kernel/LowerProgramVariablesPass.h"
#include "passes/kernel/LowerWorkItemFunctionsPass.h"
#include "passes/kernel/UnrollLoopsPass.h"
#include "passes/packets/PacketisePass.h"

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
/// packetise<width[..widest][;permutes-bytes][;if-quicker][;most=..]>, jam-rows<registers x bytes of each> (16x32),
/// unroll-loops<most instructions> and choose-sub-groups<size> take a parameter; the others stand in the registry.
bool parsePass(StringRef name, ModulePassManager &passes) {
  if (name.consume_front("extract-kernel<") && name.consume_back(">")) {
    weft::CodeRequest request;
    request.indices = wideIndices ? weft::CodeIndices::wide : weft::CodeIndices::narrow;
    request.kernel = name;
    passes.addPass(ExtractKernelPass(std::move(request)));
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
    TargetProfile profile = TargetProfile::generic();
    profile.legal.permuted = permutesBytes ? 1 : 0;
    if (usual.getAsInteger(10, profile.packets.usual) ||
        (widest.empty() ? usual : widest).getAsInteger(10, profile.packets.widest))
      return false;
    passes.addPass(PacketisePass(BuiltinLibrary::embedded(), profile, ifQuicker, budget));
    return true;
  }
  if (name.consume_front("unroll-loops<") && name.consume_back(">")) {
    CompileBudget budget;
    if (name.getAsInteger(10, budget.unrolled))
      return false;
    passes.addPass(UnrollLoopsPass(budget));
    return true;
  }
  if (name.consume_front("jam-rows<") && name.consume_back(">")) {
    const auto [count, bytes] = name.split("x");
    TargetProfile profile = TargetProfile::generic();
    if (count.getAsInteger(10, profile.registers.count) || bytes.getAsInteger(10, profile.registers.bytes))
      return false;
    passes.addPass(JamRowsPass(profile));
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
#include "pipeline/PassRegistry.def"
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
