// Cuts long basic blocks, so that the code generator's time is linear in the length of straight-line code.
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

/// Cuts long basic blocks of IR into pieces of about the same length.
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
    // The cuts are made from the last to the first, so that no instruction moves more than once.
    for (llvm::Instruction *splitPoint : llvm::reverse(splitPoints))
      splitPoint->getParent()->splitBasicBlock(splitPoint->getIterator());
    return !splitPoints.empty();
  }

private:
  /// Adds to `splitPoints` the first instruction of each piece of `block` except the first piece.
  void findSplitPoints(llvm::BasicBlock &block, llvm::SmallVectorImpl<llvm::Instruction *> &splitPoints) const {
    if (block.isEHPad() || block.getTerminatingMustTailCall())
      return;
    unsigned length = 0;
    for (llvm::Instruction &instruction : block) {
      ++length;
      // Static allocas stay in the entry block. Instructions that belong to the terminator, such as its comparison,
      // stay in its block.
      if (length > blockLength_ && !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isTerminator() &&
          hasLongRest(instruction) && (length > 2 * blockLength_ || !isOfElements(instruction))) {
        splitPoints.push_back(&instruction);
        length = 1;
      }
    }
  }

  /// Returns whether `instruction` moves an element out of or into a vector. Instruction selection turns a series of
  /// such moves into one permutation, so a cut should not separate them.
  static bool isOfElements(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction);
  }

  /// Returns whether many instructions follow `instruction` in its block. A last piece of a few instructions would
  /// separate a comparison from its branch.
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

/// Cuts long basic blocks of machine code after register allocation, when LLVM has joined consecutive blocks again.
/// LLVM's second scheduler runs next. It compares accesses to memory pair by pair, so long blocks would take it too
/// long.
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
    // The cuts are made from the last to the first, so that no instruction moves more than once.
    for (llvm::MachineInstr *last : llvm::reverse(lasts))
      last->getParent()->splitAt(*last);
    return !lasts.empty();
  }

private:
  /// Adds to `lasts` the last instruction of each piece of `block` except the last piece.
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

/// The target machine that a CutLargeBlocks of this thread exists for. LLVM calls the callback for all code generation
/// in the process, and the callback acts for this machine only.
thread_local const llvm::TargetMachine *current = nullptr;

void addCutter(llvm::TargetMachine &target, llvm::legacy::PassManagerBase &, llvm::TargetPassConfig *passes) {
  if (&target != current)
    return;
  // LLVM's stack protector is the last IR pass that is sure to run before instruction selection. An earlier cut would
  // be undone by CodeGenPrepare, which joins blocks.
  passes->insertPass(&llvm::StackProtector::ID, new LargeBlockCutter(CodeSizes::block));
  passes->insertPass(&llvm::ExpandPostRAPseudosID, new LargeMachineBlockCutter());
}

} // namespace

CutLargeBlocks::CutLargeBlocks(const llvm::TargetMachine &target) {
  // The callback stays registered until the process ends, because LLVM's list of callbacks must not change while other
  // threads generate code.
  [[maybe_unused]] static const auto *registration = new llvm::RegisterTargetPassConfigCallback(addCutter);
  current = &target;
}

llvm::FunctionPass *CutLargeBlocks::beforeCodeGenPrepare() {
  return new LargeBlockCutter(CodeSizes::codeGenPrepareBlock);
}

CutLargeBlocks::~CutLargeBlocks() { current = nullptr; }

} // namespace weft::compiler
