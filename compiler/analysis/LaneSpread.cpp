// Computes how far apart the values of neighbouring lanes can be.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/LaneSpread.h"

#include <algorithm>
#include <cstdlib>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include "analysis/PacketShapes.h"
#include "codegen/CompileBudget.h"

using namespace llvm;

namespace weft::compiler {

namespace {

using Spread = std::optional<uint64_t>;

class LaneSpreads {
public:
  LaneSpreads(const PacketShapes &shapes, const DataLayout &layout) : shapes_(shapes), layout_(layout) {}

  Spread of(const Value &value) {
    if (const std::optional<int64_t> stride = shapes_.strideOf(value))
      return static_cast<uint64_t>(std::abs(*stride));
    if (steps_ == SearchLimits::index)
      return std::nullopt;
    ++steps_;
    if (const auto *address = dyn_cast<GEPOperator>(&value))
      return ofAddress(*address);
    if (const auto *phi = dyn_cast<PHINode>(&value))
      return ofLoopValue(*phi);
    if (isa<SExtInst, ZExtInst, FreezeInst, MinMaxIntrinsic>(value))
      return greatestOfOperands(cast<Instruction>(value));
    if (const auto *operation = dyn_cast<BinaryOperator>(&value))
      return ofOperation(*operation);
    return std::nullopt;
  }

private:
  static Spread sum(Spread a, Spread b) { return a && b ? Spread(*a + *b) : std::nullopt; }

  Spread greatestOfOperands(const Instruction &instruction) {
    Spread greatest = 0;
    for (const Value *operand : instruction.operand_values()) {
      if (isa<Function>(operand))
        continue;
      const Spread own = of(*operand);
      greatest = own && greatest ? Spread(std::max(*own, *greatest)) : std::nullopt;
    }
    return greatest;
  }

  Spread ofAddress(const GEPOperator &address) {
    Spread all = of(*address.getPointerOperand());
    for (auto index = gep_type_begin(&address), end = gep_type_end(&address); all && index != end; ++index) {
      if (index.isStruct())
        continue;
      const Spread own = of(*index.getOperand());
      all = sum(all, own ? Spread(*own * index.getSequentialElementStride(layout_).getFixedValue()) : std::nullopt);
    }
    return all;
  }

  Spread ofOperation(const BinaryOperator &operation) {
    switch (operation.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      return sum(of(*operation.getOperand(0)), of(*operation.getOperand(1)));
    case Instruction::Mul:
    case Instruction::Shl:
      if (const auto *factor = dyn_cast<ConstantInt>(operation.getOperand(1)); factor && factor->getValue().ult(64)) {
        const Spread own = of(*operation.getOperand(0));
        const uint64_t times =
            operation.getOpcode() == Instruction::Mul ? factor->getZExtValue() : uint64_t{1} << factor->getZExtValue();
        return own ? Spread(*own * times) : std::nullopt;
      }
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  /// The spread of a loop's phi. It is the spread before the loop, if all lanes add or subtract the same value in each
  /// iteration.
  Spread ofLoopValue(const PHINode &phi) {
    const Value *begin = nullptr;
    for (const Value *incoming : phi.incoming_values()) {
      const auto *next = dyn_cast<BinaryOperator>(incoming);
      const bool isStep = next && (next->getOpcode() == Instruction::Add || next->getOpcode() == Instruction::Sub) &&
                          next->getOperand(0) == &phi && shapes_.isUniform(*next->getOperand(1));
      if (isStep)
        continue;
      if (begin)
        return std::nullopt;
      begin = incoming;
    }
    return begin ? of(*begin) : std::nullopt;
  }

  const PacketShapes &shapes_;
  const DataLayout &layout_;
  unsigned steps_ = 0;
};

} // namespace

std::optional<uint64_t> laneSpread(const Value &value, const PacketShapes &shapes, const DataLayout &layout) {
  return LaneSpreads(shapes, layout).of(value);
}

} // namespace weft::compiler
