// Where the lanes' addresses lie to each other, where that is the same in every packet.
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

/// Numbers as a sum of what all lanes of a packet share and a constant for each lane. With 16 lanes, (id & -8) * 8 + id
/// % 8 is 8 times the first lane's id, and 0 to 7 and 64 to 71. That holds as the first lane's id is a multiple of the
/// packet's width, a power of two: the bits that differ between lanes are known, and nothing is carried out of them.
/// Transforms and sorting networks have such indices. True of packets whose lanes all run. The function must not change
/// while this is in use.
class LaneOffsets {
public:
  LaneOffsets(const PacketShapes &shapes, const llvm::DataLayout &layout, unsigned width);

  struct Offsets {
    llvm::SmallVector<int64_t, 16> lanes;
    /// What the lanes share, as the sum of these terms: equal lists are equal numbers.
    llvm::SmallVector<unsigned, 2> shared;
    unsigned zeros = 0;       ///< of the shared number's lowest bits are zero
    bool trustsIndex = false; ///< rests on an index that doesn't wrap as objects are small
  };
  /// In bytes, of an address; nothing where it is of no such form.
  const Offsets *of(const llvm::Value &pointer) { return find(pointer, 0); }
  /// A number's lanes as what they share and, below it, some bits of their own.
  struct OwnBits {
    llvm::SmallVector<int64_t, 16> lanes; ///< or all of each number, where nothing is shared
    std::optional<unsigned> count;        ///< nothing where nothing is shared
  };
  std::optional<OwnBits> ownBitsOf(const llvm::Value &number);
  /// What a comparison of two numbers gives in each lane; nothing where packets may differ in that.
  std::optional<llvm::SmallVector<bool, 16>> resultsOf(const llvm::ICmpInst &comparison);

private:
  enum class Operation : int64_t { value, constant, multiply, negate, bitAnd, bitOr, bitXor, shiftRight, convert };

  const Offsets *find(const llvm::Value &value, unsigned depth);
  std::optional<Offsets> derive(const llvm::Instruction &instruction, unsigned depth);
  std::optional<Offsets> deriveOperation(const llvm::BinaryOperator &operation, unsigned depth);
  std::optional<Offsets> deriveBits(const llvm::BinaryOperator &operation, Offsets left, uint64_t constant);
  std::optional<Offsets> deriveCast(const llvm::CastInst &cast, unsigned depth);
  std::optional<Offsets> deriveAddress(const llvm::GEPOperator &address, unsigned depth);
  const Offsets *findIndex(const llvm::Value &index, bool &trustsIndex, unsigned depth);

  Offsets ofConstant(int64_t constant) const;
  Offsets multiplied(Offsets offsets, int64_t factor);
  static Offsets sumOf(const Offsets &left, const Offsets &right);
  /// Whether no lane's constant reaches into the bits of what is shared, to which their common part is moved.
  bool separate(Offsets &offsets);
  /// The number of a term, the same for the same operation on the same terms.
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
