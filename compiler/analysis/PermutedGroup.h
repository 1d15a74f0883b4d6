// Accesses whose lanes' elements are in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PERMUTED_GROUP_H
#define WEFT_COMPILER_ANALYSIS_PERMUTED_GROUP_H

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

/// Loads, or stores, of one block and one type. Their lanes' slots have the same offsets from each other in every
/// packet (LaneOffsets), and they reach into the same registers' worth of memory. No instruction between them accesses
/// memory in a way that makes their order observable. A slot holds a number, or a whole vector of OpenCL C.
struct PermutedGroup {
  struct Member {
    llvm::Instruction *access;
    llvm::SmallVector<unsigned, 16> slots; ///< each lane's slot, counted from the least slot of all members
  };
  llvm::SmallVector<Member, 8> members; ///< in program order
  unsigned span = 0;                    ///< slots from the least to the greatest, both included
  unsigned slotsPerRegister = 0;        ///< slots that a register holds: a power of two, and at most the number of a
                                        ///< packet's lanes
  double cycles = 0;                    ///< the cycles of all members, where all lanes run
  /// For stores where it is known only at run time which lanes run: they are quicker in registers under masks than one
  /// by one.
  bool prefersMaskedStores = false;

  /// The first slot of the part of memory that is accessed at once and contains the slot `place`. All parts have as
  /// many slots as a register; the last part ends with the last slot, if there are that many slots.
  unsigned firstSlotOfRegister(unsigned place) const;
};

/// Finds the permuted groups of a function.
class PermutedGroups {
public:
  /// `exchangesInRegisters`: packets of a group may exchange elements in registers.
  PermutedGroups(const PacketShapes &shapes, const llvm::DataLayout &layout, unsigned width,
                 const TargetProfile &profile, bool exchangesInRegisters)
      : layout_(layout), width_(width), profile_(profile), exchangesInRegisters_(exchangesInRegisters),
        offsets_(shapes, layout, width) {}

  /// Returns the group of `first` and of accesses after it that `isOpen` accepts. Returns nothing where there is no
  /// such group, or where the lanes of `first` are contiguous.
  std::optional<PermutedGroup> find(llvm::Instruction &first,
                                    llvm::function_ref<bool(const llvm::Instruction &)> isOpen);

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
  const TargetProfile profile_;
  const bool exchangesInRegisters_;
  LaneOffsets offsets_;
};

} // namespace weft::compiler

#endif
