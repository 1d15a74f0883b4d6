// Which values are the same for all work-items of a group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/WorkItemUniformity.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

#include "passes/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Tells LLVM's analysis where divergence comes from.
class DivergenceSources : public TargetTransformInfoImplCRTPBase<DivergenceSources> {
public:
  explicit DivergenceSources(const DataLayout &layout) : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value *value) const override {
    if (isa<AllocaInst, AtomicRMWInst, AtomicCmpXchgInst, VAArgInst>(value))
      return InstructionUniformity::NeverUniform;
    if (auto *load = dyn_cast<LoadInst>(value))
      return load->isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    auto *call = dyn_cast<CallBase>(value);
    if (!call)
      return InstructionUniformity::Default;
    if (localIdDimension(call->getCalledFunction()) >= 0)
      return InstructionUniformity::NeverUniform;
    // What only reads memory gives the same for the same arguments, as a load does.
    return call->onlyReadsMemory() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
  }
};

} // namespace

struct WorkItemUniformity::Analyses {
  explicit Analyses(Function &kernel) {
    manager.registerPass([] { return PassInstrumentationAnalysis(); });
    manager.registerPass([] { return DominatorTreeAnalysis(); });
    manager.registerPass([] { return CycleAnalysis(); });
    manager.registerPass([] {
      return TargetIRAnalysis([](const Function &function) {
        return TargetTransformInfo(std::make_unique<DivergenceSources>(function.getDataLayout()));
      });
    });
    manager.registerPass([] { return UniformityInfoAnalysis(); });
    uniformity = &manager.getResult<UniformityInfoAnalysis>(kernel);
  }

  FunctionAnalysisManager manager;
  const UniformityInfo *uniformity;
};

WorkItemUniformity::WorkItemUniformity(Function &kernel) : analyses_(std::make_unique<Analyses>(kernel)) {}

WorkItemUniformity::~WorkItemUniformity() = default;

bool WorkItemUniformity::isUniform(const Instruction &instruction) const {
  const UniformityInfo &uniformity = *analyses_->uniformity;
  return uniformity.isUniform(&instruction) &&
         none_of(instruction.uses(), [&](const Use &use) { return uniformity.isDivergentUse(use); });
}

} // namespace weft::compiler
