// Accesses whose lanes find their elements in an order that is the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ARRANGEMENT_H
#define WEFT_COMPILER_ANALYSIS_ARRANGEMENT_H

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

/// Accesses of one block, of one kind and one type, whose lanes' places lie to each other as in every packet
/// (LaneOffsets), and which reach into the same registers' worth of memory. Nothing between them touches memory in a
/// way that could tell their order. A place is that of a number, or of a whole vector of OpenCL C.
struct PermutedGroup {
  struct Member {
    llvm::Instruction *access;
    llvm::SmallVector<unsigned, 16> places; ///< of each lane, from the least of all members
  };
  llvm::SmallVector<Member, 8> members; ///< in the order of the program
  unsigned span = 0;                    ///< places from the least to the greatest, with both
  unsigned together = 0;                ///< places that a register has, a power of two and at most a packet's lanes
  double cycles = 0;                    ///< of all members, where all lanes run
  /// Of stores: those of lanes that only the launch knows are quicker in registers under masks than one by one.
  bool isQuickerUnderMasks = false;

  /// Where the part of memory begins that is accessed at once and has `place`. All have as many places as a register;
  /// the last one ends with the last place, where there are as many.
  unsigned partOf(unsigned place) const;
};

/// Finds them.
class PermutedGroups {
public:
  /// `exchangesInRegisters`: packets of a group may.
  PermutedGroups(const PacketShapes &shapes, const llvm::DataLayout &layout, unsigned width,
                 const TargetProfile &profile, bool exchangesInRegisters)
      : layout_(layout), width_(width), profile_(profile), exchangesInRegisters_(exchangesInRegisters),
        offsets_(shapes, layout, width) {}

  /// That of `first` and the accesses behind it that `isOpen` doesn't refuse. Nothing where it has none, or where its
  /// lanes lie one behind the other.
  std::optional<PermutedGroup> find(llvm::Instruction &first,
                                    llvm::function_ref<bool(const llvm::Instruction &)> isOpen);

private:
  struct Candidate {
    llvm::Instruction *access;
    const LaneOffsets::Offsets *offsets;
  };
  std::optional<PermutedGroup> arrange(llvm::ArrayRef<Candidate> candidates) const;
  double cyclesOf(const PermutedGroup &permutedGroup) const;
  bool isQuickerUnderMasks(const PermutedGroup &permutedGroup, llvm::ArrayRef<Candidate> candidates) const;
  double cyclesOfParts(unsigned parts) const;

  const llvm::DataLayout &layout_;
  const unsigned width_;
  const TargetProfile profile_;
  const bool exchangesInRegisters_;
  LaneOffsets offsets_;
};

} // namespace weft::compiler

#endif
