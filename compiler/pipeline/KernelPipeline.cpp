// The order of passes from a linked program's IL to one optimised kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/KernelPipeline.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include "builtins/BuiltinLibrary.h"
#include "builtins/archive/MangledName.h"
#include "codegen/TargetProfile.h"
#include "kernel/CombineInstructionsPass.h"
#include "kernel/ContractMultiplyAddsPass.h"
#include "kernel/KernelAttributes.h"
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
#include "passes/groups/RegionCuts.h"
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
#include "pipeline/Ambition.h"
#include "pipeline/DumpFolder.h"
#include "pipeline/PassRunner.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool worksOnPackets(Module &program) {
  const Function *kernel = findKernel(program);
  return kernel && packetWidth(*kernel) > 1;
}

bool isUnrolled(Module &program) {
  const Function *kernel = findKernel(program);
  return kernel && kernel->hasFnAttribute(unrolledAttribute);
}

/// Whether work-items wait for each other in loops.
bool spins(Module &program) {
  const Function *kernel = findKernel(program);
  return kernel && kernel->hasFnAttribute(spinsAttribute);
}

/// Whether work-items have to be fibers as loops would be copies of the kernel without end; says so.
bool hasTooManyRegions(Module &program, size_t mostInstructions) {
  Function *kernel = findKernel(program);
  if (!kernel || regionsFit(*kernel, RegionLimits(), mostInstructions))
    return false;
  OptimizationRemarkMissed remark("budget", "Regions", DiagnosticLocation(), &kernel->getEntryBlock());
  program.getContext().diagnose(remark << "on fibers: the code between its barriers, copied for each way through them, "
                                          "would be more than "
                                       << std::to_string(mostInstructions) << " instructions");
  return true;
}

/// Brings variables into registers and clears away what inlining left, so that few values live across barriers.
/// Nothing here may copy a barrier or unroll a loop.
ModulePassManager simplification() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(CombineInstructionsPass());
  ModulePassManager module;
  module.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  return module;
}

/// The same for a kernel whose loops were unrolled: SROA sees constant indices only where these have been computed, and
/// the copies that never run are gone.
ModulePassManager simplificationOfUnrolled() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass());
  passes.addPass(SimplifyCFGPass());
  ModulePassManager module;
  module.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  module.addPass(simplification());
  return module;
}

/// Follows generic pointers back to the address spaces that they come from, so that accesses through them count as
/// global, local or private ones wherever that can be seen.
ModulePassManager inferAddressSpaces(bool optimise) {
  FunctionPassManager passes;
  if (optimise)
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(InferAddressSpacesPass(spirGeneric));
  ModulePassManager module;
  module.addPass(createModuleToFunctionPassAdaptor(std::move(passes)));
  return module;
}

Error retarget(Module &module, TargetMachine &target) {
  module.setTargetTriple(target.getTargetTriple());
  module.setDataLayout(target.createDataLayout());
  return Error::success();
}

/// The same machine for all functions, or LLVM would not inline one into the other.
Error setFunctionTargets(Module &module, TargetMachine &target, Attempt attempt) {
  for (Function &function : module) {
    if (function.isIntrinsic())
      continue;
    function.setCallingConv(CallingConv::C);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        call->setCallingConv(CallingConv::C);
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.getTargetCPU());
    function.addFnAttr("target-features", target.getTargetFeatureString());
    if (attempt != Attempt::usual) {
      function.addFnAttr("prefer-vector-width", "256");
      function.addFnAttr("min-legal-vector-width", "0");
    }
  }
  return Error::success();
}

/// LLVM's own optimisation, as much of it as the kernel's length allows.
Error optimiseForHost(PassRunner &runner, Module &program, TargetMachine &target, bool optimise,
                      const CompileBudget &budget) {
  const Ambition ambition = optimise ? chooseAmbition(program, budget) : Ambition::none;
  target.setOptLevel(codeGenLevel(ambition));
  runner.runOn(program, runner.hostPipeline(optimizationLevel(ambition), tuningOptions(ambition, program, budget)));
  return Error::success();
}

/// Whether the kernel is to be (-cl-opt-disable); it stands for all that is linked with it.
bool isOptimised(const Module &program, StringRef kernelName) {
  const Function *kernel = program.getFunction(kernelName);
  return !kernel || !kernel->hasFnAttribute(unoptimisedAttribute);
}

} // namespace

Expected<KernelPipelineOutcome> runKernelPipeline(Module &program, const KernelPipelineOptions &options,
                                                  TargetMachine &target, const BuiltinLibrary &builtins) {
  PassRunner runner(program, &target, makeDumpFolder(options), options.logTimes);
  const CodeRequest &code = options.code;
  const TargetProfile profile = TargetProfile::of(target);
  const bool fibers = code.executor == CodeExecutor::fibers;
  const bool optimise = isOptimised(program, code.kernel);
  target.setOptLevel(optimise ? CodeGenOptLevel::Aggressive : CodeGenOptLevel::None);

  // One kernel in one function with the ABI's signature; the local id alone tells work-items apart.
  runner.run("extract-kernel", ExtractKernelPass(code));
  runner.run("lower-images", LowerImagesPass());
  runner.runStage("link-opencl-builtins", [&] { return builtins.linkOpenCl(program); });
  runner.run("inline-work-item-calls", InlineWorkItemCallsPass(options.budget.inlined));
  runner.run("choose-sub-groups", ChooseSubGroupsPass(profile.packets.usual));
  // A sub-group is a packet, or as many fibers. Packets are no longer what was written.
  const Function *kernel = findKernel(program);
  const bool hasSubGroups = kernel && kernel->hasFnAttribute(subGroupsAttribute);
  const bool packets = (code.packets != CodePackets::never || hasSubGroups) && !fibers && optimise;
  runner.run("bind-arguments", BindArgumentsPass());
  runner.run("lower-local-memory", LowerLocalMemoryPass());
  runner.run("lower-program-variables", LowerProgramVariablesPass());
  runner.run("lower-work-item-functions", LowerWorkItemFunctionsPass());
  if (packets)
    runner.run("inline-functions", InlineFunctionsPass());
  runner.run("lower-atomics", LowerAtomicsPass());
  runner.run("lower-vector-accesses", LowerVectorAccessesPass());
  runner.run("lower-simple-builtins", LowerSimpleBuiltinsPass());
  // From here to simplify nothing may join casts: local memory's address is a cast from the ABI's structs.
  runner.run("infer-address-spaces", inferAddressSpaces(optimise));
  runner.run("resolve-generic-pointers", ResolveGenericPointersPass());
  runner.run("guard-arithmetic", GuardArithmeticPass());
  if (optimise) {
    // In the front end too; these are of functions that have been inlined since.
    runner.run("contract-multiply-adds", ContractMultiplyAddsPass());
    runner.run("simplify", simplification());
    runner.run("unroll-loops", UnrollLoopsPass(options.budget));
    if (isUnrolled(program))
      runner.run("simplify-unrolled", simplificationOfUnrolled());
    runner.run("privatise-local-memory", PrivatiseLocalMemoryPass());
  }

  // Work-items become loop iterations, or fibers.
  runner.run("yield-in-spin-loops", YieldInSpinLoopsPass());
  bool needsFibers = spins(program);
  runner.runStage("bound-regions", [&] {
    needsFibers |= !fibers && hasTooManyRegions(program, options.budget.regions);
    return Error::success();
  });
  if (packets && !needsFibers)
    runner.run("packetise", PacketisePass(builtins, profile, code.packets == CodePackets::quicker, options.budget));
  if (fibers || needsFibers || (hasSubGroups && !worksOnPackets(program)))
    runner.run("work-item-fibers", WorkItemFibersPass());
  else
    runner.run("work-item-loops", WorkItemLoopsPass());
  if (worksOnPackets(program))
    runner.run("jam-rows", JamRowsPass(profile));
  runner.run("relax-local-atomics", RelaxLocalAtomicsPass());

  // From here on it is a program for the host like any other.
  runner.run("flatten-address-spaces", FlattenAddressSpacesPass());
  runner.run("lower-printf", LowerPrintfPass());
  if (optimise) {
    runner.run("outline-regions", OutlineRegionsPass());
    runner.run("outline-sections", OutlineSectionsPass());
  }
  runner.runStage("retarget", [&] { return retarget(program, target); });
  runner.runStage("link-builtins", [&] { return builtins.linkFlat(program); });
  runner.run("specialise-images", SpecialiseImagesPass());
  runner.runStage("set-function-targets", [&] { return setFunctionTargets(program, target, options.attempt); });
  runner.run("describe-kernel", DescribeKernelPass());
  const bool optimiseHostCode = optimise && options.attempt != Attempt::unoptimised;
  runner.runStage("optimise",
                  [&] { return optimiseForHost(runner, program, target, optimiseHostCode, options.budget); });
  runner.run("lower-permutations", LowerPermutationsPass());
  runner.run("lower-vector-division", LowerVectorDivisionPass());
  runner.run("narrow-masked-accesses", NarrowMaskedAccessesPass());

  if (Error error = runner.takeError())
    return error;
  return KernelPipelineOutcome{runner.timings(), runner.remarks()};
}

} // namespace weft::compiler
