// Vectors of lanes, element by element, as one vector with the elements of each lane together, and back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/Interleaving.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft::compiler {

Value *interleave(IRBuilder<> &builder, ArrayRef<Value *> elements) {
  const unsigned width = cast<FixedVectorType>(elements.front()->getType())->getNumElements();
  return builder.CreateShuffleVector(concatenateVectors(builder, elements),
                                     createInterleaveMask(width, static_cast<unsigned>(elements.size())), "together");
}

SmallVector<Value *, 4> deinterleave(IRBuilder<> &builder, Value *all, unsigned count) {
  const unsigned width = cast<FixedVectorType>(all->getType())->getNumElements() / count;
  SmallVector<Value *, 4> elements;
  for (unsigned number = 0; number < count; ++number)
    elements.push_back(builder.CreateShuffleVector(all, createStrideMask(number, count, width), "element"));
  return elements;
}

} // namespace weft::compiler
