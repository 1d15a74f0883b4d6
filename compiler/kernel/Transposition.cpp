// Rows of elements in vector registers become columns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Transposition.h"

#include <algorithm>

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using Registers = SmallVector<Value *, 16>;

unsigned lengthOf(const Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); }

/// The same elements in vectors of `length`.
Registers regroup(IRBuilder<> &builder, ArrayRef<Value *> vectors, unsigned length) {
  const unsigned before = lengthOf(vectors.front());
  if (before == length)
    return Registers(vectors);
  Registers result;
  if (before < length) {
    for (size_t first = 0; first < vectors.size(); first += length / before)
      result.push_back(concatenateVectors(builder, vectors.slice(first, length / before)));
    return result;
  }
  for (Value *vector : vectors)
    for (unsigned first = 0; first < before; first += length)
      result.push_back(builder.CreateShuffleVector(vector, createSequentialMask(first, length, 0)));
  return result;
}

/// Interleaves the halves of the sequence.
Registers interleaveHalves(IRBuilder<> &builder, const Registers &sequence) {
  const unsigned length = lengthOf(sequence.front());
  const SmallVector<int, 16> all = createInterleaveMask(length, 2);
  const ArrayRef<int> lower = ArrayRef(all).take_front(length), upper = ArrayRef(all).drop_front(length);
  Registers result;
  for (size_t number = 0; number < sequence.size() / 2; ++number) {
    Value *first = sequence[number], *second = sequence[number + sequence.size() / 2];
    result.push_back(builder.CreateShuffleVector(first, second, lower));
    result.push_back(builder.CreateShuffleVector(first, second, upper));
  }
  return result;
}

/// Puts the elements with even numbers before those with odd ones.
Registers separateParities(IRBuilder<> &builder, const Registers &sequence) {
  const unsigned length = lengthOf(sequence.front());
  Registers result;
  for (unsigned parity : {0, 1})
    for (size_t number = 0; number < sequence.size(); number += 2)
      result.push_back(
          builder.CreateShuffleVector(sequence[number], sequence[number + 1], createStrideMask(parity, 2, length)));
  return result;
}

} // namespace

SmallVector<Value *, 16> transpose(IRBuilder<> &builder, ArrayRef<Value *> rows) {
  const auto count = static_cast<unsigned>(rows.size());
  const unsigned length = lengthOf(rows.front());
  Registers registers = regroup(builder, rows, std::max(count, length));
  if (count < length)
    for (unsigned bit = 0; bit < Log2_32(count); ++bit)
      registers = interleaveHalves(builder, registers);
  else
    for (unsigned bit = 0; bit < Log2_32(length); ++bit)
      registers = separateParities(builder, registers);
  return regroup(builder, registers, count);
}

} // namespace weft::compiler
