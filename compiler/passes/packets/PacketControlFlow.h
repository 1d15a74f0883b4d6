// Masks for code that only some lanes of a packet run, and branches that skip code that no lane runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_PACKET_CONTROL_FLOW_H
#define WEFT_COMPILER_PASSES_PACKETS_PACKET_CONTROL_FLOW_H

#include <optional>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include "analysis/PacketShapes.h"
#include "passes/packets/PacketInstructions.h"

namespace weft::compiler {

class AccessPlans;

/// Widens a kernel whose control flow is as form-lcssa leaves it. The mask of a block has the active lanes of the
/// block; at least one lane is active.
class PacketControlFlow {
public:
  /// `maxSpeculated`: TargetProfile::Code::maxUncheckedBlock.
  PacketControlFlow(llvm::Function &kernel, const PacketShapes &shapes, const AccessPlans &plans, WidenedValues &values,
                    PacketInstructions &instructions, unsigned maxSpeculated);

  /// Returns why the blocks can't be given masks, or nothing. Must be called before run().
  std::optional<std::string> obstacle() const;

  /// Widens all blocks.
  void run();

private:
  /// What is known of a block before its instructions change.
  enum class Kind {
    entry,
    sameMask, ///< lanes that diverged, or ran a loop, have reconverged: the mask is the mask of `origin`
    part,     ///< entered by one edge, which only some lanes of `origin` take
    loopHead, ///< entered from `origin`; runs again with the lanes that stay in the loop
  };
  struct BlockPlan {
    Kind kind;
    llvm::BasicBlock *origin;
  };
  std::optional<BlockPlan> planFor(llvm::BasicBlock *block) const;
  bool isLaneZeroActive(const llvm::BasicBlock &block, const BlockPlan &plan) const;

  const llvm::Loop *divergentLoopLeftBy(const llvm::BasicBlock *from, const llvm::BasicBlock *block) const;

  void widenBlock(llvm::BasicBlock *block);
  llvm::Value *maskAtStart(llvm::BasicBlock *block);
  void widenPhis(llvm::BasicBlock *block);
  void blendLiveOut(llvm::PHINode &phi, const llvm::Loop &loop, llvm::BasicBlock *latch);
  void widenBranch(llvm::BranchInst &branch, llvm::BasicBlock *original);
  void completePhi(llvm::PHINode &scalar, llvm::PHINode &wide);
  llvm::Value *divergedMask(const llvm::BasicBlock *from, const llvm::BasicBlock *joined) const;

  llvm::Function &kernel_;
  const PacketShapes &shapes_;
  const AccessPlans &accesses_;
  WidenedValues &values_;
  PacketInstructions &instructions_;
  const unsigned maxSpeculated_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree postDominators_;
  llvm::LoopInfo loops_;
  llvm::SmallPtrSet<const llvm::Loop *, 4> divergentExitLoops_; ///< the loops that lanes leave in different iterations
  llvm::DenseMap<const llvm::BasicBlock *, BlockPlan> plans_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> laneZeroActive_; ///< the blocks that lane 0 is known to run
  std::optional<std::string> obstacle_;

  llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *> masks_;
  /// For each edge of a divergent branch: the mask of the lanes that take the edge. The first block of a key is the
  /// block that branches.
  llvm::DenseMap<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, llvm::Value *> edgeMasks_;
  /// Maps each block that ends in a divergent branch to the original block whose end it was before blocks were split.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> tails_;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>> phis_; ///< scalar and vector phis, yet to complete
  llvm::SmallVector<llvm::PHINode *> loopMasks_;                        ///< masks of loop headers, yet to complete
};

} // namespace weft::compiler

#endif
