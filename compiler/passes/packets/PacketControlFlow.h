// Generates masks for code that only some lanes of a packet run, and branches past code that no lane runs.
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

/// Turns a kernel that the steps of PacketPreparation.h have prepared into code for packets. The mask of a block has
/// the lanes that run the block. A branch skips a block if its mask is empty. Only some short blocks run even then,
/// because that takes no longer than the branch.
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
  /// How a block gets its mask. This is decided before instructions change. `origin` is the field of BlockPlan.
  enum class Kind {
    entry,
    sameMask, ///< all active lanes of `origin` run it, perhaps after they diverged and reconverged: `origin`'s mask
    part,     ///< only some lanes of `origin` run it: the mask of the edge from `origin`
    loopHead, ///< header of a loop: the mask of `origin` at first, later the mask of the lanes that stay in the loop
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
  /// Widening may split a block in two. Maps the block that a divergent branch ends now to the original block, which
  /// this branch ended before.
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> tails_;
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::PHINode *>> phis_; ///< each scalar phi and its empty vector phi
  llvm::SmallVector<llvm::PHINode *> loopMasks_;                        ///< the masks of loop headers, still empty
};

} // namespace weft::compiler

#endif
