// Transposes a matrix of elements in vector registers: the rows become columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Transposition.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr unsigned bitsOfLane = 128;

/// The elements of the matrix in registers. An element's index, row by row, consists of bits. `registerIndex_` and
/// `position_` say which of these bits, lowest first, make up the index of the element's register and its position in
/// that register.
class Registers {
public:
  Registers(IRBuilder<> &builder, ArrayRef<Value *> rows)
      : builder_(builder), vectors_(rows), columnBits_(Log2_32(lengthOf(rows.front()))) {
    for (unsigned bit = 0; bit < columnBits_; ++bit)
      position_.push_back(bit);
    for (unsigned bit = 0; bit < Log2_32(rows.size()); ++bit)
      registerIndex_.push_back(columnBits_ + bit);
  }

  /// Return the number of bits of the register index, and of the position in a register.
  unsigned registerIndexBits() const { return registerIndex_.size(); }
  unsigned positionBits() const { return position_.size(); }

  /// Joins pairs of registers: bit `bit` of the register index becomes the highest bit of the position.
  void join(unsigned bit) {
    SmallVector<Value *, 16> joined;
    for (size_t number = 0; number < vectors_.size(); ++number)
      if (!isSet(number, bit))
        joined.push_back(concatenateVectors(builder_, {vectors_[number], vectors_[number | size_t{1} << bit]}));
    vectors_ = std::move(joined);
    position_.push_back(registerIndex_[bit]);
    registerIndex_.erase(registerIndex_.begin() + bit);
  }

  /// Exchanges bit `out` of the position for bit `bit` of the register index. The latter bit becomes bit `in` of the
  /// position.
  void exchange(unsigned bit, unsigned out, unsigned in) {
    const unsigned length = 1U << position_.size();
    SmallVector<int, 32> masks[2];
    for (unsigned taken : {0U, 1U})
      for (unsigned position = 0; position < length; ++position)
        masks[taken].push_back(
            static_cast<int>(insertBit(withoutBit(position, in), out, taken) + (isSet(position, in) ? length : 0)));
    for (size_t number = 0; number < vectors_.size(); ++number) {
      if (isSet(number, bit))
        continue;
      Value *&first = vectors_[number], *&second = vectors_[number | size_t{1} << bit];
      Value *results[] = {builder_.CreateShuffleVector(first, second, masks[0]),
                          builder_.CreateShuffleVector(first, second, masks[1])};
      first = results[0];
      second = results[1];
    }
    const unsigned given = registerIndex_[bit];
    registerIndex_[bit] = position_[out];
    position_.erase(position_.begin() + out);
    position_.insert(position_.begin() + in, given);
  }

  /// Returns the columns, each with its elements in the order of the rows. Requires that the bits of the row are the
  /// lowest bits of the position.
  SmallVector<Value *, 16> columns() const {
    SmallVector<Value *, 16> result(size_t{1} << columnBits_);
    const unsigned rowBits = registerIndex_.size() + position_.size() - columnBits_;
    const unsigned rows = 1U << rowBits;
    for (auto [number, vector] : enumerate(vectors_))
      for (unsigned part = 0; part < 1U << (position_.size() - rowBits); ++part) {
        const unsigned column =
            indexOf(number, registerIndex_) | indexOf(part, ArrayRef(position_).drop_front(rowBits));
        result[column] = position_.size() == rowBits
                             ? vector
                             : builder_.CreateShuffleVector(vector, createSequentialMask(part * rows, rows, 0));
      }
    return result;
  }

private:
  static unsigned lengthOf(const Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }
  static bool isSet(size_t value, unsigned bit) { return (value >> bit & 1) != 0; }
  static unsigned withoutBit(unsigned value, unsigned bit) {
    return (value >> (bit + 1) << bit) | (value & ((1U << bit) - 1));
  }
  static unsigned insertBit(unsigned value, unsigned bit, unsigned inserted) {
    return (value >> bit << (bit + 1)) | inserted << bit | (value & ((1U << bit) - 1));
  }
  /// Returns the bits of an element's index that `value` holds: bit i of `value` is bit `bits[i]` of the index.
  static unsigned indexOf(size_t value, ArrayRef<unsigned> bits) {
    unsigned index = 0;
    for (auto [number, bit] : enumerate(bits))
      index |= static_cast<unsigned>(isSet(value, number)) << bit;
    return index;
  }

  IRBuilder<> &builder_;
  SmallVector<Value *, 16> vectors_;
  const unsigned columnBits_;
  SmallVector<unsigned, 8> registerIndex_, position_;
};

} // namespace

SmallVector<Value *, 16> transpose(IRBuilder<> &builder, ArrayRef<Value *> rows) {
  auto *row = cast<FixedVectorType>(rows.front()->getType());
  const unsigned rowBits = Log2_32(rows.size()), columnBits = Log2_32(row->getNumElements());
  const unsigned elementsOfLane = std::max(bitsOfLane / row->getScalarSizeInBits(), 1U);
  const unsigned laneBits = std::min(Log2_32(elementsOfLane), std::max(rowBits, columnBits));
  Registers registers(builder, rows);

  // Rows that are shorter than 128 bits, the unit in which x86 shuffles work, are joined with later rows until they
  // fill such a unit.
  unsigned joined = 0;
  for (; registers.positionBits() < laneBits; ++joined)
    registers.join(0);
  const unsigned inLane = std::min(laneBits - joined, rowBits - joined);
  // If a register is still shorter than a column, pairs of registers are joined: their rows differ in the lowest bit
  // above the bits within a 128-bit unit.
  while (registers.positionBits() < rowBits)
    registers.join(inLane);

  if (joined == 0)
    for (unsigned bit = inLane; bit-- > 0;)
      registers.exchange(bit, laneBits - 1, 0);
  else
    for (unsigned bit = 0; bit < inLane; ++bit)
      registers.exchange(bit, 0, laneBits - 1);

  const unsigned highest = registers.positionBits() - 1;
  if (rowBits >= columnBits)
    for (unsigned bit = inLane; bit < registers.registerIndexBits(); ++bit)
      registers.exchange(bit, laneBits, highest);
  else
    for (unsigned bit = registers.registerIndexBits(); bit-- > inLane;)
      registers.exchange(bit, highest, laneBits);
  return registers.columns();
}

} // namespace weft::compiler
