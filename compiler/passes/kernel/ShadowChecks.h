// Generates code that records accesses in a shadow of the memory, and finds races with other accesses in the shadow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_SHADOW_CHECKS_H

#include <map>
#include <vector>

#include "llvm/IR/Instructions.h"

#include "kernel/CheckCalls.h"
#include "passes/kernel/RaceClasses.h"

namespace weft::compiler {

/// Generates the code that detects races through WeftGroup::shadow. A work-item checks the earlier accesses to the
/// memory before it records its own access, so that of two accesses the later one finds the earlier one. After a write
/// it checks once more, because other lanes of its packet, and other threads, may have checked at the same time. For
/// global memory, the work-item first records its access, then executes a fence, then checks for accesses that may race
/// with it. So of a reader and a writer in two threads at least one finds the other (Dekker). Only if the code finds
/// another access, it calls the checker, which decides whether the two accesses are a race.
class ShadowChecks {
public:
  ShadowChecks(llvm::Function &kernel, CheckCalls &calls);

  /// Whether the words of the shadow can distinguish all accesses to the memory.
  static bool fits(const SharedMemory &memory);

  /// Gives each byte of all memory a word of its own, for kernels in which neighbouring bytes must not share a word.
  /// Must be called before the first call of watch().
  void separateBytes() { hasBytes_ = true; }

  /// What the code for an access checks.
  struct CheckOptions {
    bool others = true;            ///< accesses of other work-items, if one of the two accesses writes
    bool readers = true;           ///< reads among these accesses
    llvm::Value *unless = nullptr; ///< an i1: if true, accesses of others aren't checked
    bool isGroupUniform = false;   ///< all groups access the memory in the same way
    bool isNoted = true;           ///< the access is recorded; false for a read before a write of the same bytes
    llvm::Value *stored = nullptr; ///< the stored value, an i64
    llvm::Value *offset = nullptr; ///< the offset in the object
    llvm::Constant *site = nullptr;
  };
  void watch(const SharedAccess &access, const SharedMemory &memory, const CheckOptions &wanted);
  /// Registers a barrier of the kernel. finish() adds code there that starts a new interval between barriers.
  void passBarrier(llvm::Instruction &barrier);
  /// Completes the code after the last call of watch(). Does nothing if watch() was never called.
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
  llvm::Value *item_ = nullptr;               ///< the work-item's bits of a word, if the kernel has one body
  llvm::Value *checksGroupUniform_ = nullptr; ///< an i1: memory that all groups access alike is checked
  llvm::AllocaInst *stamps_[2] = {};
  std::vector<llvm::Instruction *> barriers_;
  std::map<std::pair<llvm::Value *, size_t>, llvm::Value *> planes_;
  std::map<size_t, llvm::Value *> members_;
  std::vector<llvm::Constant *> sites_;
  llvm::GlobalVariable *table_ = nullptr;           ///< a placeholder for the table of the sites
  std::vector<llvm::Instruction *> shadowAccesses_; ///< the accesses of this code to the shadow
  bool hasBytes_ = false;
};

} // namespace weft::compiler

#endif
