// Keeps the code generator's time linear in the length of straight-line code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/LargeBlocks.h"

#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

#include "codegen/CompileBudget.h"

namespace weft::compiler {
namespace {

/// Cuts blocks of IR into parts of about the same length.
class LargeBlockCutter : public llvm::FunctionPass {
public:
  static char ID;
  explicit LargeBlockCutter(unsigned length) : FunctionPass(ID), blockLength_(length) {}

  llvm::StringRef getPassName() const override { return "Cut large basic blocks"; }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override { usage.addPreserved<llvm::StackProtector>(); }

  bool runOnFunction(llvm::Function &function) override {
    llvm::SmallVector<llvm::Instruction *> splitPoints;
    for (llvm::BasicBlock &block : function)
      findSplitPoints(block, splitPoints);
    // From behind, so that no instruction moves more than once.
    for (llvm::Instruction *splitPoint : llvm::reverse(splitPoints))
      splitPoint->getParent()->splitBasicBlock(splitPoint->getIterator());
    return !splitPoints.empty();
  }

private:
  /// Adds the first instruction of each part but the first.
  void findSplitPoints(llvm::BasicBlock &block, llvm::SmallVectorImpl<llvm::Instruction *> &splitPoints) const {
    if (block.isEHPad() || block.getTerminatingMustTailCall())
      return;
    unsigned length = 0;
    for (llvm::Instruction &instruction : block) {
      // Static allocas stay in the entry block; what belongs to a terminator stays before it.
      if (++length > blockLength_ && !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isTerminator() &&
          hasLongRest(instruction) && (length > 2 * blockLength_ || !isOfElements(instruction))) {
        splitPoints.push_back(&instruction);
        length = 1;
      }
    }
  }

  /// Instruction selection makes one permutation of many elements that are taken out of vectors and put into another.
  static bool isOfElements(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction);
  }

  /// A part of a few instructions would tear a comparison from its branch.
  bool hasLongRest(llvm::Instruction &instruction) const {
    unsigned length = 0;
    for (llvm::Instruction *next = &instruction; next; next = next->getNextNode())
      if (++length > blockLength_ / 4)
        return true;
    return false;
  }

  unsigned blockLength_;
};

char LargeBlockCutter::ID = 0;

/// Behind register allocation blocks that follow each other have become one again; this cuts them before the second
/// scheduler, which compares accesses to memory pair by pair.
class LargeMachineBlockCutter : public llvm::MachineFunctionPass {
public:
  static char ID;
  LargeMachineBlockCutter() : llvm::MachineFunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "Cut large basic blocks of the machine's code"; }

  bool runOnMachineFunction(llvm::MachineFunction &function) override {
    if (!function.getProperties().hasTracksLiveness())
      return false;
    llvm::SmallVector<llvm::MachineInstr *> lasts;
    for (llvm::MachineBasicBlock &block : function)
      findLasts(block, lasts);
    // From behind, so that no instruction moves more than once.
    for (llvm::MachineInstr *last : llvm::reverse(lasts))
      last->getParent()->splitAt(*last);
    return !lasts.empty();
  }

private:
  /// Adds the last instruction of each part but the last.
  static void findLasts(llvm::MachineBasicBlock &block, llvm::SmallVectorImpl<llvm::MachineInstr *> &lasts) {
    const unsigned whole = 2 * CodeSizes::block;
    if (block.size() <= whole)
      return;
    unsigned length = 0;
    unsigned rest = block.size();
    for (llvm::MachineInstr &instruction : block.instrs()) {
      --rest;
      const bool isOfFrame =
          instruction.getFlag(llvm::MachineInstr::FrameSetup) || instruction.getFlag(llvm::MachineInstr::FrameDestroy);
      if (++length >= CodeSizes::block && rest > CodeSizes::block / 4 && !instruction.isTerminator() &&
          !instruction.isBundledWithSucc() && !isOfFrame) {
        lasts.push_back(&instruction);
        length = 0;
      }
    }
  }
};

char LargeMachineBlockCutter::ID = 0;

/// The callback is LLVM's for all that generate code in the process: this tells which of them is ours.
thread_local const llvm::TargetMachine *current = nullptr;

void addCutter(llvm::TargetMachine &target, llvm::legacy::PassManagerBase &, llvm::TargetPassConfig *passes) {
  if (&target != current)
    return;
  // The last IR pass that is sure to run before instruction selection is LLVM's stack protector. CodeGenPrepare, before
  // it, puts parts together again.
  passes->insertPass(&llvm::StackProtector::ID, new LargeBlockCutter(CodeSizes::block));
  passes->insertPass(&llvm::ExpandPostRAPseudosID, new LargeMachineBlockCutter());
}

} // namespace

CutLargeBlocks::CutLargeBlocks(const llvm::TargetMachine &target) {
  // For the life of the process: the list that it stands in may not change while others generate code.
  [[maybe_unused]] static const auto *registration = new llvm::RegisterTargetPassConfigCallback(addCutter);
  current = &target;
}

llvm::FunctionPass *CutLargeBlocks::beforeCodeGenPrepare() {
  return new LargeBlockCutter(CodeSizes::codeGenPrepareBlock);
}

CutLargeBlocks::~CutLargeBlocks() { current = nullptr; }

} // namespace weft::compiler
