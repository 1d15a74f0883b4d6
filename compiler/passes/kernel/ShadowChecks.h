// Notes accesses in the shadow of memory, and looks there for others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H

#include <map>
#include <vector>

#include "llvm/IR/Instructions.h"

#include "kernel/CheckCalls.h"
#include "passes/kernel/RaceClasses.h"

namespace weft::compiler {

/// Makes the code that knows accesses by WeftGroup::shadow. A work-item looks at who has been there before it notes
/// itself, so that of two accesses the later one finds the earlier one; and once more behind a write, because others
/// may have looked at the same time: lanes of its packet, and other threads. Of global memory it notes itself, then
/// comes a fence, then it looks at whom else it may meet, so that of a reader and a writer in two threads one finds the
/// other (Dekker). Only where it finds somebody the checker is called, who knows more.
class ShadowChecks {
public:
  ShadowChecks(llvm::Function &kernel, CheckCalls &calls);

  /// Whether it can tell all accesses of the memory apart.
  static bool fits(const SharedMemory &memory);

  /// Each byte is to have a word of its own, in all memory alike: words of neighbours must not be the same ones. To be
  /// called before any access is watched.
  void separateBytes() { hasBytes_ = true; }

  /// What to look for.
  struct Wanted {
    bool others = true;            ///< of which one writes
    bool readers = true;           ///< among them
    llvm::Value *unless = nullptr; ///< an i1: then for none
    bool isAlike = false;          ///< all groups access the memory alike
    bool isNoted = true;           ///< or, of a read, a write of the same place follows that is
    llvm::Value *stored = nullptr; ///< the value, an i64
    llvm::Value *offset = nullptr; ///< in the object
    llvm::Constant *site = nullptr;
  };
  void watch(const SharedAccess &access, const SharedMemory &memory, const Wanted &wanted);
  /// Between such accesses stands this one.
  void passBarrier(llvm::Instruction &barrier);
  /// Behind the last access. Nothing is done where there was none.
  void finish();

private:
  struct Place;
  struct Words;
  Words wordsOf(llvm::Instruction *at, const SharedAccess &access, const SharedMemory &memory, unsigned site);
  llvm::Value *itemBits(llvm::IRBuilder<> &builder);
  llvm::Value *plane(const SharedAccess &access, size_t member);
  llvm::Value *stampOf(llvm::IRBuilder<> &builder, bool isLocal);
  llvm::Value *shadowMember(llvm::Type *type, size_t offset, const char *name);
  llvm::LoadInst *load(llvm::IRBuilder<> &builder, llvm::Value *word, const char *name);
  void store(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *word);
  llvm::SmallVector<llvm::Value *> leaveWord(llvm::Instruction *at, const Words &words, llvm::Value *Place::*plane,
                                             bool isLocal);
  llvm::Value *isOtherGroups(llvm::IRBuilder<> &builder, llvm::Value *word, llvm::Value *own);
  llvm::Value *isOther(llvm::IRBuilder<> &builder, llvm::Value *word, llvm::Value *own, bool isLocal);
  llvm::Instruction *guard(llvm::Instruction *at, bool isAlike);
  void note(llvm::Instruction *at, const SharedAccess &access, const Words &words, const Wanted &wanted);
  void read(llvm::Instruction *at, const SharedAccess &access, const Words &words, const Wanted &wanted);
  void write(llvm::Instruction *at, const SharedAccess &access, const Words &words, const Wanted &wanted);
  void lookAgain(llvm::Instruction *at, const SharedAccess &access, const Words &words, const Wanted &wanted);
  void tell(llvm::Instruction *at, llvm::Value *isBad, const SharedAccess &access, const Wanted &wanted,
            llvm::Value *word);
  static llvm::Value *storesTheSame(llvm::IRBuilder<> &builder, llvm::Instruction &access);
  unsigned numberOf(llvm::Constant *site);

  llvm::Function &kernel_;
  CheckCalls &calls_;
  llvm::Value *shadow_ = nullptr;
  llvm::Value *item_ = nullptr;       ///< its bits of a word, where the kernel has one body
  llvm::Value *looksAlike_ = nullptr; ///< an i1: what groups access alike is looked at
  llvm::AllocaInst *stamps_[2] = {};
  std::vector<llvm::Instruction *> barriers_;
  std::map<std::pair<llvm::Value *, size_t>, llvm::Value *> planes_;
  std::map<size_t, llvm::Value *> members_;
  std::vector<llvm::Constant *> sites_;
  llvm::GlobalVariable *table_ = nullptr; ///< stands for that of the sites
  std::vector<llvm::Instruction *> own_;  ///< accesses to the shadow
  bool hasBytes_ = false;
};

} // namespace weft::compiler

#endif
