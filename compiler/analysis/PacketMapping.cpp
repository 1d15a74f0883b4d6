// Says which work-items of a group are the lanes of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketMapping.h"

#include <array>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Returns the constant by which `user` divides `id`, if rows can have this length, else 0. No id is negative, so
/// signed and unsigned divisions have the same results.
uint64_t rowDivisor(User &user, Value &id, uint64_t size) {
  const APInt *divisor = nullptr;
  if (!match(&user, m_CombineOr(m_IDiv(m_Specific(&id), m_APInt(divisor)), m_IRem(m_Specific(&id), m_APInt(divisor)))))
    return 0;
  const uint64_t length = divisor->getLimitedValue();
  return length > 1 && length < size && size % length == 0 && !isPowerOf2_64(length) ? length : 0;
}

} // namespace

uint64_t findRowLength(Function &kernel) {
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  if (size[0] == 0 || size[2] != 1)
    return 0;
  SmallMapVector<uint64_t, unsigned, 4> uses;
  for (CallInst *id : findLocalIds(kernel)[0])
    for (User *user : id->users())
      if (const uint64_t length = rowDivisor(*user, *id, size[0]))
        ++uses[length];
  const auto *most = max_element(uses, [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == uses.end() ? 0 : most->first;
}

bool PacketMapping::isLaneId(const Value &value) const {
  const auto *call = dyn_cast<CallInst>(&value);
  return call && localIdDimension(call->getCalledFunction()) == static_cast<int>(dimension);
}

bool PacketMapping::isRowIndex(const Value &value) const {
  const Value *id = nullptr;
  return rowLength != 0 && match(&value, m_IDiv(m_Value(id), m_SpecificInt(rowLength))) && isLaneId(*id);
}

bool PacketMapping::isIndexInRow(const Value &value) const {
  const Value *id = nullptr;
  return rowLength != 0 && match(&value, m_IRem(m_Value(id), m_SpecificInt(rowLength))) && isLaneId(*id);
}

} // namespace weft::compiler
