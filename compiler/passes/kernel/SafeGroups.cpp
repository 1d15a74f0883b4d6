// Gives groups that need no checks a copy of the code without checks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/SafeGroups.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/AccessedObject.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Creates a block between the entry block and `first`, the first block of one version of the kernel. The block has a
/// barrier. So the code after the block is a region of its own (the code from one barrier to the next), and later
/// passes treat this code as if it were the whole kernel. A barrier is allowed here because all work-items of a group
/// run the same version. If the entry block has private variables, the block gets no barrier, because each work-item's
/// variables would have to be saved across it.
BasicBlock *createVersionEntry(Function &kernel, BasicBlock &entry, BasicBlock &first, const Twine &name) {
  BasicBlock *way = BasicBlock::Create(kernel.getContext(), name, &kernel, &first);
  IRBuilder<> builder(way);
  if (none_of(entry, [](const Instruction &instruction) { return isa<AllocaInst>(instruction); }))
    builder.CreateCall(declareBarrier(*kernel.getParent()), {});
  builder.CreateBr(&first);
  first.replacePhiUsesWith(&entry, way);
  return way;
}

} // namespace

void versionForSafeGroups(Function &kernel, IRBuilder<> &entry, Value *areSafe, ValueToValueMapTy &copies) {
  BasicBlock &begin = kernel.getEntryBlock();
  BasicBlock *first = begin.getSingleSuccessor();
  SmallVector<BasicBlock *, 16> body;
  for (BasicBlock &block : drop_begin(kernel))
    body.push_back(&block);
  SmallVector<BasicBlock *, 16> copied;
  for (BasicBlock *block : body) {
    copied.push_back(CloneBasicBlock(block, copies, copySuffix, &kernel));
    copies[block] = copied.back();
  }
  remapInstructionsInBlocks(copied, copies);
  BasicBlock *safe = createVersionEntry(kernel, begin, *first, "safe.groups");
  BasicBlock *others = createVersionEntry(kernel, begin, *cast<BasicBlock>(copies[first]), "checked.groups");
  Instruction *end = begin.getTerminator();
  entry.CreateCondBr(areSafe, safe, others, MDBuilder(kernel.getContext()).createLikelyBranchWeights());
  end->eraseFromParent();
  entry.SetInsertPoint(begin.getTerminator());
  kernel.addFnAttr(safeGroupsAttribute);
}

BranchInst *safeGroupsBranch(Function &kernel) {
  return kernel.hasFnAttribute(safeGroupsAttribute) ? cast<BranchInst>(kernel.getEntryBlock().getTerminator())
                                                    : nullptr;
}

} // namespace weft::compiler
