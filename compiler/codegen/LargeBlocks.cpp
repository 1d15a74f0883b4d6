// Keeps the code generator's time linear in the length of straight-line code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/LargeBlocks.h"

#include "llvm/CodeGen/StackProtector.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

namespace weft::compiler {
namespace {

/// Instructions of a part. Above, the scheduler's time per instruction begins to grow.
constexpr unsigned partLength = 300;

/// The last IR pass that is sure to run before instruction selection is LLVM's stack protector; this one comes behind
/// it, as CodeGenPrepare would put the parts together again.
class LargeBlockCutter : public llvm::FunctionPass {
public:
  static char ID;
  LargeBlockCutter() : FunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "Cut large basic blocks"; }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override { usage.addPreserved<llvm::StackProtector>(); }

  bool runOnFunction(llvm::Function &function) override {
    llvm::SmallVector<llvm::Instruction *> places;
    for (llvm::BasicBlock &block : function)
      findPlaces(block, places);
    // From behind, so that no instruction moves more than once.
    for (llvm::Instruction *place : llvm::reverse(places))
      place->getParent()->splitBasicBlock(place->getIterator());
    return !places.empty();
  }

private:
  /// Adds the first instruction of each part but the first.
  static void findPlaces(llvm::BasicBlock &block, llvm::SmallVectorImpl<llvm::Instruction *> &places) {
    if (block.isEHPad() || block.getTerminatingMustTailCall())
      return;
    unsigned length = 0;
    for (llvm::Instruction &instruction : block) {
      // Static allocas stay in the entry block; what belongs to a terminator stays before it.
      if (++length > partLength && !llvm::isa<llvm::AllocaInst>(instruction) && !instruction.isTerminator() &&
          hasLongRest(instruction) && (length > 2 * partLength || !isOfElements(instruction))) {
        places.push_back(&instruction);
        length = 1;
      }
    }
  }

  /// Instruction selection makes one permutation of many elements that are taken out of vectors and put into another.
  static bool isOfElements(const llvm::Instruction &instruction) {
    return llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst>(instruction);
  }

  /// A part of a few instructions would tear a comparison from its branch.
  static bool hasLongRest(llvm::Instruction &instruction) {
    unsigned length = 0;
    for (llvm::Instruction *next = &instruction; next; next = next->getNextNode())
      if (++length > partLength / 4)
        return true;
    return false;
  }
};

char LargeBlockCutter::ID = 0;

/// The callback is LLVM's for all that generate code in the process: this tells which of them is ours.
thread_local const llvm::TargetMachine *current = nullptr;

void addCutter(llvm::TargetMachine &target, llvm::legacy::PassManagerBase &, llvm::TargetPassConfig *passes) {
  if (&target == current)
    passes->insertPass(&llvm::StackProtector::ID, new LargeBlockCutter());
}

} // namespace

CutLargeBlocks::CutLargeBlocks(const llvm::TargetMachine &target) {
  // For the life of the process: the list that it stands in may not change while others generate code.
  [[maybe_unused]] static const auto *registration = new llvm::RegisterTargetPassConfigCallback(addCutter);
  current = &target;
}

CutLargeBlocks::~CutLargeBlocks() { current = nullptr; }

} // namespace weft::compiler
