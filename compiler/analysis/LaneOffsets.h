// Finds the offsets of the lanes' addresses from each other, if these offsets are the same in every packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_LANE_OFFSETS_H
#define WEFT_COMPILER_ANALYSIS_LANE_OFFSETS_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BinaryOperator;
class CastInst;
class DataLayout;
class GEPOperator;
class ICmpInst;
class Instruction;
class Value;
} // namespace llvm

namespace weft::compiler {

class PacketShapes;

/// Describes an integer as the sum of a part that all lanes of a packet share and a constant for each lane. With 16
/// lanes, (id & -8) * 8 + id % 8 is 8 times the first lane's id, plus the constants 0 to 7 and 64 to 71. That holds
/// because the first lane's id is a multiple of the packet's width, a power of two: the bits that differ between lanes
/// are known, and no addition carries out of these bits. Fourier transforms and sorting networks have such indices. The
/// description is true of packets whose lanes all run. The function must not change while this object is in use.
class LaneOffsets {
public:
  LaneOffsets(const PacketShapes &shapes, const llvm::DataLayout &layout, unsigned width);

  struct Offsets {
    llvm::SmallVector<int64_t, 16> lanes; ///< each lane's constant
    /// The part that the lanes share: the sum of the terms with these ids. Equal lists mean equal sums.
    llvm::SmallVector<unsigned, 2> shared;
    unsigned zeros = 0;               ///< how many of the shared part's lowest bits are zero
    bool reliesOnNoIndexWrap = false; ///< assumes that a 32-bit index doesn't wrap, as objects have less than 4 GiB
  };
  /// The offsets of an address, in bytes; null if the address isn't known to be the sum of a shared part and constants.
  const Offsets *of(const llvm::Value &pointer) { return find(pointer, 0); }
  /// An integer as a part that all lanes share and, in lower bits, a constant for each lane.
  struct PerLaneBits {
    llvm::SmallVector<int64_t, 16> lanes; ///< each lane's constant; the whole value if no part is shared
    std::optional<unsigned> count;        ///< how many low bits the constants have; nothing if no part is shared
  };
  std::optional<PerLaneBits> perLaneBitsOf(const llvm::Value &number);
  /// The result of a comparison in each lane; nothing if a lane's result may differ between packets.
  std::optional<llvm::SmallVector<bool, 16>> resultsOf(const llvm::ICmpInst &comparison);

private:
  enum class Operation : int64_t { value, constant, multiply, negate, bitAnd, bitOr, bitXor, shiftRight, convert };

  const Offsets *find(const llvm::Value &value, unsigned depth);
  std::optional<Offsets> derive(const llvm::Instruction &instruction, unsigned depth);
  std::optional<Offsets> deriveOperation(const llvm::BinaryOperator &operation, unsigned depth);
  std::optional<Offsets> deriveBits(const llvm::BinaryOperator &operation, Offsets left, uint64_t constant);
  std::optional<Offsets> deriveCast(const llvm::CastInst &cast, unsigned depth);
  std::optional<Offsets> deriveAddress(const llvm::GEPOperator &address, unsigned depth);
  const Offsets *findIndex(const llvm::Value &index, bool &reliesOnNoIndexWrap, unsigned depth);

  Offsets ofConstant(int64_t constant) const;
  Offsets multiplied(Offsets offsets, int64_t factor);
  static Offsets sumOf(const Offsets &left, const Offsets &right);
  /// Moves the part that all lanes' constants have in common to the shared part. Returns whether no lane's constant
  /// then reaches into the bits of the shared part.
  bool separate(Offsets &offsets);
  /// Returns the number of a term, which is an operation with a constant parameter on other terms. The same operation
  /// on the same terms always has the same number.
  unsigned term(Operation operation, int64_t parameter, llvm::ArrayRef<unsigned> of = {});
  llvm::SmallVector<unsigned, 2> terms(Operation operation, int64_t parameter, llvm::ArrayRef<unsigned> of);

  const PacketShapes &shapes_;
  const llvm::DataLayout &layout_;
  const unsigned width_;
  std::map<std::vector<int64_t>, unsigned> terms_;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Offsets>> known_;
};

} // namespace weft::compiler

#endif
