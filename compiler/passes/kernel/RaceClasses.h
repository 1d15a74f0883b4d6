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
  AccessedObject object; ///< Known::nothing if there are several objects or none is known
  unsigned memory;       ///< the index of its SharedMemory in RaceClasses
  unsigned barrierInterval;
};

/// The memory of a variable or an argument, or of several that may alias. Accesses to different SharedMemory objects
/// never overlap.
struct SharedMemory {
  bool isLocal = false, isGlobal = false;
  /// Whether each access is to one known object, or to local memory. The checks can then find a shadow word for each
  /// access.
  bool isKnown = true;
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
  /// The size in bytes of all accesses, each of which is aligned to its size. Two accesses then are to the same bytes
  /// or don't overlap. 0 if the sizes differ or an access isn't aligned.
  uint64_t unit = 0;
  /// A number of bytes, 4 at most: the size and the alignment of each access are multiples of it.
  uint64_t piece = 0;
  uint64_t longest = 0;
  std::vector<unsigned> accesses;
};

/// The kinds of accesses that a memory gets from the accesses that one access may race with.
struct MemoryUse {
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
};

class RaceClasses {
public:
  /// If `isLeftOut(object)` is true, accesses to the object aren't collected. `hasBarrierIntervals` says that all
  /// work-items reach the same barriers. Two accesses are then ordered if there is a barrier between them on each path.
  RaceClasses(llvm::Function &kernel, bool hasBarrierIntervals,
              llvm::function_ref<bool(const AccessedObject &)> isLeftOut);

  const std::vector<SharedAccess> &accesses() const { return accesses_; }
  unsigned memoryCount() const { return memory_.size(); }
  const SharedMemory &memoryOf(const SharedAccess &access) const { return memory_[access.memory]; }
  /// Returns the accesses that `access` may race with, including `access` itself.
  std::vector<const SharedAccess *> around(const SharedAccess &access) const;
  /// Returns how the memory of `access` is used by the accesses that `access` may race with. For local memory, these
  /// are the accesses in the same interval between barriers; for global memory, they are all accesses.
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
