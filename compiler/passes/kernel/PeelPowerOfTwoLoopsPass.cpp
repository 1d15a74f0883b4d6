// Copies loops that halve a distance in each iteration, so that their last iterations have constant distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/PeelPowerOfTwoLoopsPass.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include "analysis/PowerOfTwoLoops.h"
#include "analysis/WorkItemUniformity.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// In the copy of the loop, which runs the last iterations, the distance begins with this constant. At longer
/// distances, the work-items that exchange elements are mostly in different packets, so a constant would gain little.
constexpr unsigned peeledDistance = 16;

bool isInnermostWithBarrier(const Loop *loop) {
  return loop->isInnermost() && any_of(loop->blocks(), [](const BasicBlock *block) { return hasBarrier(*block); });
}

bool accessesLocalMemory(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      return pointer && pointer->getType()->getPointerAddressSpace() == spirLocal;
    });
  });
}

size_t lengthOf(const Loop &loop) {
  size_t length = 0;
  for (const BasicBlock *block : loop.blocks())
    length += block->size();
  return length;
}

/// Returns the distance of a power-of-two loop that is worth peeling; null for other loops.
PHINode *peelableDistance(const Loop &loop, const WorkItemUniformity &uniformity, ScalarEvolution &evolution) {
  if (!loop.getExitingBlock() || !loop.getUniqueExitBlock() || lengthOf(loop) > CodeSizes::peeledIteration ||
      !accessesLocalMemory(loop))
    return nullptr;
  PHINode *distance = halvedDistance(loop);
  if (!distance || isa<ConstantInt>(distance->getIncomingValueForBlock(loop.getLoopPreheader())) ||
      distance->getType()->getIntegerBitWidth() > 64 || !uniformity.isUniform(*distance))
    return nullptr;
  const Value *first = distance->getIncomingValueForBlock(loop.getLoopPreheader());
  const APInt most = evolution.getUnsignedRangeMax(evolution.getSCEV(const_cast<Value *>(first)));
  return most.uge(peeledDistance) ? distance : nullptr;
}

/// Whether unroll-loops will make all distances of `loop` constants without peeling.
bool willBeUnrolled(const Loop &loop, ScalarEvolution &evolution) {
  return isUnrolledWithOuter(loop, evolution) ||
         (distanceFromConstant(loop) && evolution.getSmallConstantTripCount(&loop) > 0);
}

/// Returns the distances of all loops that are worth peeling.
SmallVector<WeakTrackingVH> findDistances(Function &kernel, const LoopInfo &loops, ScalarEvolution &evolution) {
  SmallVector<WeakTrackingVH> distances;
  std::optional<WorkItemUniformity> uniformity;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !isPowerOfTwoLoop(*loop))
      continue;
    if (willBeUnrolled(*loop, evolution))
      continue;
    if (!uniformity)
      uniformity.emplace(kernel);
    if (PHINode *distance = peelableDistance(*loop, *uniformity, evolution))
      distances.emplace_back(distance);
  }
  return distances;
}

void peel(PHINode &distance, Function &kernel) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  BasicBlock *header = distance.getParent();
  Loop &loop = *loops.getLoopFor(header);
  simplifyLoop(&loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  formLCSSARecursively(loop, dominators, &loops, nullptr);
  // cloneLoopWithPreheader also copies the preheader, so the preheader has to be empty.
  SplitEdge(loop.getLoopPreheader(), header, &dominators, &loops);
  BasicBlock *exit = loop.getUniqueExitBlock();
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *> blocks;
  cloneLoopWithPreheader(exit, header, &loop, copies, ".short", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  auto *begin = cast<BasicBlock>(copies[loop.getLoopPreheader()]);
  const auto copyOf = [&](Value *value) {
    Value *copy = copies.lookup(value);
    return copy ? copy : value;
  };
  auto *fewer = ConstantInt::get(distance.getType(), peeledDistance);
  for (PHINode &phi : header->phis())
    cast<PHINode>(copyOf(&phi))->setIncomingValueForBlock(begin, &phi == &distance ? cast<Value>(fewer) : &phi);
  for (PHINode &phi : exit->phis())
    for (unsigned i = 0, count = phi.getNumIncomingValues(); i != count; ++i)
      if (loop.contains(phi.getIncomingBlock(i)))
        phi.addIncoming(copyOf(phi.getIncomingValue(i)), cast<BasicBlock>(copyOf(phi.getIncomingBlock(i))));
  BasicBlock *rest = header->splitBasicBlock(header->getFirstNonPHIIt(), header->getName() + ".long");
  Instruction *end = header->getTerminator();
  IRBuilder<> builder(end);
  builder.CreateCondBr(builder.CreateICmpEQ(&distance, fewer), begin, rest);
  end->eraseFromParent();
}

} // namespace

PreservedAnalyses PeelPowerOfTwoLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  auto &loops = functions.getResult<LoopAnalysis>(*kernel);
  if (none_of(loops.getLoopsInPreorder(), isInnermostWithBarrier))
    return PreservedAnalyses::all();
  auto &dominators = functions.getResult<DominatorTreeAnalysis>(*kernel);
  for (Loop *loop : loops)
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  const SmallVector<WeakTrackingVH> distances =
      findDistances(*kernel, loops, functions.getResult<ScalarEvolutionAnalysis>(*kernel));
  for (const WeakTrackingVH &distance : distances)
    if (distance)
      peel(cast<PHINode>(*distance), *kernel);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
