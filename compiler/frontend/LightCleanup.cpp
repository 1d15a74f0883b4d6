// Runs the first, cheap optimisations on Clang's output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/LightCleanup.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include "analysis/CodeLength.h"
#include "analysis/DefiniteAssignment.h"
#include "kernel/AnalysisManagers.h"
#include "kernel/CombineInstructionsPass.h"
#include "kernel/ContractMultiplyAddsPass.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler {

namespace {

/// The number of instructions that a function may have after all always-inlined calls in it are inlined.
constexpr uint64_t inlinedInstructions = uint64_t(1) << 16;

/// Counts the instructions that functions have after inlining.
class InlinedSize {
public:
  /// Adds the size of `function`. *Requires* that the always-inlined functions which `function` calls were added
  /// before.
  void add(const llvm::Function &function) {
    uint64_t size = function.getInstructionCount();
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function *callee = call->getCalledFunction();
            callee && callee->hasFnAttribute(llvm::Attribute::AlwaysInline))
          size = llvm::SaturatingAdd(size, sizes_.lookup(callee));
    sizes_[&function] = size;
  }
  uint64_t of(const llvm::Function &function) const { return sizes_.lookup(&function); }

private:
  llvm::DenseMap<const llvm::Function *, uint64_t> sizes_;
};

/// Bounds the code that inlining creates. If each function calls the next one twice, inlining doubles the code at each
/// level. Functions whose size exceeds the limit are not always inlined any more, so calls of them stay calls. A
/// function that is called once, as a kernel's body is, makes nothing longer.
void boundInlining(llvm::Module &module) {
  llvm::CallGraph graph(module);
  InlinedSize sizes;
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component)
    for (const llvm::CallGraphNode *node : *component)
      if (llvm::Function *function = node->getFunction(); function && !function->isDeclaration()) {
        sizes.add(*function);
        if (sizes.of(*function) > inlinedInstructions && !function->hasOneUse())
          function->removeFnAttr(llvm::Attribute::AlwaysInline);
      }
}

/// The number of copies of a loop's body that programs may request. For a thousand copies, LLVM takes ten seconds, and
/// for ten thousand it takes minutes. No loop of that length fits a cache.
constexpr uint64_t loopCopies = 128;

/// Reduces the unroll counts above loopCopies to loopCopies.
void boundUnrolling(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  auto *most = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), loopCopies));
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function) {
      llvm::MDNode *loop = block.empty() ? nullptr : block.back().getMetadata(llvm::LLVMContext::MD_loop);
      for (unsigned index = 1; loop && index < loop->getNumOperands(); ++index) {
        auto *hint = llvm::dyn_cast_or_null<llvm::MDNode>(loop->getOperand(index));
        if (!hint || hint->getNumOperands() != 2)
          continue;
        const auto *name = llvm::dyn_cast_or_null<llvm::MDString>(hint->getOperand(0));
        const auto *count = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(hint->getOperand(1));
        if (name && name->getString() == "llvm.loop.unroll.count" && count && count->getValue().ugt(loopCopies))
          loop->replaceOperandWith(index, llvm::MDNode::get(context, {hint->getOperand(0), most}));
      }
    }
}

void runPipeline(llvm::Module &module, llvm::ModulePassManager passes) {
  boundInlining(module);
  boundUnrolling(module);
  AnalysisManagers analyses;
  analyses.registerAll();

  llvm::ModulePassManager pipeline;
  // Clang puts each kernel's body into a separate function, as kernels may call kernels.
  pipeline.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/true));
  pipeline.addPass(std::move(passes));
  pipeline.run(module, analyses.modules);
}

/// Whether the variable holds an opaque object such as an image. Passes can trace such an object to a kernel argument
/// only if it is a value and not in memory.
bool isOpaque(const llvm::AllocaInst &variable) { return variable.getAllocatedType()->isTargetExtTy(); }

/// Promotes the function's variables for which `isWanted(variable)` holds to values. Returns whether there were any.
template <typename IsWanted>
bool promote(llvm::Function &function, llvm::DominatorTree &dominators, IsWanted isWanted) {
  llvm::SmallVector<llvm::AllocaInst *> variables;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        variable && llvm::isAllocaPromotable(variable) && isWanted(*variable))
      variables.push_back(variable);
  llvm::PromoteMemToReg(variables, dominators);
  return !variables.empty();
}

struct PromoteOpaqueVariables : llvm::PassInfoMixin<PromoteOpaqueVariables> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return promote(function, analyses.getResult<llvm::DominatorTreeAnalysis>(function), isOpaque)
               ? llvm::PreservedAnalyses::none()
               : llvm::PreservedAnalyses::all();
  }
};

/// Repeats the promotion until no variable is left, as a variable may have stored another one's address.
struct PromoteWrittenVariables : llvm::PassInfoMixin<PromoteWrittenVariables> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    bool hasPromoted = false;
    while (promote(function, dominators, [&](const llvm::AllocaInst &variable) {
      return isOpaque(variable) || isWrittenFirst(variable, dominators);
    }))
      hasPromoted = true;
    return hasPromoted ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

/// Has the value of CompileBudget::maxOptimisedDepth. Later stages don't optimise deeper code, either.
constexpr size_t deepestBranches = 1500;

/// Runs InstCombine, except on functions with deeply nested branches. For each value, InstCombine checks which of the
/// branches around it give facts about it. With thousands of nested branches, the time would grow with the square of
/// their number.
struct CombineShallowFunctions : llvm::PassInfoMixin<CombineShallowFunctions> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    if (function.size() > deepestBranches && branchDepth(function) > deepestBranches)
      return llvm::PreservedAnalyses::all();
    return CombineInstructionsPass().run(function, analyses);
  }
};

} // namespace

void cleanUpLightly(llvm::Module &module) {
  llvm::FunctionPassManager toValues;
  toValues.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  toValues.addPass(llvm::EarlyCSEPass());
  const auto options = llvm::SimplifyCFGOptions().needCanonicalLoops(true).convertSwitchToLookupTable(false);
  llvm::FunctionPassManager folding;
  // SimplifyCFG comes first, so that it turns a branch between two loads into a select. If InstCombine came first, it
  // would move each load to the branch that uses it, and SimplifyCFG would make no select of the two any more.
  folding.addPass(llvm::SimplifyCFGPass(options));
  folding.addPass(CombineShallowFunctions());
  folding.addPass(llvm::SimplifyCFGPass(options));
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(toValues)));
  passes.addPass(ContractMultiplyAddsPass()); // before InstCombine multiplies them out
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(folding)));
  runPipeline(module, std::move(passes));
}

void cleanUpForChecks(llvm::Module &module, bool keepsUnwritten) {
  llvm::FunctionPassManager toValues;
  if (keepsUnwritten)
    toValues.addPass(PromoteWrittenVariables());
  else
    toValues.addPass(llvm::PromotePass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(toValues)));
  runPipeline(module, std::move(passes));
}

void markUnoptimised(llvm::Module &module) {
  llvm::FunctionPassManager passes;
  passes.addPass(PromoteOpaqueVariables());
  llvm::ModulePassManager all;
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  runPipeline(module, std::move(all));
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(unoptimisedAttribute);
}

} // namespace weft::compiler
