// Analyses how a kernel's values differ from lane to lane of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_PACKET_SHAPES_H
#define WEFT_COMPILER_ANALYSIS_PACKET_SHAPES_H

#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

#include "analysis/WorkItemUniformity.h"

namespace llvm {
class Instruction;
class PHINode;
class Value;
} // namespace llvm

namespace weft::compiler {

/// A packet consists of work-items that follow each other along a dimension (PacketMapping); each work-item has a lane.
/// A value is
/// - uniform: it is the same for all lanes that run it (after a loop that lanes leave at different times, lanes may
///   hold different values of a variable that was uniform in the loop);
/// - strided: a number or an address that grows by the same constant from lane to lane (modulo 2^bits);
/// - with a uniform stride: strided, or growing by a uniform number that isn't a constant, such as an index that is an
/// id times a width;
/// - varying: anything else.
/// Strides pass through additions, products with constants, casts and address computations. They pass through an
/// extension only if no lane's number wraps. The flags nuw, nsw and nneg say so, but only for the lanes that use the
/// result. Lane 0 may not be among these lanes, for instance if an optimisation has moved the instruction out of a
/// condition. The value that the instruction would compute for lane 0 is then not in line with the other lanes: adding
/// the stride to it doesn't give their values. If an object in memory has less than 4 GiB, a 32-bit index doesn't
/// wrap from one lane's access to another's: two elements so far apart can't belong to one object. If the width is
/// known, strides pass through bitwise operations and shifts to the right, too. The local id of lane 0 is a multiple of
/// the width, so no addition carries from the bits in which lanes differ into higher bits. After Karrenberg and Hack,
/// "Whole-function vectorization", CGO 2011, section 4. The function must not change while this object is in use.
class PacketShapes {
public:
  /// The kernel's attribute weft-wide-indices says whether objects in memory may have 4 GiB or more. `width`: the
  /// number of a packet's work-items, a power of two; 0 if it isn't known. `mapping` says which work-items they are.
  explicit PacketShapes(llvm::Function &kernel, uint64_t width = 0, PacketMapping mapping = {});

  const PacketMapping &mapping() const { return mapping_; }
  bool isUniform(const llvm::Value &value) const;
  /// Whether 32-bit indices may be assumed not to wrap between the lanes that access memory with them.
  bool assumesNoIndexWrap() const { return !wideIndices_; }
  bool hasDivergentTerminator(const llvm::BasicBlock &block) const { return uniformity_.hasDivergentTerminator(block); }
  /// Whether lanes may leave `loop` at different times.
  bool hasDivergentExits(const llvm::Loop &loop) const;
  /// Whether some lanes may not run `block` while others do.
  bool isDivergentBlock(const llvm::BasicBlock &block) const { return divergentBlocks_.contains(&block); }
  /// The stride of `value`: 0 for a uniform value, in bytes for an address. Nothing if the value isn't strided.
  std::optional<int64_t> strideOf(const llvm::Value &value) const;
  /// Whether each lane's value differs from the lane's before it by one uniform number, which needn't be a constant,
  /// among the lanes that run it.
  bool hasUniformStride(const llvm::Value &value) const { return find(value).has_value(); }
  /// For a number with a uniform stride: whether its lanes' values, read as unsigned numbers, differ by multiples of
  /// its step without wrapping. If this is false, and the number may be extended as a signed number, its lanes' values
  /// differ so as signed numbers.
  bool isExactUnsigned(const llvm::Value &value) const;
  /// For a strided value: whether lane 0's value plus multiples of the stride gives the values of the lanes that run
  /// the instruction, even if lane 0 doesn't run it. Lane 0's value is then computed from lane 0's operands.
  bool isValidFromLaneZero(const llvm::Value &value) const;
  /// For a condition that varies: whether `condition` (`negated`: its opposite) holds for lane 0 whenever it holds for
  /// any lane, provided that lane 0 runs it.
  bool impliesLaneZero(const llvm::Value &condition, bool negated) const;

private:
  /// The lanes for which a statement is true.
  enum class Lanes {
    none,
    running, ///< the lanes that run the instruction
    all,     ///< the lanes that run the instruction, and lane 0
  };
  /// The step from lane to lane. The two members of type Lanes say for which lanes the values, read as signed or as
  /// unsigned numbers, differ by multiples of the step without wrapping.
  struct Stride {
    int64_t step = 0;
    Lanes exactSigned = Lanes::all;
    Lanes exactUnsigned = Lanes::all;
    bool isValidFromLaneZero = true;
    bool reliesOnNoIndexWrap = false; ///< assumes that a 32-bit index doesn't wrap, as objects have less than 4 GiB
    bool isConstant = true;           ///< whether the step is the constant `step`; otherwise it is uniform, but unknown
    bool isZero() const { return isConstant && step == 0; }
  };
  /// An assumption about a value that is carried around a loop. It begins as the strongest possible assumption, and
  /// gets weaker whenever the values that the loop computes refute it.
  struct Guess {
    bool varies = false;
    Lanes exactSigned = Lanes::all;
    Lanes exactUnsigned = Lanes::all;
    bool isValidFromLaneZero = true;
    bool reliesOnNoIndexWrap = false;
    bool operator==(const Guess &) const = default;
  };
  std::optional<Stride> find(const llvm::Value &value) const;
  std::optional<Stride> derive(const llvm::Instruction &instruction);
  std::optional<Stride> deriveSum(const llvm::Instruction &instruction);
  std::optional<Stride> derivePhi(const llvm::PHINode &phi) const;
  std::optional<Stride> deriveLoopValue(const llvm::PHINode &phi) const;
  bool lanesReconvergeAt(const llvm::BasicBlock &block) const;
  bool isFromSameIteration(const llvm::Value &value, const llvm::BasicBlock &block) const;
  std::optional<Stride> deriveProduct(const llvm::Instruction &instruction);
  std::optional<Stride> deriveBits(const llvm::Instruction &instruction) const;
  unsigned zerosOf(const llvm::Value &value, unsigned depth = 0) const;
  std::optional<Stride> deriveCast(const llvm::Instruction &instruction);
  bool isFarFromWrapping(const llvm::Value &index, uint64_t elementBytes) const;
  std::optional<Stride> deriveAddress(const llvm::Instruction &instruction) const;
  std::optional<Stride> deriveNonWrappingIndex(const llvm::Value &index) const;

  /// The lanes for which the wrap flags of an instruction (nuw, nsw, nneg, disjoint) hold.
  Lanes lanesOfFlags(const llvm::Instruction &instruction);
  bool flagsMustHold(const llvm::Instruction &flagged) const;

  bool comparisonImpliesLaneZero(const llvm::Value &condition, bool negated) const;

  void findDivergentExits();
  bool refuteGuesses(bool all);

  PacketMapping mapping_;
  WorkItemUniformity uniformity_;
  const bool wideIndices_;
  const uint64_t width_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> divergentBlocks_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> divergentExitLoops_; ///< the headers of these loops
  llvm::PostDominatorTree postDominators_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::DenseMap<const llvm::PHINode *, Guess> guesses_;
  llvm::DenseMap<const llvm::Instruction *, Stride> strides_;
  llvm::DenseMap<const llvm::Instruction *, bool> flagsMustHold_; ///< cached results of flagsMustHold()
};

} // namespace weft::compiler

#endif
