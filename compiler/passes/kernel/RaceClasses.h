// Sorts what a kernel accesses by what may be the same memory, and by barriers between.
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
  MemoryStretch stretch;
  AccessedObject object; ///< Known::nothing for several, or none that is known
  unsigned memory;       ///< in RaceClasses::memory()
  unsigned stretchNumber;
};

/// Memory that no access to other memory reaches: a variable, an argument, or several that may be the same.
struct SharedMemory {
  bool isLocal = false, isGlobal = false;
  /// All of its accesses are of one object, or its place in local memory can be computed: a word of the shadow can be
  /// found for each.
  bool isKnown = true;
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
  /// Bytes of each access, which is aligned to them: two accesses are of the same memory or have nothing in common. 0
  /// where they differ.
  uint64_t unit = 0;
  /// Bytes that each access is a multiple of, and aligned to.
  uint64_t piece = 0;
  uint64_t longest = 0;
  std::vector<unsigned> accesses;
};

/// What happens to memory between two barriers that order it.
struct MemoryUse {
  bool hasPlain = false, hasAtomic = false, hasWrites = false, hasReads = false;
};

class RaceClasses {
public:
  /// `isLeftOut(object)` says of which memory nobody is to know. `hasStretches`: all work-items meet the same barriers,
  /// so that two accesses with one between them on each way are in order.
  RaceClasses(llvm::Function &kernel, bool hasStretches, llvm::function_ref<bool(const AccessedObject &)> isLeftOut);

  const std::vector<SharedAccess> &accesses() const { return accesses_; }
  unsigned memoryCount() const { return memory_.size(); }
  const SharedMemory &memoryOf(const SharedAccess &access) const { return memory_[access.memory]; }
  /// The accesses that this one may meet, and itself.
  std::vector<const SharedAccess *> around(const SharedAccess &access) const;
  /// Of the access's memory, by the work-items of a group, as long as no barrier parts them; of global memory by all.
  MemoryUse useAround(const SharedAccess &access) const;

private:
  void numberStretches(bool hasStretches);
  void join(llvm::ArrayRef<AccessedObject> objects, unsigned space);
  unsigned nodeOf(const AccessedObject &object);

  llvm::Function &kernel_;
  const bool hasDistinctBuffers_;
  std::vector<SharedAccess> accesses_;
  std::vector<SharedMemory> memory_;
  llvm::DenseMap<const llvm::Instruction *, unsigned> stretchNumbers_;
  llvm::DenseMap<const llvm::Value *, unsigned> nodes_;
  llvm::EquivalenceClasses<unsigned> classes_;
  bool reachesAnyLocal_ = false, reachesAnyGlobal_ = false;
};

} // namespace weft::compiler

#endif
