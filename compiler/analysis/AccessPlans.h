// How the loads and stores of a kernel on packets reach memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_ACCESS_PLANS_H
#define WEFT_COMPILER_ANALYSIS_ACCESS_PLANS_H

#include <cstdint>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include "analysis/PermutedGroup.h"
#include "analysis/SingleActiveLane.h"
#include "codegen/TargetProfile.h"

namespace llvm {
class DataLayout;
class FixedVectorType;
class Function;
class Instruction;
class StoreInst;
class Type;
class Value;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// How the lanes of one load or store reach memory.
enum class AccessKind {
  uniform,     ///< a load of all lanes from one place
  contiguous,  ///< one vector whose elements follow each other as the lanes do
  reverse,     ///< the same from the last lane to the first
  interleaved, ///< a few elements apart: whole vectors, together with the other accesses of an InterleaveGroup
  permuted,    ///< in an order that is the same in every packet: whole vectors, together with the other accesses of
               ///< a PermutedGroup
  contiguousIfChecked, ///< computed from ids without a constant stride (a clamped or masked index): a comparison tells
  scalarised,          ///< equally far apart in local memory: one scalar access after the other if all lanes run
  singleActiveLane,    ///< of a block that one lane runs: a scalar access at that lane's place
  scalarReadModifyWrite, ///< a load and a store of one place, and one operation: all three for one lane after the other
  gatherScatter,         ///< a gather or scatter
};

/// What a packet makes of one load or store.
struct AccessPlan {
  AccessKind kind = AccessKind::gatherScatter;
  double cycles = 0; ///< of a packet, by TargetProfile::cycles
  /// Of vectors of OpenCL C that go forward, or may: the elements between two lanes' first ones.
  unsigned pitch = 0;
  /// Of vectors that don't lie one behind the other: each lane's is loaded or stored whole, and all are turned in
  /// registers (Transposition.h). Otherwise each element is gathered or scattered.
  bool transposed = false;
  /// transposed: each lane's vector is as far from the next one's (PacketShapes), so that two tell where all are.
  bool isEven = false;
  /// contiguousIfChecked: the part of the address that differs between lanes, in elements, which follow each other as
  /// it does; the whole address if it has no such part.
  llvm::Value *part = nullptr;
  /// contiguousIfChecked: `part` is a row, and elements follow each other where all lanes are in the same one.
  bool isRow = false;
  /// contiguousIfChecked: lanes that aren't consecutive may still lie in a window (PacketWindow).
  bool mayFitWindow = false;
  /// interleaved, permuted: its number for AccessPlans::group or AccessPlans::permutedGroup.
  unsigned group = 0;
};

/// Accesses of one block, of one kind, whose lanes are equally far apart and which reach into the same vectors, as
/// a[2 * i] and a[2 * i + 1] do. Nothing between them touches memory in a way that could tell their order. An access
/// that has no such neighbours is a group of its own.
struct InterleaveGroup {
  struct Member {
    llvm::Instruction *access;
    int64_t number; ///< how many elements it is from the first member
  };
  enum class Form {
    interleaved,   ///< one vector over all lanes' elements; a shuffle for each member of a load
    overlapping,   ///< a load of as many packets' vectors as the pitch, shuffled together; the last one ends with the
                   ///< last lane's element
    masked,        ///< a store of one vector that leaves out what belongs to no member
    gatherScatter, ///< gathers or scatters
  };
  llvm::SmallVector<Member, 4> members; ///< in the order of the program, all within one pitch
  unsigned pitch = 0;                   ///< elements between two lanes' places
  int64_t least = 0;                    ///< of the members' numbers
  unsigned span = 0;                    ///< elements from the least member to the greatest, with both
  Form form = Form::gatherScatter;      ///< where all lanes run
  /// Of stores that aren't apart: they have this form under a mask, too, instead of scatters where not all lanes run.
  bool isUnderMasks = false;
};

/// The plans of all loads and stores whose lanes differ in address or value, but for those that each lane makes for
/// itself (atomic and volatile ones). All is decided in the constructor, so that what is estimated is what is emitted.
/// Plans name instructions: the function must not lose any while this is in use. What shapes know of an address
/// changes as little as the address does, so plans hold while vectors are written next to the instructions.
class AccessPlans {
public:
  AccessPlans(llvm::Function &kernel, const PacketShapes &shapes, unsigned width, const TargetProfile &profile);

  /// Of an access that has a plan.
  const AccessPlan &of(const llvm::Instruction &access) const { return plans_.find(&access)->second; }
  /// Whether `operation` is done by the store of what it gives, whose kind is scalarReadModifyWrite.
  bool isPartOfUpdate(const llvm::Instruction &operation) const { return updates_.contains(&operation); }
  /// Of an access whose kind is interleaved.
  const InterleaveGroup &group(const AccessPlan &plan) const { return groups_[plan.group]; }
  /// Of an access whose kind is permuted.
  const PermutedGroup &permutedGroup(const AccessPlan &plan) const { return permutedGroups_[plan.group]; }

private:
  AccessPlan planFor(llvm::Instruction &access) const;
  AccessPlan planForVectors(const llvm::Value &pointer, const llvm::FixedVectorType &type) const;
  AccessPlan planForScalars(llvm::Value &pointer, llvm::Type *type) const;
  /// `element`: of one that is gathered or scattered.
  double cyclesOf(const AccessPlan &plan, llvm::Type *type, double element) const;
  /// Of one whose place may be anywhere.
  double cyclesOfElement(const llvm::Type &type, const llvm::Instruction &access) const;
  double cyclesOfRows(const llvm::FixedVectorType &type, bool isEven) const;

  bool mayBeConsecutive(const llvm::Value &pointer, int64_t pitch) const;
  llvm::Value *partThatDiffers(llvm::Value &pointer, llvm::Type *type) const;
  llvm::Value *rowOf(llvm::Value &pointer, llvm::Type *type) const;
  bool fitsWindow(const llvm::Type &type) const;
  unsigned pitchOfSteps(const llvm::Value &pointer, llvm::Type *type) const;

  bool planUpdate(llvm::StoreInst &store);
  void arrange(llvm::Instruction &access, PermutedGroups &permutedGroups);
  void groupSteps(llvm::Instruction &access);
  InterleaveGroup findGroup(llvm::Instruction &first) const;
  InterleaveGroup::Form formOf(const InterleaveGroup &group) const;
  bool isUnderMasks(const InterleaveGroup &group) const;

  const PacketShapes &shapes_;
  const llvm::DataLayout &layout_;
  const unsigned width_;
  const TargetProfile profile_;
  const SingleActiveLane singleActiveLane_;
  llvm::DenseMap<const llvm::Instruction *, AccessPlan> plans_;
  std::vector<InterleaveGroup> groups_;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> updates_; ///< operations
  std::vector<PermutedGroup> permutedGroups_;
};

/// How many elements lie between two vectors' first ones in an array: of three elements four.
unsigned pitchInMemory(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Whether vectors of `type`, one for each lane, can be turned in registers: their lengths are powers of two.
bool canBeTurned(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Rows of up to so many bytes are gathered as integers.
inline constexpr unsigned bytesOfGatheredRow = 8;

} // namespace weft::compiler

#endif
