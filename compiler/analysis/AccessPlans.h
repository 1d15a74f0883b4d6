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
  uniform,     ///< a load of all lanes from one address
  contiguous,  ///< one vector, whose elements are in the order of the lanes
  reverse,     ///< one vector, whose elements are in the order from the last lane to the first
  interleaved, ///< the lanes' elements are a few elements apart: whole vectors, together with the other accesses of an
               ///< InterleaveGroup
  permuted,    ///< the lanes' elements are in an order that is the same in every packet: whole vectors, together with
               ///< the other accesses of a PermutedGroup
  contiguousIfChecked,   ///< an address computed from ids without a constant stride (a clamped or masked index): a
                         ///< comparison at run time decides whether the access is contiguous
  scalarised,            ///< elements equally far apart in local memory: if all lanes run, one scalar access after the
                         ///< other
  singleActiveLane,      ///< in a block that one lane runs: a scalar access at that lane's address
  scalarReadModifyWrite, ///< a load and a store of one address, and one operation between them: all three are done for
                         ///< one lane after the other
  gatherScatter,         ///< a gather or scatter
};

/// How a packet executes one load or store.
struct AccessPlan {
  AccessKind kind = AccessKind::gatherScatter;
  double cycles = 0; ///< for one packet, by TargetProfile::cycles
  /// For vectors of OpenCL C that are contiguous, or may be contiguous: the number of elements from the first element
  /// of one lane's vector to the first element of the next lane's vector.
  unsigned pitch = 0;
  /// For vectors that don't follow each other in memory: each lane's vector is loaded or stored whole, and all of them
  /// are transposed in registers (Transposition.h). If false, each element is gathered or scattered.
  bool transposed = false;
  /// transposed: the distance from each lane's vector to the next lane's vector is the same ("even" in PacketShapes),
  /// so that two addresses determine all addresses.
  bool hasUniformStride = false;
  /// contiguousIfChecked: the part of the address that differs between lanes, counted in elements. The lanes' elements
  /// are contiguous where this part is. It is the whole address if the address has no such part.
  llvm::Value *part = nullptr;
  /// contiguousIfChecked: `part` is a row number, and elements are contiguous where all lanes are in the same row.
  bool isRowIndex = false;
  /// contiguousIfChecked: lanes whose elements aren't contiguous may still have all elements in one window
  /// (PacketWindow).
  bool mayFitWindow = false;
  /// interleaved, permuted: the group's number for AccessPlans::group or AccessPlans::permutedGroup.
  unsigned group = 0;
};

/// Loads, or stores, of one block that have the same distance between lanes and reach into the same vectors, as
/// a[2 * i] and a[2 * i + 1] do. No instruction between them accesses memory in a way that makes their order
/// observable. An access without such neighbours is a group of its own.
struct InterleaveGroup {
  struct Member {
    llvm::Instruction *access;
    int64_t number; ///< the distance from the first member in elements
  };
  enum class Form {
    interleaved,   ///< one vector over all lanes' elements, with a shuffle for each member of a load
    overlapping,   ///< a load of as many vectors as the pitch, each a packet wide, which are shuffled together. The
                   ///< last vector ends with the last lane's element
    masked,        ///< a store of one vector under a mask that leaves out the elements of no member
    gatherScatter, ///< gathers or scatters
  };
  llvm::SmallVector<Member, 4> members; ///< in program order, all within one pitch
  unsigned pitch = 0;                   ///< elements from one lane's address to the next lane's
  int64_t least = 0;                    ///< the least of the members' numbers
  unsigned span = 0;                    ///< elements from the least member to the greatest, both included
  Form form = Form::gatherScatter;      ///< the form where all lanes run
  /// For stores whose form isn't gatherScatter: they have this form under a mask, too. If false, they are scatters
  /// where not all lanes run.
  bool isMaskable = false;
};

/// The plans of all loads and stores whose lanes differ in address or value. Atomic and volatile accesses have no plan:
/// each lane makes them for itself. The constructor decides everything, so that the code that is emitted is the code
/// that was estimated. Plans name instructions: the function must not lose any instruction while this is in use. A plan
/// holds while vectors are written next to the instructions, because what PacketShapes knows of an address doesn't
/// change as long as the address doesn't.
class AccessPlans {
public:
  AccessPlans(llvm::Function &kernel, const PacketShapes &shapes, unsigned width, const TargetProfile &profile);

  /// The plan of `access`, which must have a plan.
  const AccessPlan &of(const llvm::Instruction &access) const { return plans_.find(&access)->second; }
  /// Whether `operation` is executed together with the store of its result, whose kind is scalarReadModifyWrite.
  bool isReadModifyWriteOp(const llvm::Instruction &operation) const { return updates_.contains(&operation); }
  /// The group of an access whose kind is interleaved.
  const InterleaveGroup &group(const AccessPlan &plan) const { return groups_[plan.group]; }
  /// The group of an access whose kind is permuted.
  const PermutedGroup &permutedGroup(const AccessPlan &plan) const { return permutedGroups_[plan.group]; }

private:
  AccessPlan planFor(llvm::Instruction &access) const;
  AccessPlan planForVectors(const llvm::Value &pointer, const llvm::FixedVectorType &type) const;
  AccessPlan planForScalars(llvm::Value &pointer, llvm::Type *type) const;
  /// `element`: the cycles of one element that is gathered or scattered.
  double cyclesOf(const AccessPlan &plan, llvm::Type *type, double element) const;
  /// The cycles of one element whose address may be any.
  double cyclesOfElement(const llvm::Type &type, const llvm::Instruction &access) const;
  double transposeCycles(const llvm::FixedVectorType &type, bool hasUniformStride) const;

  bool mayBeConsecutive(const llvm::Value &pointer, int64_t pitch) const;
  llvm::Value *varyingAddressTerm(llvm::Value &pointer, llvm::Type *type) const;
  llvm::Value *varyingRowIndex(llvm::Value &pointer, llvm::Type *type) const;
  bool fitsWindow(const llvm::Type &type) const;
  unsigned interleavePitch(const llvm::Value &pointer, llvm::Type *type) const;

  bool planReadModifyWrite(llvm::StoreInst &store);
  void planPermutedGroup(llvm::Instruction &access, PermutedGroups &permutedGroups);
  void planInterleaveGroup(llvm::Instruction &access);
  InterleaveGroup findGroup(llvm::Instruction &first) const;
  InterleaveGroup::Form formOf(const InterleaveGroup &group) const;
  bool isMaskable(const InterleaveGroup &group) const;

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

/// How many elements lie from the first element of a vector to the first element of the next vector in an array: four
/// for vectors of three elements.
unsigned pitchInMemory(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Whether vectors of `type`, one for each lane, can be transposed in registers: their lengths must be powers of two.
bool canTranspose(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Rows of at most this number of bytes are gathered as integers.
inline constexpr unsigned maxGatheredVectorBytes = 8;

} // namespace weft::compiler

#endif
