// Sorts a kernel's accesses by the memory that may alias, and by the barriers between them.
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

/// An access to memory that others may reach.
struct SharedAccess {
  llvm::Instruction *instruction;
  AccessedRange stretch;
  AccessedObject object; ///< Known::nothing if there are several objects or none is known
  unsigned memory;       ///< the index of its SharedMemory in RaceClasses
  unsigned barrierInterval;
};

/// A variable, an argument, or several of them that may alias. No access to other memory reaches this memory.
struct SharedMemory {
  bool isLocal = false, isGlobal = false;
  /// Each access is of one known object, or its address in local memory can be computed. So the checks can find a
  /// shadow word for each access.
  bool isKnown = true;
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
  /// The size in bytes of each access, which is aligned to its size: two accesses are of the same memory or don't
  /// overlap. 0 if the sizes differ.
  uint64_t unit = 0;
  /// In bytes: the size and the alignment of each access are multiples of this.
  uint64_t piece = 0;
  uint64_t longest = 0;
  std::vector<unsigned> accesses;
};

/// How memory is accessed between two barriers that order the accesses.
struct MemoryUse {
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
};

class RaceClasses {
public:
  /// `isLeftOut(object)` says whether accesses to the object are left out. `hasBarrierIntervals`: all work-items reach
  /// the same barriers, so that two accesses are ordered if there is a barrier between them on each path.
  RaceClasses(llvm::Function &kernel, bool hasBarrierIntervals,
              llvm::function_ref<bool(const AccessedObject &)> isLeftOut);

  const std::vector<SharedAccess> &accesses() const { return accesses_; }
  unsigned memoryCount() const { return memory_.size(); }
  const SharedMemory &memoryOf(const SharedAccess &access) const { return memory_[access.memory]; }
  /// The accesses that `access` may race with, including `access` itself.
  std::vector<const SharedAccess *> around(const SharedAccess &access) const;
  /// How the memory of `access` is used: by the work-items of a group as long as no barrier orders them, and for global
  /// memory by all work-items.
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
