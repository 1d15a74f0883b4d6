// Assembles vectors from elements of other values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/Elements.h"

#include <algorithm>
#include <numeric>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The most source registers that one register of an assembled value may take elements from.
constexpr size_t mostSources = 4;

/// A source of elements: a piece of a vector, as long as a register, or a whole vector that is shorter than a register.
struct Source {
  Value *value;
  unsigned first; ///< the first lane of the piece
  bool operator==(const Source &) const = default;
};

/// Makes a vector that fits into one register, from elements of `type`. Returns null if the elements come from more
/// than mostSources registers.
Value *assembleRegister(IRBuilder<> &builder, Type *type, ArrayRef<std::optional<Element>> elements,
                        unsigned mostLanes) {
  unsigned width = 1;
  for (const std::optional<Element> &element : elements)
    if (element)
      width = std::max(width, std::min(lanesOf(*element->value->getType()), mostLanes));
  SmallVector<Source, mostSources> sources;
  SmallVector<int> places; // lanes in the concatenation of all sources
  for (const std::optional<Element> &element : elements) {
    if (!element) {
      places.push_back(PoisonMaskElem);
      continue;
    }
    const Source source{element->value, element->lane - element->lane % width};
    const auto *at = llvm::find(sources, source);
    places.push_back(static_cast<int>((at - sources.begin()) * width + element->lane % width));
    if (at == sources.end())
      sources.push_back(source);
  }
  if (sources.size() > mostSources)
    return nullptr;
  const auto vectorOf = [&](size_t number) -> Value * {
    if (number >= sources.size())
      return PoisonValue::get(FixedVectorType::get(type, width));
    const auto [value, first] = sources[number];
    const unsigned lanes = lanesOf(*value->getType());
    SmallVector<int> part(width, PoisonMaskElem);
    std::iota(part.begin(), part.begin() + std::min(width, lanes - first), static_cast<int>(first));
    Value *vector = value->getType()->isVectorTy() ? value : builder.CreateVectorSplat(1, value);
    vector = builder.CreateBitCast(vector, FixedVectorType::get(type, lanes));
    return lanes == width ? vector : builder.CreateShuffleVector(vector, part);
  };
  Value *made = PoisonValue::get(FixedVectorType::get(type, elements.size()));
  const auto ofTwo = static_cast<int>(2 * width);
  for (size_t first = 0; first < sources.size(); first += 2) {
    SmallVector<int> lanes, merged;
    for (const auto &[lane, place] : enumerate(places)) {
      const bool isHere = place != PoisonMaskElem && place / ofTwo == static_cast<int>(first / 2);
      lanes.push_back(isHere ? place % ofTwo : PoisonMaskElem);
      merged.push_back(static_cast<int>(isHere ? places.size() + lane : lane));
    }
    if (sources.size() == 1 && lanes.size() == width &&
        ShuffleVectorInst::isIdentityMask(lanes, static_cast<int>(width)))
      return vectorOf(first);
    Value *part = builder.CreateShuffleVector(vectorOf(first), vectorOf(first + 1), lanes);
    made = first == 0 ? part : builder.CreateShuffleVector(made, part, merged);
  }
  return made;
}

} // namespace

unsigned lanesOf(const Type &type) {
  auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

Value *assemble(IRBuilder<> &builder, Type &type, const Elements &elements, uint64_t registerBytes) {
  if (!type.isVectorTy()) {
    const auto &[value, lane] = *elements.front();
    return builder.CreateBitCast(value->getType()->isVectorTy() ? builder.CreateExtractElement(value, lane) : value,
                                 &type);
  }
  const uint64_t bytes = builder.GetInsertBlock()->getDataLayout().getTypeStoreSize(type.getScalarType());
  const auto width = static_cast<unsigned>(std::max<uint64_t>(registerBytes / bytes, 1));
  SmallVector<Value *> registers;
  for (size_t first = 0; first < elements.size(); first += width) {
    Value *part =
        assembleRegister(builder, type.getScalarType(),
                         ArrayRef(elements).slice(first, std::min<size_t>(width, elements.size() - first)), width);
    if (!part)
      return nullptr;
    registers.push_back(part);
  }
  return concatenateVectors(builder, registers);
}

} // namespace weft::compiler
