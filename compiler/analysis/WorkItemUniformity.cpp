// Finds which values are the same for all work-items of a group or a packet, or in all groups of a launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/WorkItemUniformity.h"

#include <cstddef>

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

#include "KernelAbi.h"
#include "analysis/CycleJoins.h"
#include "analysis/ReconvergencePoints.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "kernel/SubGroupCollectives.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Phis after cycles that work-items leave by different exits.
using DivergentJoins = SmallPtrSet<const Value *, 8>;

/// Reports the sources of divergence to LLVM's uniformity analysis.
class DivergenceSources : public TargetTransformInfoImplCRTPBase<DivergenceSources> {
public:
  DivergenceSources(const DataLayout &layout, UniformityScope scope, PacketMapping mapping,
                    std::shared_ptr<const DivergentJoins> joins)
      : TargetTransformInfoImplCRTPBase(layout), scope_(scope), mapping_(mapping), joins_(std::move(joins)) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    if (joins_->contains(value))
      return InstructionUniformity::NeverUniform;
    if (isa<AllocaInst>(value) && scope_ == UniformityScope::packet &&
        cast<AllocaInst>(value)->hasMetadata(laneArrayMetadata))
      return InstructionUniformity::AlwaysUniform;
    if (isa<AllocaInst, AtomicRMWInst, AtomicCmpXchgInst, VAArgInst>(value))
      return InstructionUniformity::NeverUniform;
    if (scope_ == UniformityScope::launch)
      return overLaunch(*value);
    if (auto *load = dyn_cast<LoadInst>(value))
      return load->isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    auto *call = dyn_cast<CallBase>(value);
    if (!call)
      return scope_ == UniformityScope::packet && mapping_.isRowIndex(*value) ? InstructionUniformity::AlwaysUniform
                                                                              : InstructionUniformity::Default;
    if (localIdDimension(call->getCalledFunction()) >= 0)
      return scope_ == UniformityScope::packet && !mapping_.isLaneId(*value) ? InstructionUniformity::AlwaysUniform
                                                                             : InstructionUniformity::NeverUniform;
    if (isPacketMask(call->getCalledFunction()) || isLaneId(call->getCalledFunction()))
      return InstructionUniformity::NeverUniform;
    // If the kernel can observe sub-groups, each packet is a sub-group, and shares the sub-group's uniform values.
    std::optional<SubGroupCollective> collective = findSubGroupCollective(call->getCalledFunction());
    if (collective || isUniformPerPacket(call->getCalledFunction()))
      return scope_ == UniformityScope::packet && (!collective || collective->isUniform())
                 ? InstructionUniformity::AlwaysUniform
                 : InstructionUniformity::NeverUniform;
    // A call that only reads memory returns the same value for the same arguments, as a load does.
    return call->onlyReadsMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
  }

private:
  static InstructionUniformity overLaunch(const Value &value) {
    if (auto *load = dyn_cast<LoadInst>(&value))
      return load->hasMetadata(LLVMContext::MD_invariant_load) && !differsBetweenGroups(*load)
                 ? InstructionUniformity::Default
                 : InstructionUniformity::NeverUniform;
    auto *call = dyn_cast<CallBase>(&value);
    return !call || localIdDimension(call->getCalledFunction()) >= 0 || call->doesNotAccessMemory()
               ? InstructionUniformity::Default
               : InstructionUniformity::NeverUniform;
  }

  /// Whether `load` reads a member of WeftGroup that differs between groups. All members do, except for the group's
  /// size and the address of its local memory. That address counts as the same, because addresses in local memory are
  /// computed from it.
  static bool differsBetweenGroups(const LoadInst &load) {
    Function &kernel = *const_cast<LoadInst &>(load).getFunction();
    const DataLayout &layout = load.getDataLayout();
    APInt distance(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
    if (load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, distance, true) != groupParameter(kernel))
      return false;
    const uint64_t at = distance.getZExtValue();
    const bool isSize =
        at >= offsetof(WeftGroup, localSize) && at < offsetof(WeftGroup, localSize) + 3 * sizeof(uint64_t);
    return !isSize && at != offsetof(WeftGroup, localMemory);
  }

  UniformityScope scope_;
  PacketMapping mapping_;
  std::shared_ptr<const DivergentJoins> joins_;
};

void registerSources(FunctionAnalysisManager &analyses, UniformityScope scope, PacketMapping mapping,
                     std::shared_ptr<const DivergentJoins> joins) {
  analyses.registerPass([scope, mapping, joins] {
    return TargetIRAnalysis([scope, mapping, joins](const Function &function) {
      return TargetTransformInfo(std::make_unique<DivergenceSources>(function.getDataLayout(), scope, mapping, joins));
    });
  });
}

/// Whether work-items that run `cycle` together may leave it by different exits.
bool hasDivergentExit(const Cycle &cycle, UniformityInfo &uniformity, const ReconvergencePoints &points) {
  return any_of(cycle.blocks(), [&](const BasicBlock *block) {
    return uniformity.hasDivergentTerminator(*block) && !cycle.contains(points.reconvergencePointOf(*block));
  });
}

} // namespace

/// Runs LLVM's uniformity analysis, and mends an error of it. The analysis handles values that differ between
/// iterations of a cycle, if work-items leave the cycle in different iterations. But LLVM 22 ignores that several exits
/// of one cycle may join after it. A phi at that place counts as uniform if its incoming values aren't computed in the
/// cycle, as with constants (llvm/llvm-project, #216296). So the analysis runs again with such phis as sources of
/// divergence, until no more of them are found.
struct WorkItemUniformity::Analyses {
  Analyses(Function &kernel, UniformityScope scope, PacketMapping mapping = {}) {
    run(kernel, scope, mapping);
    if (findCycleJoins(kernel, manager->getResult<CycleAnalysis>(kernel)).empty())
      return;
    for (const ReconvergencePoints points(kernel); addMissed(kernel, points);)
      run(kernel, scope, mapping);
  }

  void run(Function &kernel, UniformityScope scope, PacketMapping mapping) {
    manager = std::make_unique<FunctionAnalysisManager>();
    manager->registerPass([] { return PassInstrumentationAnalysis(); });
    manager->registerPass([] { return DominatorTreeAnalysis(); });
    manager->registerPass([] { return CycleAnalysis(); });
    registerSources(*manager, scope, mapping, joins);
    manager->registerPass([] { return UniformityInfoAnalysis(); });
    uniformity = &manager->getResult<UniformityInfoAnalysis>(kernel);
  }

  bool addMissed(Function &kernel, const ReconvergencePoints &points) {
    bool isMore = false;
    for (const auto &[phi, cycle] : findCycleJoins(kernel, manager->getResult<CycleAnalysis>(kernel)))
      if (uniformity->isUniform(phi) && hasDivergentExit(*cycle, *uniformity, points))
        isMore |= joins->insert(phi).second;
    return isMore;
  }

  std::shared_ptr<DivergentJoins> joins = std::make_shared<DivergentJoins>();
  std::unique_ptr<FunctionAnalysisManager> manager;
  UniformityInfo *uniformity = nullptr;
};

WorkItemUniformity::WorkItemUniformity(Function &kernel, UniformityScope scope, PacketMapping mapping)
    : analyses_(std::make_unique<Analyses>(kernel, scope, mapping)) {}

WorkItemUniformity::~WorkItemUniformity() = default;

bool WorkItemUniformity::isUniform(const Instruction &instruction) const {
  const UniformityInfo &uniformity = *analyses_->uniformity;
  return uniformity.isUniform(&instruction) &&
         none_of(instruction.uses(), [&](const Use &use) { return uniformity.isDivergentUse(use); });
}

bool WorkItemUniformity::isUniformAtDefinition(const Instruction &instruction) const {
  return analyses_->uniformity->isUniform(&instruction);
}

bool WorkItemUniformity::hasDivergentTerminator(const BasicBlock &block) const {
  return analyses_->uniformity->hasDivergentTerminator(block);
}

void WorkItemUniformity::registerTarget(FunctionAnalysisManager &analyses, UniformityScope scope) {
  analyses.registerPass([scope] {
    return TargetIRAnalysis([scope](const Function &kernel) {
      auto joins = Analyses(const_cast<Function &>(kernel), scope).joins;
      return TargetTransformInfo(
          std::make_unique<DivergenceSources>(kernel.getDataLayout(), scope, PacketMapping(), std::move(joins)));
    });
  });
}

SmallPtrSet<const BasicBlock *, 16> divergentBlocks(Function &kernel, const WorkItemUniformity &uniformity) {
  SmallVector<const BasicBlock *> branches;
  for (const BasicBlock &block : kernel)
    if (uniformity.hasDivergentTerminator(block))
      branches.push_back(&block);
  return ReconvergencePoints(kernel).influenceRegion(branches);
}

} // namespace weft::compiler
