// The list of LLVM's passes that optimise a kernel's code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/LlvmPasses.h"

#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/InferFunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/BDCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/DivRemPairs.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/MemCpyOptimizer.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SCCP.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/InjectTLIMappings.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"
#include "llvm/Transforms/Vectorize/VectorCombine.h"

#include "passes/llvm-workarounds/ExtractByShufflesPass.h"
#include "passes/llvm-workarounds/FinishUnrollingPass.h"
#include "passes/llvm-workarounds/FoldFloatComparisonsPass.h"
#include "passes/llvm-workarounds/HideWrappingIndicesPass.h"

using namespace llvm;

namespace weft::compiler {

namespace {

SimplifyCFGPass tidyBranches() { return SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)); }

/// Runs a pass. If the pass changes something, its clean-up passes run as well.
class WithCleanUp : public PassInfoMixin<WithCleanUp> {
public:
  WithCleanUp(FunctionPassManager pass, FunctionPassManager cleanUp)
      : pass_(std::move(pass)), cleanUp_(std::move(cleanUp)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    PreservedAnalyses preserved = pass_.run(function, analyses);
    if (!preserved.areAllPreserved())
      preserved.intersect(cleanUp_.run(function, analyses));
    return preserved;
  }

private:
  FunctionPassManager pass_;
  FunctionPassManager cleanUp_;
};

LICMPass hoisting(const PipelineTuningOptions &tuning) {
  return LICMPass(tuning.LicmMssaOptCap, tuning.LicmMssaNoAccForPromotionCap, /*AllowSpeculation=*/true);
}

/// Returns the level of -O1 to -O3 that the effort corresponds to.
int levelOf(OptimisationEffort effort) {
  return effort == OptimisationEffort::full ? 3 : effort == OptimisationEffort::brief ? 2 : 1;
}

/// The passes that run on each function after its callees have been inlined into it.
FunctionPassManager simplification(OptimisationEffort effort, const PipelineTuningOptions &tuning) {
  const bool isThorough = effort <= OptimisationEffort::brief;
  FunctionPassManager passes;
  passes.addPass(FoldFloatComparisonsPass());
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  if (isThorough) {
    passes.addPass(JumpThreadingPass());
    passes.addPass(CorrelatedValuePropagationPass());
  }
  passes.addPass(tidyBranches());
  passes.addPass(InstCombinePass());
  passes.addPass(ReassociatePass());

  LoopPassManager shaping;
  shaping.addPass(LoopRotatePass());
  shaping.addPass(hoisting(tuning));
  shaping.addPass(SimpleLoopUnswitchPass(/*NonTrivial=*/effort == OptimisationEffort::full));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(shaping), /*UseMemorySSA=*/true));
  passes.addPass(tidyBranches());
  passes.addPass(InstCombinePass());

  LoopPassManager counting;
  counting.addPass(LoopIdiomRecognizePass());
  counting.addPass(IndVarSimplifyPass());
  counting.addPass(LoopDeletionPass());
  counting.addPass(
      LoopFullUnrollPass(levelOf(effort), /*OnlyWhenForced=*/!tuning.LoopUnrolling, tuning.ForgetAllSCEVInLoopUnroll));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(counting)));

  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  if (isThorough) {
    passes.addPass(VectorCombinePass(/*TryEarlyFoldsOnly=*/true));
    passes.addPass(GVNPass());
  }
  passes.addPass(SCCPPass());
  passes.addPass(BDCEPass());
  passes.addPass(InstCombinePass());
  if (isThorough)
    passes.addPass(JumpThreadingPass());
  passes.addPass(ADCEPass());
  passes.addPass(MemCpyOptPass());
  if (isThorough) {
    passes.addPass(DSEPass());
    passes.addPass(createFunctionToLoopPassAdaptor(hoisting(tuning), /*UseMemorySSA=*/true));
  }
  passes.addPass(ExtractByShufflesPass());
  passes.addPass(FinishUnrollingPass());
  passes.addPass(SimplifyCFGPass(
      SimplifyCFGOptions().convertSwitchRangeToICmp(true).hoistCommonInsts(true).sinkCommonInsts(true)));
  return passes;
}

/// LLVM's vectoriser, for loops that the passes for work-items haven't vectorised, and its clean-up.
WithCleanUp loopVectorisation(const PipelineTuningOptions &tuning) {
  FunctionPassManager vectoriser, cleanUp;
  vectoriser.addPass(LoopVectorizePass(LoopVectorizeOptions(!tuning.LoopInterleaving, !tuning.LoopVectorization)));
  cleanUp.addPass(LoopLoadEliminationPass());
  cleanUp.addPass(InstCombinePass());
  return WithCleanUp(std::move(vectoriser), std::move(cleanUp));
}

WithCleanUp unrolling(OptimisationEffort effort, const PipelineTuningOptions &tuning) {
  FunctionPassManager unroller, cleanUp;
  unroller.addPass(LoopUnrollPass(
      LoopUnrollOptions(levelOf(effort), /*OnlyWhenForced=*/!tuning.LoopUnrolling, tuning.ForgetAllSCEVInLoopUnroll)));
  cleanUp.addPass(SROAPass(SROAOptions::PreserveCFG));
  cleanUp.addPass(InstCombinePass());
  cleanUp.addPass(createFunctionToLoopPassAdaptor(hoisting(tuning), /*UseMemorySSA=*/true));
  return WithCleanUp(std::move(unroller), std::move(cleanUp));
}

/// The passes that run after all inlining. They vectorise and unroll loops, and then make changes that earlier passes
/// would undo.
FunctionPassManager finish(OptimisationEffort effort, const PipelineTuningOptions &tuning) {
  FunctionPassManager passes;
  passes.addPass(HideWrappingIndicesPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  passes.addPass(InjectTLIMappings());
  passes.addPass(loopVectorisation(tuning));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions()
                                     .forwardSwitchCondToPhi(true)
                                     .convertSwitchRangeToICmp(true)
                                     .convertSwitchToLookupTable(true)
                                     .needCanonicalLoops(false)
                                     .hoistCommonInsts(true)
                                     .sinkCommonInsts(true)));
  if (tuning.SLPVectorization)
    passes.addPass(SLPVectorizerPass());
  passes.addPass(VectorCombinePass());
  passes.addPass(InstCombinePass());
  passes.addPass(unrolling(effort, tuning));
  passes.addPass(DivRemPairsPass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true).speculateUnpredictables(true)));
  return passes;
}

} // namespace

ModulePassManager llvmPasses(OptimisationEffort effort, const PipelineTuningOptions &tuning) {
  ModulePassManager passes;
  passes.addPass(InferFunctionAttrsPass());
  FunctionPassManager early;
  early.addPass(tidyBranches());
  early.addPass(SROAPass(SROAOptions::ModifyCFG));
  early.addPass(EarlyCSEPass());
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(early)));
  passes.addPass(GlobalOptPass());
  passes.addPass(createModuleToFunctionPassAdaptor(InstCombinePass())); // before loops of callees are unrolled
  passes.addPass(AlwaysInlinerPass(/*InsertLifetimeIntrinsics=*/true));

  ModuleInlinerWrapperPass inliner(getInlineParams(static_cast<unsigned>(levelOf(effort)), /*SizeOptLevel=*/0));
  inliner.getPM().addPass(PostOrderFunctionAttrsPass());
  inliner.getPM().addPass(createCGSCCToFunctionPassAdaptor(simplification(effort, tuning)));
  passes.addPass(std::move(inliner));
  passes.addPass(GlobalOptPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(createModuleToFunctionPassAdaptor(finish(effort, tuning)));
  passes.addPass(GlobalDCEPass());
  return passes;
}

} // namespace weft::compiler
