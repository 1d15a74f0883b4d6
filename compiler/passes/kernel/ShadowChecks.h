// Generates code that records accesses to memory in its shadow, words that say who accessed it last, and finds races.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H

#include <map>
#include <vector>

#include "llvm/IR/Instructions.h"

#include "kernel/CheckCalls.h"
#include "passes/kernel/RaceClasses.h"

namespace weft::compiler {

/// Generates the code that detects races through the shadow of the group that runs (WeftShadow): words that say which
/// work-item last read or wrote each piece of memory, and between which barriers. A work-item checks the earlier
/// accesses to the memory before it records its own access, so that of two accesses the later one finds the earlier
/// one. After a write it checks once more, because other lanes of its packet, and other threads, may have checked at
/// the same time. For global memory, the work-item first records its access, then executes a fence, then checks for
/// accesses that may race with it. So of a reader and a writer in two threads at least one finds the other (Dekker).
/// The code calls the checker only if it finds another access; the checker then decides whether the two accesses are a
/// race.
class ShadowChecks {
public:
  ShadowChecks(llvm::Function &kernel, CheckCalls &calls);

  /// Whether the shadow has a word for each access to the memory and few enough words for each access. If not, the
  /// caller must use weft.check.access instead of watch().
  static bool fits(const SharedMemory &memory);

  /// Makes the code use one shadow word for each byte of memory, instead of one for four bytes. Kernels need this if an
  /// access isn't to whole, aligned groups of four bytes. Must be called before the first call of watch().
  void separateBytes() { hasBytes_ = true; }

  /// What the code for an access checks.
  struct CheckOptions {
    bool others = true;            ///< look for accesses of other work-items with which this access may race
    bool readers = true;           ///< look for reads as well as for writes of other work-items
    llvm::Value *unless = nullptr; ///< an i1: if true at run time, the code doesn't look for others' accesses
    bool isGroupUniform = false;   ///< all groups access the memory in the same way
    bool isNoted = true;           ///< record the access; not needed for a read before a write of the same bytes
    llvm::Value *stored = nullptr; ///< the stored value, an i64
    llvm::Value *offset = nullptr; ///< the offset in the object, an i64
    llvm::Constant *site = nullptr;
  };
  void watch(const SharedAccess &access, const SharedMemory &memory, const CheckOptions &wanted);
  /// Registers a barrier of the kernel. At this barrier finish() adds code that raises the work-item's stamp, which
  /// numbers the interval between barriers, so that accesses before and after the barrier have different stamps.
  void passBarrier(llvm::Instruction &barrier);
  /// Completes the code: adds the code at barriers, the table of sites (the accesses' places in the source) and the
  /// alias scopes. Must be called after the last call of watch(). Does nothing if watch() was never called.
  void finish();

private:
  struct ShadowWords;
  struct Words;
  Words wordsOf(llvm::Instruction *at, const SharedAccess &access, const SharedMemory &memory, unsigned site);
  llvm::Value *itemBits(llvm::IRBuilder<> &builder);
  llvm::Value *plane(const SharedAccess &access, size_t member);
  llvm::Value *stampOf(llvm::IRBuilder<> &builder, bool isLocal);
  llvm::Value *shadowMember(llvm::Type *type, size_t offset, const char *name);
  llvm::LoadInst *load(llvm::IRBuilder<> &builder, llvm::Value *word, const char *name);
  void store(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Value *word);
  llvm::SmallVector<llvm::Value *> storeOwnWord(llvm::Instruction *at, const Words &words,
                                                llvm::Value *ShadowWords::*plane, bool isLocal);
  llvm::Value *isByOtherGroup(llvm::IRBuilder<> &builder, llvm::Value *word, llvm::Value *own);
  llvm::Value *isUnorderedAccess(llvm::IRBuilder<> &builder, llvm::Value *word, llvm::Value *own, bool isLocal);
  llvm::Instruction *guard(llvm::Instruction *at, bool isGroupUniform);
  void note(llvm::Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted);
  void read(llvm::Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted);
  void write(llvm::Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted);
  void recheckWrites(llvm::Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted);
  void reportRace(llvm::Instruction *at, llvm::Value *isBad, const SharedAccess &access, const CheckOptions &wanted,
                  llvm::Value *word);
  static llvm::Value *storesEqualValue(llvm::IRBuilder<> &builder, llvm::Instruction &access);
  unsigned indexOfSite(llvm::Constant *site);

  llvm::Function &kernel_;
  CheckCalls &calls_;
  llvm::Value *shadow_ = nullptr;
  llvm::Value *item_ = nullptr;               ///< see itemBits(); null if the kernel has two bodies
  llvm::Value *checksGroupUniform_ = nullptr; ///< an i1: whether to check memory that all groups access in the same way
  llvm::AllocaInst *stamps_[2] = {};
  std::vector<llvm::Instruction *> barriers_;
  std::map<std::pair<llvm::Value *, size_t>, llvm::Value *> planes_;
  std::map<size_t, llvm::Value *> members_;
  std::vector<llvm::Constant *> sites_;
  llvm::GlobalVariable *table_ = nullptr;           ///< finish() replaces it by the table of sites
  std::vector<llvm::Instruction *> shadowAccesses_; ///< loads and stores of shadow words
  bool hasBytes_ = false;
};

} // namespace weft::compiler

#endif
