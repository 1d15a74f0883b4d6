// Computes how many vector registers hold one value of a given type for each lane of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketTypes.h"

#include <algorithm>

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace weft::compiler {

double elementsOf(const Type &type) {
  if (const auto *vector = dyn_cast<FixedVectorType>(&type))
    return vector->getNumElements();
  return type.isVoidTy() ? 0 : 1;
}

double registersForPacket(const Type &type, TargetProfile::Cycles cycles) {
  return std::max(1.0, type.getScalarSizeInBits() / cycles.laneBits) * elementsOf(type);
}

} // namespace weft::compiler
