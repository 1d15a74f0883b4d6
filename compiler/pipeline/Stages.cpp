// The stages of the kernel pipeline, from a linked program's IL to one optimised kernel for the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/Stages.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

#include "builtins/BuiltinLibrary.h"
#include "builtins/archive/MangledName.h"
#include "kernel/CombineInstructionsPass.h"
#include "kernel/ContractMultiplyAddsPass.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PacketFork.h"
#include "passes/builtins/FormDotProductsPass.h"
#include "passes/builtins/GuardArithmeticPass.h"
#include "passes/builtins/LowerBuiltinsPass.h"
#include "passes/builtins/LowerImagesPass.h"
#include "passes/builtins/LowerLaunchCallsPass.h"
#include "passes/builtins/MarkCopiesPass.h"
#include "passes/builtins/ResolveGenericPointersPass.h"
#include "passes/builtins/SpecialiseImagesPass.h"
#include "passes/groups/ChooseFibersPass.h"
#include "passes/groups/OutlineLongCodePass.h"
#include "passes/groups/RelaxLocalAtomicsPass.h"
#include "passes/groups/StreamStoresPass.h"
#include "passes/groups/UnrollAndJamPass.h"
#include "passes/groups/UnrollPacketLoopPass.h"
#include "passes/groups/WorkItemFibersPass.h"
#include "passes/groups/WorkItemLoopsPass.h"
#include "passes/host/FlattenAddressSpacesPass.h"
#include "passes/host/ForwardStoresPass.h"
#include "passes/host/LowerVectorOperationsPass.h"
#include "passes/host/NarrowStreamsPass.h"
#include "passes/host/OrderClockReadsPass.h"
#include "passes/host/ShareLaneAddressesPass.h"
#include "passes/host/TrimPacketLoopsPass.h"
#include "passes/kernel/BindLaunchPass.h"
#include "passes/kernel/CheckVariablesPass.h"
#include "passes/kernel/ChooseSubGroupsPass.h"
#include "passes/kernel/DescribeKernelPass.h"
#include "passes/kernel/DropVolatilePass.h"
#include "passes/kernel/EstimateWorkPass.h"
#include "passes/kernel/ExtractKernelPass.h"
#include "passes/kernel/FindTilesPass.h"
#include "passes/kernel/InlineFunctionsPass.h"
#include "passes/kernel/InlineWorkItemCallsPass.h"
#include "passes/kernel/InsertChecksPass.h"
#include "passes/kernel/LowerWorkItemFunctionsPass.h"
#include "passes/kernel/PeelPowerOfTwoLoopsPass.h"
#include "passes/kernel/SeparateBuffersPass.h"
#include "passes/kernel/UnrollLoopsPass.h"
#include "passes/llvm-workarounds/ExtractByShufflesPass.h"
#include "passes/llvm-workarounds/FinishUnrollingPass.h"
#include "passes/llvm-workarounds/FoldFloatComparisonsPass.h"
#include "passes/llvm-workarounds/HideWrappingIndicesPass.h"
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"
#include "passes/packets/CanonicaliseTripCountPass.h"
#include "passes/packets/CoalesceAccessesPass.h"
#include "passes/packets/ColumnPrefetch.h"
#include "passes/packets/CommitPacketsPass.h"
#include "passes/packets/FlattenBranchesPass.h"
#include "passes/packets/InterleavePrivateArraysPass.h"
#include "passes/packets/JoinPacketRegionsPass.h"
#include "passes/packets/MapIdsPass.h"
#include "passes/packets/PacketPreparation.h"
#include "passes/packets/PacketisePass.h"
#include "passes/packets/PartitionInteriorPass.h"
#include "passes/packets/PromoteToScalarPass.h"
#include "passes/packets/ScalariseVectorBuiltinsPass.h"
#include "passes/packets/SpeculateSelectsPass.h"
#include "passes/packets/TilePrefetch.h"
#include "passes/packets/UnrollContiguousLoopsPass.h"
#include "passes/packets/VersionDelinearisedIdsPass.h"
#include "passes/packets/VersionOnGuardPass.h"
#include "pipeline/HostSteps.h"
#include "pipeline/OptimisePass.h"
#include "schedule/ChooseSchedulePass.h"

using namespace llvm;

namespace weft::compiler {

namespace {

// When stages run.

bool hasAttribute(Module &module, StringRef attribute) {
  const Function *kernel = findKernel(module);
  return kernel && kernel->hasFnAttribute(attribute);
}

/// The executor that the kernel's schedule names.
ScheduleExecutor executorOf(Module &module) {
  const Function *kernel = findKernel(module);
  return kernel ? scheduleOf(*kernel).executor : ScheduleExecutor::automatic;
}

bool isOptimised(const StageContext &context, Module &module) { return !isUnoptimised(context, module); }

/// Whether the kernel may work on packets. If the schedule forbids packets, a kernel that uses sub-groups may still
/// have them, because its sub-groups are packets (otherwise each work-item of a sub-group is a fiber). An unoptimised
/// kernel has no packets, because they don't correspond to the source code.
bool mayBeOnPackets(const StageContext &context, Module &module) {
  const ScheduleExecutor executor = executorOf(module);
  return (executor != ScheduleExecutor::loops || hasAttribute(module, subGroupsAttribute)) &&
         executor != ScheduleExecutor::fibers && isOptimised(context, module);
}

bool mustBeOnFibers(Module &module) {
  return executorOf(module) == ScheduleExecutor::fibers || hasAttribute(module, needsFibersAttribute) ||
         hasAttribute(module, checksBarriersAttribute);
}

bool isOnPackets(const StageContext &, Module &module) {
  const Function *kernel = findKernel(module);
  return kernel && packetWidth(*kernel) > 1;
}

bool isOnFibers(const StageContext &context, Module &module) {
  return mustBeOnFibers(module) || (hasAttribute(module, subGroupsAttribute) && !isOnPackets(context, module));
}

bool isChecked(const StageContext &context, CodeCheck check) { return context.code.checks.has(check); }

constexpr Condition always{"always", [](const StageContext &, Module &) { return true; }};
constexpr Condition optimised{"unless built with `-cl-opt-disable`", isOptimised};
constexpr Condition inOneBody{"if the schedule allows packets or the kernel uses sub-groups; not for fibers, nor with "
                              "`-cl-opt-disable`; always if "
                              "the kernel is checked",
                              [](const StageContext &context, Module &module) {
                                return mayBeOnPackets(context, module) || context.code.checks.any();
                              }};
constexpr Condition optimisedOrChecked{"unless built with `-cl-opt-disable`; always if the kernel is checked",
                                       [](const StageContext &context, Module &module) {
                                         return isOptimised(context, module) || context.code.checks.any();
                                       }};
constexpr Condition checkingValues{"if values are checked", [](const StageContext &context, Module &) {
                                     return isChecked(context, CodeCheck::values);
                                   }};
constexpr Condition checking{"if the kernel is checked",
                             [](const StageContext &context, Module &) { return context.code.checks.any(); }};
constexpr Condition towardsPackets{"like `inline-functions`, unless an earlier stage has chosen fibers",
                                   [](const StageContext &context, Module &module) {
                                     return mayBeOnPackets(context, module) && !mustBeOnFibers(module);
                                   }};
constexpr Condition forked{"after `fork-packets`",
                           [](const StageContext &, Module &module) { return findOriginal(module) != nullptr; }};
constexpr Condition forkedWithoutSubGroups{"like `choose-schedule`, unless the kernel uses sub-groups",
                                           [](const StageContext &, Module &module) {
                                             return findOriginal(module) && !hasAttribute(module, subGroupsAttribute);
                                           }};
constexpr Condition onFibers{"if the schedule names fibers, or the kernel can run on nothing else", isOnFibers};
constexpr Condition onLoops{"if `work-item-fibers` doesn't run",
                            [](const StageContext &context, Module &module) { return !isOnFibers(context, module); }};
constexpr Condition asked{"for `weft-report`",
                          [](const StageContext &context, Module &) { return context.takesFacts; }};
constexpr Condition onPackets{"if the kernel works on packets", isOnPackets};
constexpr Condition onPacketsToStay{
    "if the kernel works on packets, in code for one local size or for 64-bit indices",
    [](const StageContext &context, Module &module) {
      const bool forAnySize = context.code.localSize == decltype(context.code.localSize){};
      return isOnPackets(context, module) && (!forAnySize || context.code.indices != CodeIndices::index32);
    }};

// What stages are made of.

/// Runs a step that isn't an LLVM pass. Its error is emitted to the context.
class CallbackPass : public PassInfoMixin<CallbackPass> {
public:
  explicit CallbackPass(std::function<Error(Module &)> step) : step_(std::move(step)) {}

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    if (Error error = step_(module))
      module.getContext().emitError(toString(std::move(error)));
    return PreservedAnalyses::none();
  }

private:
  std::function<Error(Module &)> step_;
};

template <typename Pass> ModulePassManager passes(Pass pass) {
  ModulePassManager passes;
  passes.addPass(std::move(pass));
  return passes;
}

ModulePassManager passes(FunctionPassManager functionPasses) {
  return passes(createModuleToFunctionPassAdaptor(std::move(functionPasses)));
}

/// Makes the stage of a single pass without parameters.
template <typename Pass> ModulePassManager plain(const StageContext &) { return passes(Pass()); }

template <typename Pass> ModulePassManager onFunctions(const StageContext &) {
  FunctionPassManager pass;
  pass.addPass(Pass());
  return passes(std::move(pass));
}

ModulePassManager extractKernel(const StageContext &context) { return passes(ExtractKernelPass(context.code)); }

/// MarkCopiesPass prepares the builtins that copy asynchronously for checks of barriers and races.
ModulePassManager linkOpenClBuiltins(const StageContext &context) {
  ModulePassManager all =
      passes(CallbackPass([builtins = context.builtins](Module &module) { return builtins->linkOpenCl(module); }));
  all.addPass(MarkCopiesPass());
  return all;
}

ModulePassManager inlineWorkItemCalls(const StageContext &context) {
  return passes(InlineWorkItemCallsPass(context.budget.inlined));
}

ModulePassManager chooseSubGroups(const StageContext &context) {
  return passes(ChooseSubGroupsPass(context.profile.packets.usual));
}

/// Variables whose address isn't taken are no longer volatile, so that they can be promoted. SROA removes accesses
/// beyond the end of a variable, which the checks are to find. So if the kernel has checks, PromotePass runs instead,
/// which leaves variables with such accesses as they are.
ModulePassManager promoteVariables(const StageContext &context) {
  FunctionPassManager promotion;
  if (context.code.checks.any())
    promotion.addPass(PromotePass());
  else
    promotion.addPass(SROAPass(SROAOptions::ModifyCFG));
  ModulePassManager all = passes(DropVolatilePass());
  all.addPass(createModuleToFunctionPassAdaptor(std::move(promotion)));
  return all;
}

/// LLVM's pass traces generic pointers back to the address spaces that they come from. If that succeeds, accesses
/// through these pointers become accesses to global, local or private memory. Our pass resolves what asks for the
/// address space of a pointer.
ModulePassManager resolveGenericPointers(const StageContext &) {
  FunctionPassManager inference;
  inference.addPass(InferAddressSpacesPass(spirGeneric));
  ModulePassManager all = passes(std::move(inference));
  all.addPass(ResolveGenericPointersPass());
  return all;
}

/// Promotes variables to values and cleans up after inlining, so that few values live across barriers. No pass in this
/// list may copy a barrier or unroll a loop.
FunctionPassManager simplification() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(CombineInstructionsPass());
  return passes;
}

/// The front end has contracted multiply-adds already. Here those in functions that have been inlined since are
/// contracted, before InstCombine could multiply them out.
ModulePassManager simplify(const StageContext &) {
  ModulePassManager all = passes(ContractMultiplyAddsPass());
  all.addPass(createModuleToFunctionPassAdaptor(simplification()));
  return all;
}

/// Runs passes if the kernel has an attribute.
class IfAttributePass : public PassInfoMixin<IfAttributePass> {
public:
  IfAttributePass(StringRef attribute, ModulePassManager passes) : attribute_(attribute), passes_(std::move(passes)) {}

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &analyses) {
    return hasAttribute(module, attribute_) ? passes_.run(module, analyses) : PreservedAnalyses::all();
  }

private:
  StringRef attribute_;
  ModulePassManager passes_;
};

/// SROA needs constant indices. So after unrolling, two passes first compute constants, and remove copies of loop
/// bodies that never run. Then the passes of simplify() run again.
ModulePassManager unrollLoops(const StageContext &context) {
  FunctionPassManager cleanUp;
  cleanUp.addPass(EarlyCSEPass());
  cleanUp.addPass(SimplifyCFGPass());
  cleanUp.addPass(simplification());
  ModulePassManager all = passes(UnrollLoopsPass(context.budget));
  all.addPass(IfAttributePass(unrolledAttribute, passes(std::move(cleanUp))));
  return all;
}

ModulePassManager chooseFibers(const StageContext &context) { return passes(ChooseFibersPass(context.budget.regions)); }

ModulePassManager chooseSchedule(const StageContext &context) {
  return passes(ChooseSchedulePass(*context.builtins, context.profile, context.budget));
}

ModulePassManager scalariseVectorsStage(const StageContext &context) {
  ModulePassManager all = passes(ScalariseVectorBuiltinsPass(*context.builtins));
  all.addPass(PacketKernelPass(scalariseVectors()));
  return all;
}

/// Makes the stage of a function pass that gets the target's profile and runs on the kernel.
template <typename Pass> ModulePassManager byProfile(const StageContext &context) {
  FunctionPassManager pass;
  pass.addPass(Pass(context.profile));
  return passes(PacketKernelPass(std::move(pass)));
}

ModulePassManager legaliseMaskedMemory(const StageContext &context) {
  return passes(LegaliseMaskedMemoryPass(context.profile));
}

/// Makes the stage of LLVM function passes that prepare the kernel for packets.
template <FunctionPassManager (*part)()> ModulePassManager onPacketKernel(const StageContext &) {
  return passes(PacketKernelPass(part()));
}

/// The decisions of choose-schedule need the canonical counters.
ModulePassManager forkPackets(const StageContext &) {
  FunctionPassManager counting;
  counting.addPass(CanonicaliseTripCountPass());
  ModulePassManager all = passes(CallbackPass([](Module &module) {
    if (Function *kernel = findKernel(module))
      forkKernel(*kernel);
    return Error::success();
  }));
  all.addPass(PacketKernelPass(std::move(counting)));
  return all;
}

FunctionPassManager joinPacketRegions() {
  FunctionPassManager joining;
  joining.addPass(JoinPacketRegionsPass());
  return joining;
}

FunctionPassManager promoteToScalar() {
  FunctionPassManager promotion;
  promotion.addPass(PromoteToScalarPass());
  return promotion;
}

/// Each part analyses the control flow that the part before it has made, so each runs with analyses of its own.
ModulePassManager structuriseStage(const StageContext &) {
  ModulePassManager all = passes(PacketKernelPass(canonicaliseLoops()));
  all.addPass(PacketKernelPass(structurise()));
  all.addPass(PacketKernelPass(formLcssa()));
  return all;
}

ModulePassManager prefetch(const StageContext &context) {
  return passes(CallbackPass([distances = context.profile.prefetch](Module &module) {
    if (Function *kernel = findKernel(module); kernel && scheduleOf(*kernel).prefetch != false) {
      prefetchTiles(*kernel, distances);
      prefetchColumns(*kernel, distances);
    }
    return Error::success();
  }));
}

ModulePassManager packetise(const StageContext &context) {
  return passes(PacketisePass(*context.builtins, context.profile));
}

/// The length of the packet version counts without the scalar code that vectors have replaced. The vector accesses get
/// the noalias scopes that `separate-buffers` has given scalar accesses.
ModulePassManager commitPackets(const StageContext &context) {
  ModulePassManager all = passes(PacketKernelPass(cleanUpPackets()));
  all.addPass(CommitPacketsPass(context.budget.packetCode));
  if (!is_contained(context.code.without, "separate-buffers"))
    all.addPass(SeparateBuffersPass());
  return all;
}

ModulePassManager versionDelinearisedIds(const StageContext &context) {
  return passes(VersionDelinearisedIdsPass(*context.builtins, context.profile));
}

ModulePassManager partitionInterior(const StageContext &context) {
  return passes(PartitionInteriorPass(context.profile.legal));
}

/// Computes equal values once. Packetising has made a vector for each use of a value that all lanes share. If a region
/// becomes a function, which LLVM optimises by itself, thousands of these vectors would be the function's arguments.
/// The stage runs only after regions exist, because before that a shared value could live across a barrier.
ModulePassManager shareValues(const StageContext &) {
  return passes(createModuleToFunctionPassAdaptor(EarlyCSEPass()));
}

ModulePassManager unrollAndJam(const StageContext &context) { return passes(UnrollAndJamPass(context.profile)); }

ModulePassManager streamStores(const StageContext &context) {
  return passes(StreamStoresPass(context.profile.legal.streamed));
}

ModulePassManager narrowStreams(const StageContext &context) {
  return passes(NarrowStreamsPass(context.profile.registers.streamBytes));
}

/// Builtins exist only for the host's triple and data layout, so the kernel is retargeted first.
ModulePassManager linkBuiltins(const StageContext &context) {
  return passes(CallbackPass(
      [builtins = context.builtins, target = context.target, attempt = context.attempt](Module &module) -> Error {
        retarget(module, *target);
        if (Error error = builtins->linkFlat(module))
          return error;
        setFunctionTargets(module, *target, attempt);
        return Error::success();
      }));
}

ModulePassManager optimise(const StageContext &context) {
  return passes(OptimisePass(*context.target, context.budget, context.callbacks, context.attempt,
                             context.profile.packets.usual, context.profile.registers.bytes));
}

ModulePassManager forwardStores(const StageContext &context) {
  FunctionPassManager pass;
  pass.addPass(ForwardStoresPass(context.profile.registers.bytes));
  return passes(std::move(pass));
}

ModulePassManager lowerVectorOperations(const StageContext &context) {
  return passes(LowerVectorOperationsPass(*context.target));
}

constexpr Stage stages[] = {
    // One kernel in one function with the ABI's signature; only the local id distinguishes work-items.
    {"extract-kernel", "the module has the kernel and the functions and variables that it uses", Form::program,
     Form::kernel, always, extractKernel},
    {"lower-images", "images and pipes are addresses; samplers, reservations, queues and events are integers",
     Form::kernel, Form::kernel, always, plain<LowerImagesPass>},
    {"link-opencl-builtins",
     "builtins that contain barriers or query ids are linked in; asynchronous copies are marked if they are checked",
     Form::kernel, Form::kernel, always, linkOpenClBuiltins},
    {"inline-work-item-calls", "calls with barriers or work-item functions are inlined into the kernel", Form::kernel,
     Form::kernel, always, inlineWorkItemCalls},
    {"choose-sub-groups", "the sub-group size is chosen", Form::kernel, Form::kernel, always, chooseSubGroups},
    {"bind-launch",
     "the kernel has the signature of the ABI; arguments, local and program variables are in the launch's memory",
     Form::kernel, Form::bound, always, plain<BindLaunchPass>},
    {"lower-work-item-functions", "ids are arithmetic on `weft.local.id`, and barriers are `weft.barrier`", Form::bound,
     Form::workItem, always, plain<LowerWorkItemFunctionsPass>},
    {"inline-functions", "all calls are inlined", Form::workItem, Form::workItem, inOneBody,
     plain<InlineFunctionsPass>},
    {"lower-builtins", "builtins that are a few instructions are instructions: atomics, `vloadN`, `min` and others",
     Form::workItem, Form::workItem, always, plain<LowerBuiltinsPass>},
    {"check-variables", "reads of uninitialised private variables are reported", Form::workItem, Form::workItem,
     checkingValues, plain<CheckVariablesPass>},
    // No stage from here to simplify may combine casts. The address of local memory is a private pointer of the ABI's
    // structs, cast to local; with a further cast to generic, the combined cast would look like one from private
    // memory.
    {"promote-variables", "variables whose address isn't taken are SSA values", Form::workItem, Form::workItem,
     optimisedOrChecked, promoteVariables},
    {"resolve-generic-pointers",
     "generic pointers have the address space that their definitions show; `to_global`, `to_local` and `to_private` "
     "have their results",
     Form::workItem, Form::workItem, always, resolveGenericPointers},
    {"insert-checks", "faults of barriers, values, memory and races are reported; faulty accesses are skipped",
     Form::workItem, Form::workItem, checking, plain<InsertChecksPass>},
    {"guard-arithmetic", "no integer division traps", Form::workItem, Form::workItem, always,
     plain<GuardArithmeticPass>},
    {"simplify", "the kernel is simplified so that few values live across barriers", Form::workItem, Form::workItem,
     optimised, simplify},
    {"peel-power-of-two-loops",
     "loops over halved or doubled distances have their last iterations peeled, with constant distances",
     Form::workItem, Form::workItem, towardsPackets, plain<PeelPowerOfTwoLoopsPass>, Need::forSpeed},
    {"unroll-loops",
     "loops over private arrays, loops with an unroll hint, and power-of-two loops with barriers are unrolled, and "
     "private arrays with constant indices are SSA values",
     Form::workItem, Form::workItem, optimised, unrollLoops, Need::forSpeed},
    {"form-dot-products", "sums of products of packed bytes or halves are `weft.dot`", Form::workItem, Form::workItem,
     optimised, plain<FormDotProductsPass>, Need::forSpeed},
    {"separate-buffers", "accesses through arguments that the launch guarantees to be distinct have noalias scopes",
     Form::workItem, Form::workItem, optimised, plain<SeparateBuffersPass>, Need::forSpeed},
    {"find-tiles", "kernels that reuse cache lines along several dimensions are marked to prefer square groups",
     Form::workItem, Form::workItem, optimised, plain<FindTilesPass>, Need::forSpeed},
    {"estimate-work", "remarks state the operations and bytes of a work-item", Form::workItem, Form::workItem, asked,
     plain<EstimateWorkPass>},

    // Work-items become loop iterations, or fibers.
    {"choose-fibers", "spin loops yield; kernels with spin loops or with too long regions are to run on fibers",
     Form::workItem, Form::workItem, always, chooseFibers},
    // The stages up to commit-packets turn a copy of the kernel into its packet version, or drop the copy.
    {"fork-packets",
     "the module has the original kernel and a copy that becomes the packet version, in which loops with a uniform "
     "trip "
     "count have a canonical counter",
     Form::workItem, Form::fork, towardsPackets, forkPackets},
    {"choose-schedule",
     "the schedule says how work-items form packets; kernels that are too long for packets stay on loops", Form::fork,
     Form::fork, forked, chooseSchedule},
    {"map-ids", "the work-items of a packet follow each other along dimension 0", Form::fork, Form::fork,
     forkedWithoutSubGroups, plain<MapIdsPass>, Need::forSpeed},
    {"speculate-selects", "loads from one of two addresses are two masked loads and a select", Form::fork, Form::fork,
     forked, byProfile<SpeculateSelectsPass>, Need::forSpeed},
    {"flatten-branches", "short divergent branches are selects (if-conversion)", Form::fork, Form::fork, forked,
     byProfile<FlattenBranchesPass>, Need::forSpeed},
    {"promote-to-scalar", "memory elements that loops update are scalars in the loop", Form::fork, Form::fork, forked,
     onPacketKernel<promoteToScalar>, Need::forSpeed},
    {"interleave-private-arrays", "private arrays are laid out with the lanes of each element side by side", Form::fork,
     Form::fork, forked, plain<InterleavePrivateArraysPass>, Need::forSpeed},
    {"version-delinearised-ids", "groups within one row run a version with contiguous accesses", Form::fork, Form::fork,
     forkedWithoutSubGroups, versionDelinearisedIds, Need::forSpeed},
    {"partition-interior", "interior groups run a copy without bounds checks", Form::fork, Form::fork,
     forkedWithoutSubGroups, partitionInterior, Need::forSpeed},
    {"version-on-guard", "groups whose corners pass the bounds guard run accesses without masks", Form::fork,
     Form::fork, forkedWithoutSubGroups, byProfile<VersionOnGuardPass>, Need::forSpeed},
    {"unroll-contiguous-loops", "loops over a work-item's contiguous run are unrolled into vectors that are transposed",
     Form::fork, Form::fork, forked, byProfile<UnrollContiguousLoopsPass>, Need::forSpeed},
    {"coalesce-accesses", "a work-item's accesses to neighbouring elements are one vector access", Form::fork,
     Form::fork, forked, byProfile<CoalesceAccessesPass>, Need::forSpeed},
    {"scalarise-vectors",
     "builtins on OpenCL C's vectors are calls for each element, and vectors are scalars, except in loads and stores",
     Form::fork, Form::fork, forked, scalariseVectorsStage},
    {"structurise", "loops have one entry and one exit, and divergent control flow is ready to be masked", Form::fork,
     Form::fork, forked, structuriseStage},
    {"prefetch", "the tiles of later groups, and later rows where a loop reads a column, are prefetched", Form::fork,
     Form::fork, forked, prefetch, Need::forSpeed},
    {"join-packet-regions", "barriers across which no data flows between packets are removed", Form::fork, Form::fork,
     forked, onPacketKernel<joinPacketRegions>, Need::forSpeed},
    {"packetise",
     "work-items are lanes of vectors, unless that is impossible or the cost model expects loops to be faster",
     Form::fork, Form::fork, forked, packetise},
    {"commit-packets",
     "the kernel is the packet version, without scalars that vectors have replaced, or the original if the packet "
     "version is too large",
     Form::fork, Form::workItem, forked, commitPackets},
    {"work-item-fibers", "one call runs one work-item, and a barrier switches to the next fiber", Form::workItem,
     Form::group, onFibers, plain<WorkItemFibersPass>},
    {"work-item-loops", "the kernel is cut into barrier regions; each region stands in loops over the work-items",
     Form::workItem, Form::group, onLoops, plain<WorkItemLoopsPass>},
    {"unroll-and-jam",
     "loops over packets along the other dimension are unrolled and jammed if the packets share loads", Form::group,
     Form::group, onPackets, unrollAndJam, Need::forSpeed},
    {"unroll-packet-loop", "the loop over packets is unrolled if packets exchange values through local memory",
     Form::group, Form::group, onPackets, plain<UnrollPacketLoopPass>, Need::forSpeed},
    {"stream-stores", "stores of launches larger than the last cache are non-temporal", Form::group, Form::group,
     onPacketsToStay, streamStores, Need::forSpeed},
    {"relax-local-atomics", "atomics on local memory are plain operations, because one thread runs the group",
     Form::group, Form::group, always, plain<RelaxLocalAtomicsPass>, Need::forSpeed},
    {"share-values", "values that are equal for the packets of a region are computed once", Form::group, Form::group,
     onPackets, shareValues, Need::forSpeed},

    // From here on the kernel is an ordinary program for the host.
    {"flatten-address-spaces", "all pointers are in address space 0", Form::group, Form::flat, always,
     plain<FlattenAddressSpacesPass>},
    {"lower-launch-calls", "the kernel prints, enqueues kernels and reports faults by calls of the launch's functions",
     Form::flat, Form::flat, always, plain<LowerLaunchCallsPass>},
    {"outline-long-code", "regions of very long kernels, and sections of very long functions, are functions",
     Form::flat, Form::flat, optimised, plain<OutlineLongCodePass>},
    {"link-builtins", "the module is for the host's CPU; the called builtins of libclc and Weft are linked in",
     Form::flat, Form::host, always, linkBuiltins},
    {"specialise-images", "image builtins are specialised for the launch's formats and samplers", Form::host,
     Form::host, always, plain<SpecialiseImagesPass>},
    {"describe-kernel", "`weftKernelInfo` describes the kernel", Form::host, Form::host, always,
     plain<DescribeKernelPass>},
    {"optimise", "LLVM has optimised the kernel, with less effort for longer kernels", Form::host, Form::host, always,
     optimise},
    {"trim-packet-loops", "loops over packets end after the last packet with an active lane", Form::host, Form::host,
     optimised, plain<TrimPacketLoopsPass>, Need::forSpeed},
    {"lower-vector-operations",
     "dot products, permutations and integer divisions of vectors have the code that is fast on the CPU", Form::host,
     Form::host, always, lowerVectorOperations},
    {"legalise-masked-memory", "masked loads and stores, gathers and scatters have the forms that are fast on the CPU",
     Form::host, Form::host, always, legaliseMaskedMemory},
    {"narrow-streams", "kernels that only move memory use the vector width with the best bandwidth", Form::host,
     Form::host, onPackets, narrowStreams, Need::forSpeed},
    {"order-clock-reads", "reads of the clock stay in order", Form::host, Form::host, always,
     plain<OrderClockReadsPass>},
};

constexpr PassInOptimise innerPasses[] = {
    {"fold-float-comparisons", "comparisons of floating-point numbers with known bounds are constants",
     onFunctions<FoldFloatComparisonsPass>, FoldFloatComparisonsPass::name},
    {"extract-by-shuffles", "vectors cast from long integers are shuffles of other vectors",
     onFunctions<ExtractByShufflesPass>, ExtractByShufflesPass::name},
    {"finish-unrolling", "loops over packets that exchange values are unrolled completely",
     onFunctions<FinishUnrollingPass>, FinishUnrollingPass::name},
    {"hide-wrapping-indices", "the loop vectoriser doesn't see indices that it would take for not wrapping",
     onFunctions<HideWrappingIndicesPass>, HideWrappingIndicesPass::name, Need::required},
    {"share-lane-addresses", "gathers and scatters at constant offsets share an address",
     onFunctions<ShareLaneAddressesPass>, ShareLaneAddressesPass::name},
    {"forward-stores", "loads are the values that were stored", forwardStores, ForwardStoresPass::name},
};

template <typename Entry> const Entry *findNamed(ArrayRef<Entry> table, StringRef name) {
  const auto *found = find_if(table, [&](const Entry &entry) { return entry.name == name; });
  return found == table.end() ? nullptr : found;
}

} // namespace

StageContext::StageContext(CodeRequest request, const CompileBudget &limits, TargetMachine &machine,
                           const BuiltinLibrary &library, Attempt how)
    : code(std::move(request)), budget(limits), target(&machine), builtins(&library),
      profile(TargetProfile::of(machine)), attempt(how) {}

bool isUnoptimised(const StageContext &context, Module &module) {
  const Function *kernel = findKernel(module);
  if (!kernel)
    kernel = module.getFunction(context.code.kernel);
  return kernel && kernel->hasFnAttribute(unoptimisedAttribute);
}

ArrayRef<Stage> allStages() { return stages; }

const Stage *findStage(StringRef name) { return findNamed(allStages(), name); }

ArrayRef<PassInOptimise> passesInOptimise() { return innerPasses; }

const PassInOptimise *findPassInOptimise(StringRef name) { return findNamed(passesInOptimise(), name); }

std::optional<std::string> findRequired(ArrayRef<std::string> without) {
  const auto *found = find_if(without, [](const std::string &name) {
    if (const Stage *stage = findStage(name))
      return stage->need == Need::required;
    const PassInOptimise *pass = findPassInOptimise(name);
    return !pass || pass->need == Need::required;
  });
  return found == without.end() ? std::nullopt : std::optional(*found);
}

ArrayRef<Stage> stagesBetween(StringRef first, StringRef last) {
  const Stage *begin = first.empty() ? std::begin(stages) : findStage(first);
  const Stage *end = last.empty() ? std::end(stages) - 1 : findStage(last);
  return begin && end && begin <= end ? ArrayRef(begin, end + 1) : ArrayRef<Stage>();
}

} // namespace weft::compiler
