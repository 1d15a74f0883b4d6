// Decides how a kernel on packets (vectors of work-items) executes each of its loads and stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RECIPES_ACCESS_PLANS_H
#define WEFT_COMPILER_RECIPES_ACCESS_PLANS_H

#include <cstdint>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include "analysis/SingleActiveLane.h"
#include "codegen/TargetProfile.h"
#include "recipes/PermutedGroup.h"

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
  interleaved, ///< the lanes' elements are a few elements apart: whole vectors and shuffles, together with the other
               ///< accesses of an InterleaveGroup
  permuted,    ///< the lanes' elements are in an order that is the same in every packet: whole vectors and shuffles,
               ///< together with the other accesses of a PermutedGroup
  contiguousIfChecked,   ///< an address computed from ids without a constant stride (a clamped or masked index): a
                         ///< comparison at run time decides whether the access is contiguous
  scalarised,            ///< a load from local memory with a constant distance between lanes: if all lanes run, one
                         ///< scalar load for each lane, otherwise a gather
  singleActiveLane,      ///< in a block that one lane runs: a scalar access at that lane's address
  scalarReadModifyWrite, ///< a load and a store of one address, and one operation between them: each lane does all
                         ///< three before the next lane begins
  gatherScatter,         ///< a gather or scatter
};

/// How a packet executes one load or store.
struct AccessPlan {
  AccessKind kind = AccessKind::gatherScatter;
  double cycles = 0; ///< the estimated time for one packet, by TargetProfile::cycles
  /// For vectors of OpenCL C that are contiguous, or may be contiguous: the number of elements from the first element
  /// of one lane's vector to the first element of the next lane's vector.
  unsigned pitch = 0;
  /// For vectors that don't follow each other in memory: whether each lane's vector is loaded or stored whole, and the
  /// lanes' vectors are transposed in registers (Transposition.h). If false, each element is gathered or scattered.
  bool transposed = false;
  /// transposed: whether the distance from each lane's vector to the next lane's vector is the same (a uniform stride,
  /// PacketShapes.h). Two addresses then determine all addresses.
  bool hasUniformStride = false;
  /// contiguousIfChecked: the term of the address that differs between lanes, counted in elements. The lanes' elements
  /// are contiguous if `part` grows by one element from lane to lane. If no such term can be separated, `part` is the
  /// whole address.
  llvm::Value *part = nullptr;
  /// contiguousIfChecked: whether `part` is the index of a row of a matrix. The elements are then contiguous if all
  /// lanes have the same row index.
  bool isRowIndex = false;
  /// contiguousIfChecked: whether lanes whose elements aren't contiguous may still have all elements in one window of
  /// memory, which two vector accesses reach (PacketWindow).
  bool mayFitWindow = false;
  /// interleaved, permuted: the number of the access's group, by which AccessPlans::group or AccessPlans::permutedGroup
  /// finds the group.
  unsigned group = 0;
};

/// Loads, or stores, of one block that have the same distance between lanes and are so close together that the same
/// vectors contain their elements, as a[2 * i] and a[2 * i + 1] are. No instruction between them accesses memory in a
/// way that makes their order observable. An access without neighbours of this kind is a group of its own.
struct InterleaveGroup {
  struct Member {
    llvm::Instruction *access;
    int64_t number; ///< the distance from the first member in elements
  };
  enum class Form {
    interleaved,   ///< one vector over all lanes' elements, with a shuffle for each member of a load
    overlapping,   ///< a load of `pitch` vectors, each as wide as a packet, and shuffles that combine them. The last
                   ///< vector ends with the last lane's element
    masked,        ///< a store of one vector under a mask, which leaves out the elements that belong to no member
    gatherScatter, ///< gathers or scatters
  };
  llvm::SmallVector<Member, 4> members; ///< in program order; their `number`s differ by less than `pitch`
  unsigned pitch = 0;                   ///< the distance from one lane's address to the next lane's, in elements
  int64_t least = 0;                    ///< the least `number` of a member
  unsigned span = 0;                    ///< the number of elements from the least member to the greatest, both included
  Form form = Form::gatherScatter;      ///< the form of the accesses if all lanes run
  /// For stores whose form isn't gatherScatter: whether they keep this form under a mask. If false, they become
  /// scatters whenever some lanes are inactive.
  bool isMaskable = false;
};

/// The plans of all loads and stores whose address or value differs between lanes. Atomic and volatile accesses have no
/// plan: each lane executes its access by itself. The constructor makes all decisions. Later passes follow them, so
/// they emit exactly the code whose time was estimated. Plans refer to instructions: no instruction of the function may
/// be deleted while this object is in use. A plan stays valid while vector instructions are added next to the planned
/// ones, because what PacketShapes knows of an address doesn't change as long as the address doesn't.
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
  /// The cycles of `plan` for one packet. `element`: the cycles of one element that is gathered or scattered.
  double cyclesOf(const AccessPlan &plan, llvm::Type *type, double element) const;
  /// The cycles of one element of `access`, a gather or scatter. The distance between the lanes' addresses isn't known.
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
  llvm::SmallPtrSet<const llvm::Instruction *, 4> updates_; ///< operations of read-modify-writes
  std::vector<PermutedGroup> permutedGroups_;
};

/// How many elements lie from the first element of a vector to the first element of the next vector in an array: four
/// for vectors of three elements.
unsigned pitchInMemory(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Whether vectors of `type`, one for each lane, can be transposed in registers: the number of their elements must be a
/// power of two.
bool canTranspose(const llvm::DataLayout &layout, const llvm::FixedVectorType &type);

/// Vectors of OpenCL C of at most this number of bytes are gathered as integers, one integer for each lane's vector.
inline constexpr unsigned maxGatheredVectorBytes = 8;

} // namespace weft::compiler

#endif
