// Groups loads or stores whose lanes access neighbouring elements in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_PERMUTED_GROUP_H
#define WEFT_COMPILER_RECIPES_PERMUTED_GROUP_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include "analysis/LaneOffsets.h"
#include "codegen/TargetProfile.h"

namespace llvm {
class Instruction;
} // namespace llvm

namespace weft::compiler {

/// Loads, or stores, of one block and one type. Each lane accesses a slot, which holds a number or a whole vector of
/// OpenCL C. The lanes' slots have the same offsets from each other in every packet (LaneOffsets). The slots of
/// different members are close together in memory, so that the same registers hold them. No instruction between the
/// members accesses memory in a way that makes the members' order observable.
struct PermutedGroup {
  struct Member {
    llvm::Instruction *access;
    llvm::SmallVector<unsigned, 16> slots; ///< each lane's slot, counted from the least slot of all members
  };
  llvm::SmallVector<Member, 8> members; ///< in program order
  unsigned span = 0;                    ///< the number of slots from the least to the greatest, both included
  unsigned slotsPerRegister = 0;        ///< the number of slots that a register holds: a power of two, and at most
                                        ///< the number of a packet's lanes
  double cycles = 0;                    ///< the cycles of all members, if all lanes run
  /// For stores that some lanes may not run: whether masked stores of whole registers are quicker than one store for
  /// each active lane's element.
  bool prefersMaskedStores = false;

  /// Memory is accessed in chunks of one register each. Returns the first slot of the chunk that contains the slot
  /// `place`. If the last chunk would go beyond the last slot, it begins earlier, and so overlaps the chunk before it.
  /// If the whole span has fewer slots than a register, there is one chunk, which begins with slot 0.
  unsigned firstSlotOfRegister(unsigned place) const;
};

/// Finds the permuted groups of a function.
class PermutedGroups {
public:
  /// `exchangesInRegisters`: whether the packets of a work-group may exchange elements in registers instead of local
  /// memory.
  PermutedGroups(LaneOffsets &offsets, const llvm::DataLayout &layout, unsigned width, const TargetProfile &profile,
                 bool exchangesInRegisters)
      : layout_(layout), width_(width), profile_(profile), exchangesInRegisters_(exchangesInRegisters),
        offsets_(offsets) {}

  /// Returns the group of `first` and of those accesses after it that `isOpen` accepts. Returns nothing if there is
  /// no such group, or if the lanes of `first` are contiguous.
  std::optional<PermutedGroup> find(llvm::Instruction &first, llvm::function_ref<bool(llvm::Instruction &)> isOpen);

private:
  struct Candidate {
    llvm::Instruction *access;
    const LaneOffsets::Offsets *offsets;
  };
  std::optional<PermutedGroup> buildGroup(llvm::ArrayRef<Candidate> candidates) const;
  double cyclesOf(const PermutedGroup &permutedGroup) const;
  bool prefersMaskedStores(const PermutedGroup &permutedGroup, llvm::ArrayRef<Candidate> candidates) const;
  double permuteCycles(unsigned parts) const;

  const llvm::DataLayout &layout_;
  const unsigned width_;
  const TargetProfile &profile_;
  const bool exchangesInRegisters_;
  LaneOffsets &offsets_;
};

} // namespace weft::compiler

#endif
