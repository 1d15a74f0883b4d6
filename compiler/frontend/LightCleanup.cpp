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

/// The most instructions that an always-inlined function may have, including those of the functions that are inlined
/// into it. Calls of a longer function stay calls (boundInlining).
constexpr uint64_t inlinedInstructions = uint64_t(1) << 16;

/// For each function, counts its own instructions and those of the always-inlined functions that are inlined into it.
class InlinedSize {
public:
  /// Computes and stores the size of `function`. *Requires* that the always-inlined functions which `function` calls
  /// were added before.
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
/// level. So a function with more than `inlinedInstructions` loses the attribute alwaysinline, and its calls stay
/// calls. A function that is called from one place only, such as a kernel's body, keeps the attribute, because inlining
/// it copies nothing.
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

/// The most copies of a loop's body that an unroll hint of a program may request. For a thousand copies, LLVM takes ten
/// seconds, and for ten thousand it takes minutes. A loop of so many copies wouldn't fit an instruction cache, either.
constexpr uint64_t loopCopies = 128;

/// Reduces each unroll count above loopCopies in the program's hints to loopCopies.
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
  // Clang puts each kernel's body into a separate function, as kernels may call kernels. This inlines the body again.
  pipeline.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/true));
  pipeline.addPass(std::move(passes));
  pipeline.run(module, analyses.modules);
}

/// Whether the variable holds an opaque object such as an image. Passes can trace such an object to a kernel argument
/// only if it is a value and not in memory.
bool isOpaque(const llvm::AllocaInst &variable) { return variable.getAllocatedType()->isTargetExtTy(); }

/// Turns each variable of the function into values if `isWanted(variable)` is true and LLVM can do it. Returns whether
/// there was such a variable.
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

/// Turns variables into values if they are written before they are read, or hold opaque objects such as images. If a
/// variable holds the address of a second variable, the second one can only be promoted after the first. So the pass
/// repeats until it finds nothing to promote.
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

/// The greatest depth of nested branches in a function that InstCombine still gets. The number is that of
/// CompileBudget::maxOptimisedDepth, above which later stages don't optimise a kernel, either.
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
  passes.addPass(ContractMultiplyAddsPass()); // before InstCombine multiplies out the products and sums
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
