// Classifies accesses of a kernel by the memory that they may have in common and by the barriers between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_RACE_CLASSES_H
#define WEFT_COMPILER_PASSES_KERNEL_RACE_CLASSES_H

#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include "analysis/AccessedObject.h"

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// An access to memory that other work-items may access, too.
struct SharedAccess {
  llvm::Instruction *instruction;
  AccessedRange stretch;
  AccessedObject object; ///< the object, if it is the only possible one; otherwise Known::nothing
  unsigned memory;       ///< the index of the accessed SharedMemory in RaceClasses
  unsigned barrierInterval;
};

/// The memory of one variable or argument, or of several variables and arguments that may alias, and a summary of all
/// accesses to it. Accesses to different SharedMemory objects never overlap.
struct SharedMemory {
  bool isLocal = false, isGlobal = false;
  /// Whether each access is to a known buffer or to local memory. Only then can the code compute the address of the
  /// access's shadow word.
  bool isKnown = true;
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
  /// The size in bytes that all accesses have, if each of them is also aligned to this size. Any two accesses then
  /// touch exactly the same bytes, or no common byte. 0 if the sizes differ or an access isn't aligned.
  uint64_t unit = 0;
  /// The greatest number of bytes, 4 at most, that divides the size and the alignment of each access.
  uint64_t piece = 0;
  uint64_t longest = 0; ///< the size in bytes of the longest access
  std::vector<unsigned> accesses;
};

/// The kinds of the accesses with which one given access may race, including the access itself.
struct MemoryUse {
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
};

class RaceClasses {
public:
  /// Collects the kernel's accesses, except accesses to objects for which `isLeftOut(object)` is true.
  /// `hasBarrierIntervals` says that all work-items reach the same barriers. If it is true, two accesses to local
  /// memory can't race if each path between them leads through a barrier. If it is false, barriers order nothing.
  RaceClasses(llvm::Function &kernel, bool hasBarrierIntervals,
              llvm::function_ref<bool(const AccessedObject &)> isLeftOut);

  const std::vector<SharedAccess> &accesses() const { return accesses_; }
  unsigned memoryCount() const { return memory_.size(); }
  const SharedMemory &memoryOf(const SharedAccess &access) const { return memory_[access.memory]; }
  /// Returns the accesses that `access` may race with, including `access` itself.
  std::vector<const SharedAccess *> around(const SharedAccess &access) const;
  /// Returns the kinds of the accesses that around() returns. For local memory these are the accesses to the same
  /// memory in the same interval between barriers; for global memory they are all accesses to the same memory.
  MemoryUse concurrentUse(const SharedAccess &access) const;

private:
  void numberBarrierIntervals(bool hasBarrierIntervals);
  void join(llvm::ArrayRef<AccessedObject> objects, unsigned space);
  unsigned nodeOf(const AccessedObject &object);

  llvm::Function &kernel_;
  const bool hasDistinctBuffers_;
  std::vector<SharedAccess> accesses_;
  std::vector<SharedMemory> memory_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> barrierIntervals_;
  llvm::DenseMap<const llvm::Value *, unsigned> nodes_;
  llvm::EquivalenceClasses<unsigned> classes_;
  bool reachesAnyLocal_ = false, reachesAnyGlobal_ = false;
};

} // namespace weft::compiler

#endif
