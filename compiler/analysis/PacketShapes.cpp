// Analyses how a kernel's values differ from lane to lane of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketShapes.h"

#include <bit>

#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

PacketShapes::PacketShapes(Function &kernel, uint64_t width, PacketMapping mapping)
    : mapping_(mapping), uniformity_(kernel, UniformityScope::packet, mapping),
      wideIndices_(kernel.hasFnAttribute(wideIndicesAttribute)), width_(width), postDominators_(kernel),
      dominators_(kernel), loops_(dominators_) {
  divergentBlocks_ = divergentBlocks(kernel, uniformity_);
  findDivergentExits();
  const ReversePostOrderTraversal<Function *> order(&kernel);
  // A value that is carried around a loop is assumed to have the stride with which it enters the loop, until a round
  // proves that wrong. If the value of one loop enters the next loop, each round may refute only one more assumption.
  // So after SearchLimits::strideRounds rounds all assumptions are dropped.
  unsigned round = 0;
  do {
    strides_.clear();
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block)
        if (!isUniform(instruction))
          if (std::optional<Stride> stride = derive(instruction))
            strides_[&instruction] = *stride;
  } while (refuteGuesses(/*all=*/++round == SearchLimits::strideRounds));
}

/// Compares the strides of values that come back around loops with the strides that were assumed for them. Weakens
/// assumptions that are wrong, or every assumption if `all`. Returns whether any assumption has changed.
bool PacketShapes::refuteGuesses(bool all) {
  bool refuted = false;
  for (const auto &[instruction, assumed] : strides_) {
    auto *phi = dyn_cast<PHINode>(instruction);
    if (!phi || !loops_.isLoopHeader(phi->getParent()))
      continue;
    Guess &guess = guesses_[phi];
    const Guess before = guess;
    guess.varies |= all;
    for (const Value *value : phi->incoming_values()) {
      std::optional<Stride> stride = find(*value);
      // Steps that aren't constants can't be compared.
      guess.varies |= !stride || !stride->isConstant || !assumed.isConstant || stride->step != assumed.step;
      if (!stride)
        continue;
      guess.exactSigned = std::min(guess.exactSigned, stride->exactSigned);
      guess.exactUnsigned = std::min(guess.exactUnsigned, stride->exactUnsigned);
      guess.isValidFromLaneZero &= stride->isValidFromLaneZero;
      guess.reliesOnNoIndexWrap |= stride->reliesOnNoIndexWrap;
    }
    refuted |= guess != before;
  }
  return refuted;
}

/// The stride of a phi. The lanes may have come to the phi on different paths, so the phi has a stride only in two
/// cases. In the first, only one path brings a defined value. In the second, all lanes come on one path, whichever it
/// is, and the value's stride is the same constant on each path.
std::optional<PacketShapes::Stride> PacketShapes::derivePhi(const PHINode &phi) const {
  if (loops_.isLoopHeader(phi.getParent()))
    return deriveLoopValue(phi);
  SmallSetVector<const Value *, 2> values;
  for (const Value *value : phi.incoming_values())
    if (!isa<UndefValue>(value))
      values.insert(value);
  if (values.empty() || (values.size() > 1 && !lanesReconvergeAt(*phi.getParent())))
    return std::nullopt;
  std::optional<Stride> joined;
  for (const Value *value : values) {
    const std::optional<Stride> stride = isFromSameIteration(*value, *phi.getParent()) ? find(*value) : std::nullopt;
    if (!stride || (joined && !(joined->isConstant && stride->isConstant && joined->step == stride->step)))
      return std::nullopt;
    joined = joined ? Stride{stride->step, std::min(joined->exactSigned, stride->exactSigned),
                             std::min(joined->exactUnsigned, stride->exactUnsigned),
                             joined->isValidFromLaneZero && stride->isValidFromLaneZero,
                             joined->reliesOnNoIndexWrap || stride->reliesOnNoIndexWrap}
                    : stride;
  }
  return joined;
}

/// Whether all lanes that run `block`, which has several predecessors, have come from the same predecessor. For that,
/// lanes that diverge between the block's immediate dominator and the block must have reconverged before the block.
bool PacketShapes::lanesReconvergeAt(const BasicBlock &block) const {
  const BasicBlock *fork = dominators_.getNode(&block)->getIDom()->getBlock();
  SmallSetVector<const BasicBlock *, 8> way;
  way.insert_range(predecessors(&block));
  for (size_t next = 0; next < way.size(); ++next) {
    if (way.size() > SearchLimits::blocksToReconvergence)
      return false;
    if (way[next] != fork)
      way.insert_range(predecessors(way[next]));
  }
  return !hasDivergentTerminator(*fork) && all_of(way, [&](const BasicBlock *from) {
    const auto *join = hasDivergentTerminator(*from) ? postDominators_.getNode(from)->getIDom() : nullptr;
    return !hasDivergentTerminator(*from) || (join && join->getBlock() != fork && way.contains(join->getBlock()));
  });
}

/// Whether all lanes that run `block` have computed `value` in the same iteration of each loop that contains `value`,
/// but not `block`.
bool PacketShapes::isFromSameIteration(const Value &value, const BasicBlock &block) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  const Loop *loop = instruction ? loops_.getLoopFor(instruction->getParent()) : nullptr;
  for (; loop && !loop->contains(&block); loop = loop->getParentLoop())
    if (hasDivergentExits(*loop))
      return false;
  return true;
}

bool PacketShapes::hasDivergentExits(const Loop &loop) const { return divergentExitLoops_.contains(loop.getHeader()); }

void PacketShapes::findDivergentExits() {
  SmallVector<BasicBlock *> exiting;
  for (const Loop *loop : loops_.getLoopsInPreorder()) {
    exiting.clear();
    loop->getExitingBlocks(exiting);
    if (any_of(exiting, [&](const BasicBlock *from) { return hasDivergentTerminator(*from); }))
      divergentExitLoops_.insert(loop->getHeader());
  }
}

/// The stride of a phi in a loop's header. All lanes that run the header have run the same number of iterations.
std::optional<PacketShapes::Stride> PacketShapes::deriveLoopValue(const PHINode &phi) const {
  const Guess guess = guesses_.lookup(&phi);
  const Loop *loop = loops_.getLoopFor(phi.getParent());
  if (guess.varies || phi.getNumIncomingValues() != 2 || !loop->getLoopPreheader() || !loop->getLoopLatch())
    return std::nullopt;
  std::optional<Stride> stride = find(*phi.getIncomingValueForBlock(loop->getLoopPreheader()));
  if (!stride)
    return std::nullopt;
  return Stride{stride->step,
                std::min(stride->exactSigned, guess.exactSigned),
                std::min(stride->exactUnsigned, guess.exactUnsigned),
                stride->isValidFromLaneZero && guess.isValidFromLaneZero,
                stride->reliesOnNoIndexWrap || guess.reliesOnNoIndexWrap,
                stride->isConstant};
}

bool PacketShapes::isUniform(const Value &value) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || uniformity_.isUniformAtDefinition(*instruction);
}

std::optional<int64_t> PacketShapes::strideOf(const Value &value) const {
  std::optional<Stride> stride = find(value);
  return stride && stride->isConstant ? std::optional(stride->step) : std::nullopt;
}

PacketShapes::Lanes PacketShapes::lanesOfFlags(const Instruction &instruction) {
  if (isDivergentBlock(*instruction.getParent()))
    return Lanes::running;
  auto [known, isNew] = flagsMustHold_.try_emplace(&instruction, false);
  if (isNew)
    known->second = flagsMustHold(instruction);
  return known->second ? Lanes::all : Lanes::running;
}

/// Whether all lanes that run `flagged` also reach a branch or memory access that depends on its result. That use would
/// be undefined behaviour if the wrap flags of `flagged` didn't hold, so they hold. Without such a use, an optimisation
/// may have moved `flagged` to a block in which lanes run it that don't use its result.
bool PacketShapes::flagsMustHold(const Instruction &flagged) const {
  SmallPtrSet<const Instruction *, 16> seen;
  SmallVector<const Instruction *> worklist = {&flagged};
  while (!worklist.empty() && seen.size() < SearchLimits::flagUses) {
    for (const Use &use : worklist.pop_back_val()->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      const BasicBlock *block = user->getParent();
      if (isDivergentBlock(*block) || !postDominators_.dominates(block, flagged.getParent()))
        continue;
      if (isa<BranchInst, SwitchInst>(user) || getLoadStorePointerOperand(user) == use.get())
        return true;
      if (propagatesPoison(use) && seen.insert(user).second)
        worklist.push_back(user);
    }
  }
  return false;
}

bool PacketShapes::isExactUnsigned(const Value &value) const {
  std::optional<Stride> stride = find(value);
  return stride && stride->exactUnsigned != Lanes::none;
}

bool PacketShapes::isValidFromLaneZero(const Value &value) const {
  std::optional<Stride> stride = find(value);
  return stride && stride->isValidFromLaneZero;
}

/// Checks each comparison that the condition consists of once. Returns false if there are more comparisons than
/// SearchLimits::conditionTerms.
bool PacketShapes::impliesLaneZero(const Value &condition, bool negated) const {
  using Part = PointerIntPair<const Value *, 1, bool>; // whether negated
  SmallSetVector<Part, 8> parts;
  parts.insert(Part(&condition, negated));
  for (size_t i = 0; i < parts.size(); ++i) {
    const Value *part = parts[i].getPointer();
    const bool isNegated = parts[i].getInt();
    const Value *left = nullptr, *right = nullptr;
    if (isUniform(*part))
      continue;
    if (parts.size() > SearchLimits::conditionTerms)
      return false;
    if (match(part, m_Not(m_Value(left)))) {
      parts.insert(Part(left, !isNegated));
    } else if (match(part, m_LogicalAnd(m_Value(left), m_Value(right))) ||
               match(part, m_LogicalOr(m_Value(left), m_Value(right)))) {
      parts.insert(Part(left, isNegated));
      parts.insert(Part(right, isNegated));
    } else if (!comparisonImpliesLaneZero(*part, isNegated)) {
      return false;
    }
  }
  return true;
}

bool PacketShapes::comparisonImpliesLaneZero(const Value &condition, bool negated) const {
  auto *compare = dyn_cast<ICmpInst>(&condition);
  if (!compare || compare->isEquality())
    return false;
  std::optional<Stride> first = find(*compare->getOperand(0));
  std::optional<Stride> second = find(*compare->getOperand(1));
  if (!first || !second || !first->isConstant || !second->isConstant)
    return false;
  const auto isExact = [&](const Stride &stride) {
    return (compare->isSigned() ? stride.exactSigned : stride.exactUnsigned) != Lanes::none;
  };
  const CmpInst::Predicate predicate = negated ? compare->getInversePredicate() : compare->getPredicate();
  const bool isLess = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  return isExact(*first) && isExact(*second) && (isLess ? first->step >= second->step : first->step <= second->step);
}

std::optional<PacketShapes::Stride> PacketShapes::find(const Value &value) const {
  if (isUniform(value))
    return Stride{};
  auto found = strides_.find(cast<Instruction>(&value));
  return found == strides_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<PacketShapes::Stride> PacketShapes::derive(const Instruction &instruction) {
  if (mapping_.isLaneId(instruction) || mapping_.isIndexInRow(instruction))
    return Stride{.step = 1};
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return isLaneId(call->getCalledFunction()) ? std::optional(Stride{.step = 1}) : std::nullopt;
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return derivePhi(*phi);
  if (isa<CastInst>(instruction))
    return deriveCast(instruction);
  if (isa<GetElementPtrInst>(instruction))
    return deriveAddress(instruction);
  if (!instruction.getType()->isIntegerTy())
    return std::nullopt;
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return deriveSum(instruction);
  case Instruction::Or:
    if (std::optional<Stride> stride = deriveBits(instruction))
      return stride;
    return deriveSum(instruction);
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
    return deriveBits(instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    return deriveProduct(instruction);
  default:
    return std::nullopt;
  }
}

std::optional<PacketShapes::Stride> PacketShapes::deriveSum(const Instruction &instruction) {
  const auto *either = dyn_cast<PossiblyDisjointInst>(&instruction);
  if (either && !either->isDisjoint())
    return std::nullopt;
  std::optional<Stride> left = find(*instruction.getOperand(0));
  std::optional<Stride> right = find(*instruction.getOperand(1));
  // The operands of an `or disjoint` have no common bit in the lanes that run the instruction, but may have one in lane
  // 0.
  const bool inLine = !either || lanesOfFlags(instruction) == Lanes::all;
  if (!left || !right)
    return std::nullopt;
  const auto exact = [&](bool flag, Lanes first, Lanes second) {
    return either || flag ? std::min({lanesOfFlags(instruction), first, second}) : Lanes::none;
  };
  const bool subtracts = instruction.getOpcode() == Instruction::Sub;
  return Stride{subtracts ? left->step - right->step : left->step + right->step,
                exact(!either && instruction.hasNoSignedWrap(), left->exactSigned, right->exactSigned),
                exact(!either && instruction.hasNoUnsignedWrap(), left->exactUnsigned, right->exactUnsigned),
                left->isValidFromLaneZero && right->isValidFromLaneZero && inLine,
                false,
                left->isConstant && right->isConstant};
}

/// A number with a uniform stride times a uniform number has a uniform stride. The product is strided if the first
/// number is strided, and the uniform number is a constant and not too large.
std::optional<PacketShapes::Stride> PacketShapes::deriveProduct(const Instruction &instruction) {
  const bool shift = instruction.getOpcode() == Instruction::Shl;
  const Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  if (!shift && isUniform(*left))
    std::swap(left, right);
  std::optional<Stride> stride = isUniform(*right) ? find(*left) : std::nullopt;
  if (!stride)
    return std::nullopt;
  const auto *factor = dyn_cast<ConstantInt>(right);
  const bool isSmall =
      factor && factor->getValue().getSignificantBits() <= 31 && (!shift || factor->getValue().ule(30));
  const bool isConstant = stride->isConstant && isSmall && stride->step <= INT32_MAX && stride->step >= INT32_MIN;
  const auto step = [&] {
    return shift ? stride->step * (int64_t(1) << factor->getZExtValue()) : stride->step * factor->getSExtValue();
  };
  const Lanes flags = lanesOfFlags(instruction);
  return Stride{isConstant ? step() : 0,
                instruction.hasNoSignedWrap() ? std::min(flags, stride->exactSigned) : Lanes::none,
                instruction.hasNoUnsignedWrap() ? std::min(flags, stride->exactUnsigned) : Lanes::none,
                stride->isValidFromLaneZero,
                false,
                isConstant};
}

/// The number of lowest bits of `value` that are known to be 0 in lane 0.
unsigned PacketShapes::zerosOf(const Value &value, unsigned depth) const {
  const unsigned bits = value.getType()->getScalarSizeInBits();
  if (isUniform(value))
    return computeKnownBits(&value, dominators_.getRoot()->getDataLayout()).countMinTrailingZeros();
  const auto &instruction = cast<Instruction>(value);
  if (mapping_.isMultipleInLaneZero(instruction))
    return Log2_64(width_);
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    return isLaneId(call->getCalledFunction()) ? Log2_64(width_) : 0; // 0 in lane 0
  if (depth == SearchLimits::offsetDepth)
    return 0;
  const auto ofOperand = [&](unsigned number) { return zerosOf(*instruction.getOperand(number), depth + 1); };
  const auto *constant = instruction.getNumOperands() == 2 ? dyn_cast<ConstantInt>(instruction.getOperand(1)) : nullptr;
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or:
  case Instruction::Xor:
    return std::min(ofOperand(0), ofOperand(1));
  case Instruction::And:
    return std::max(ofOperand(0), ofOperand(1));
  case Instruction::Mul:
    return std::min(bits, ofOperand(0) + ofOperand(1));
  case Instruction::Shl:
    return constant ? std::min<uint64_t>(bits, ofOperand(0) + constant->getLimitedValue(bits)) : ofOperand(0);
  case Instruction::LShr:
  case Instruction::AShr: {
    const unsigned zeros = ofOperand(0);
    return constant ? zeros - std::min<uint64_t>(zeros, constant->getLimitedValue(bits)) : 0;
  }
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return std::min(bits, ofOperand(0));
  default:
    return 0;
  }
}

/// The stride of a bitwise operation or shift with a uniform number, if lanes differ only in low bits that are 0 in
/// lane 0.
std::optional<PacketShapes::Stride> PacketShapes::deriveBits(const Instruction &instruction) const {
  const Value *left = instruction.getOperand(0), *right = instruction.getOperand(1);
  if (!instruction.isShift() && isUniform(*left))
    std::swap(left, right);
  const std::optional<Stride> stride = isUniform(*right) ? find(*left) : std::nullopt;
  if (width_ == 0 || !stride || !stride->isConstant || !stride->isValidFromLaneZero || stride->step < 0 ||
      stride->step > INT32_MAX)
    return std::nullopt;
  const unsigned bits = instruction.getType()->getIntegerBitWidth();
  const uint64_t farthest = static_cast<uint64_t>(stride->step) * (width_ - 1);
  const unsigned differing = static_cast<unsigned>(std::bit_width(farthest));
  const unsigned zeros = zerosOf(*left);
  if (differing > zeros || differing >= bits)
    return std::nullopt;
  // Adding the stride carries into no higher bits. So the lanes' numbers differ by multiples of the stride without
  // wrapping, both as signed and as unsigned numbers.
  const auto inStep = [](int64_t step) { return Stride{.step = step}; };
  if (instruction.isShift()) {
    const auto *constant = dyn_cast<ConstantInt>(right);
    const uint64_t shift = constant ? constant->getLimitedValue(bits) : bits;
    if (shift >= bits)
      return std::nullopt;
    if (shift >= differing)
      return inStep(0);
    return shift <= zeros && stride->step % (int64_t{1} << shift) == 0 ? std::optional(inStep(stride->step >> shift))
                                                                       : std::nullopt;
  }
  const KnownBits mask = computeKnownBits(right, instruction.getDataLayout());
  const bool keeps = mask.countMinTrailingOnes() >= differing, clears = mask.countMinTrailingZeros() >= differing;
  switch (instruction.getOpcode()) {
  case Instruction::And:
    return keeps ? std::optional(inStep(stride->step)) : clears ? std::optional(inStep(0)) : std::nullopt;
  case Instruction::Or:
    return clears ? std::optional(inStep(stride->step)) : keeps ? std::optional(inStep(0)) : std::nullopt;
  case Instruction::Xor:
    return clears ? std::optional(inStep(stride->step)) : keeps ? std::optional(inStep(-stride->step)) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<PacketShapes::Stride> PacketShapes::deriveCast(const Instruction &instruction) {
  std::optional<Stride> stride = find(*instruction.getOperand(0));
  if (!stride)
    return std::nullopt;
  switch (instruction.getOpcode()) {
  case Instruction::SExt:
    if (stride->exactSigned == Lanes::none)
      return std::nullopt;
    return Stride{stride->step, stride->exactSigned,
                  Lanes::none,  stride->isValidFromLaneZero && stride->exactSigned == Lanes::all,
                  false,        stride->isConstant};
  case Instruction::ZExt: {
    // With the flag nneg no lane's number is negative, so it is the same as a signed and as an unsigned number.
    const Lanes asSigned =
        instruction.hasNonNeg() ? std::min(lanesOfFlags(instruction), stride->exactSigned) : Lanes::none;
    const Lanes exact = std::max(stride->exactUnsigned, asSigned);
    if (exact == Lanes::none)
      return std::nullopt;
    return Stride{stride->step,      exact, exact, stride->isValidFromLaneZero && exact == Lanes::all, false,
                  stride->isConstant};
  }
  case Instruction::Trunc:
    return Stride{stride->step, Lanes::none, Lanes::none, stride->isValidFromLaneZero, false, stride->isConstant};
  case Instruction::AddrSpaceCast:
    return stride;
  default:
    return std::nullopt;
  }
}

/// The stride of an extended 32-bit index, if the index may be assumed not to wrap between the lanes that access memory
/// with it.
std::optional<PacketShapes::Stride> PacketShapes::deriveNonWrappingIndex(const Value &index) const {
  auto *cast = dyn_cast<CastInst>(&index);
  if (wideIndices_ || !cast || !isa<SExtInst, ZExtInst>(cast) || !cast->getSrcTy()->isIntegerTy(32))
    return std::nullopt;
  std::optional<Stride> stride = find(*cast->getOperand(0));
  // If the step isn't a constant, lanes may be so far apart that a later lane's index wraps around to the first lane's
  // element.
  if (!stride || !stride->isConstant)
    return std::nullopt;
  return Stride{stride->step, Lanes::running, Lanes::running, false, true};
}

/// Whether lane 0's 32-bit index doesn't wrap, even if lane 0 doesn't run. Objects have less than 4 GiB. So if elements
/// have 4 bytes or more, the indices of running lanes are far from wrapping: at least a quarter of all 2^32 indices
/// away from the least and the greatest index.
bool PacketShapes::isFarFromWrapping(const Value &index, uint64_t elementBytes) const {
  constexpr uint64_t fewestBytes = 4;
  constexpr int64_t mostLanes = 64, mostAway = int64_t{1} << 29;
  const auto *extended = dyn_cast<SExtInst>(&index);
  if (wideIndices_ || elementBytes < fewestBytes || !extended || !extended->getSrcTy()->isIntegerTy(32))
    return false;
  const std::optional<Stride> stride = find(*extended->getOperand(0));
  return stride && stride->isConstant && stride->isValidFromLaneZero && stride->exactSigned != Lanes::none &&
         std::abs(stride->step) <= mostAway / mostLanes;
}

std::optional<PacketShapes::Stride> PacketShapes::deriveAddress(const Instruction &instruction) const {
  if (instruction.getType()->isVectorTy())
    return std::nullopt;
  const DataLayout &layout = instruction.getDataLayout();
  std::optional<Stride> base = find(*instruction.getOperand(0));
  if (!base)
    return std::nullopt;
  Stride address{base->step,      Lanes::none, Lanes::none, base->isValidFromLaneZero, base->reliesOnNoIndexWrap,
                 base->isConstant};
  // Whether each index by itself leads to an address within the object.
  const bool isWithinObject = base->isZero() && cast<GetElementPtrInst>(instruction).isInBounds();
  for (auto type = gep_type_begin(instruction), end = gep_type_end(instruction); type != end; ++type) {
    std::optional<Stride> index = find(*type.getOperand());
    // Only one index may be assumed not to wrap: two indices that both wrap could lead back into the same object.
    if (!index && !address.reliesOnNoIndexWrap)
      index = deriveNonWrappingIndex(*type.getOperand());
    // A narrower index is extended as a signed number.
    const bool wide =
        type.getOperand()->getType()->getScalarSizeInBits() >= layout.getIndexTypeSizeInBits(instruction.getType());
    if (!index || (!index->isZero() && !wide && index->exactSigned == Lanes::none))
      return std::nullopt;
    const uint64_t elementBytes = type.isSequential() ? type.getSequentialElementStride(layout).getFixedValue() : 0;
    address.isValidFromLaneZero &=
        (index->isValidFromLaneZero && (wide || index->isZero() || index->exactSigned == Lanes::all)) ||
        (isWithinObject && isFarFromWrapping(*type.getOperand(), elementBytes));
    address.reliesOnNoIndexWrap |= index->reliesOnNoIndexWrap;
    address.isConstant &= index->isConstant;
    if (index->step != 0)
      address.step += index->step * static_cast<int64_t>(elementBytes);
  }
  return address;
}

} // namespace weft::compiler
