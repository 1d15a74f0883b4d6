// Analyses a loop over rows of packets, or over the packets of a row, and makes it run several of them at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/UnrollAndJamLoop.h"

#include <algorithm>
#include <cmath>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "analysis/AffineAddress.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// The address, or vector of addresses, of a simple load, masked or not; null for any other instruction.
const Value *loadedFrom(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const bool isMasked = intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::masked_load ||
                                      intrinsic->getIntrinsicID() == Intrinsic::masked_gather);
  return isMasked ? intrinsic->getArgOperand(0) : nullptr;
}

/// Whether work-items that execute `instruction` with the same operands may share one execution. Instructions that
/// write may not. Of those that read, only simple loads may, because nothing but a data race changes what they load.
bool canShareResult(const Instruction &instruction) {
  if (loadedFrom(instruction))
    return true;
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
}

/// Whether `variable` is a private array with one element for each lane of a packet. Its contents don't outlive the
/// iteration: an array whose contents live across a barrier is in scratch instead.
bool isPacketPrivateArray(const Value &variable) { return cast<AllocaInst>(variable).hasMetadata(laneArrayMetadata); }

/// Whether `instruction` uses a private variable of a single work-item, other than a packet's array.
bool usesWorkItemVariable(const Instruction &instruction) {
  return any_of(instruction.operands(),
                [](const Use &operand) { return isa<AllocaInst>(operand) && !isPacketPrivateArray(*operand); });
}

/// Whether an instruction outside of `loop` uses a value of `block`, which is in the loop.
bool hasLiveOuts(const BasicBlock &block, const Loop &loop) {
  return any_of(block, [&](const Instruction &instruction) {
    return any_of(instruction.users(), [&](const User *user) { return !loop.contains(cast<Instruction>(user)); });
  });
}

unsigned registersOf(const Value &value, TargetProfile::Registers registers) {
  auto *type = dyn_cast<FixedVectorType>(value.getType());
  if (!type || type->getElementType()->isIntegerTy(1)) // AVX-512 has separate registers for masks
    return 0;
  const unsigned bits = type->isPtrOrPtrVectorTy() ? 64 : type->getScalarSizeInBits();
  return static_cast<unsigned>(divideCeil(static_cast<uint64_t>(type->getNumElements()) * bits, 8 * registers.bytes));
}

} // namespace

UnrollAndJamLoop::UnrollAndJamLoop(const Loop &loop, const LoopInfo &loops)
    : loop_(loop), loops_(loops), counter_(cast<PHINode>(&loop.getHeader()->front())),
      next_(cast<Instruction>(counter_->getIncomingValueForBlock(loop.getLoopLatch()))),
      condition_(cast<Instruction>(cast<BranchInst>(loop.getLoopLatch()->getTerminator())->getCondition())) {
  increment_ = static_cast<uint32_t>(cast<ConstantInt>(next_->getOperand(1))->getZExtValue());
  const auto *end = dyn_cast<ConstantInt>(condition_->getOperand(1));
  if (end && end->getZExtValue() % increment_ == 0)
    tripCount_ = end->getZExtValue() / increment_;
  findLastPacket();
  findVarying();
}

/// Finds the last, partial packet of a row as work-item-loops writes it: after the loop over the full packets, or at
/// the row's start if no packet is full.
void UnrollAndJamLoop::findLastPacket() {
  const auto full = find_if(loop_.getSubLoops(), [](const Loop *inner) { return isPacketLoop(*inner); });
  BasicBlock *latch = loop_.getLoopLatch();
  if (full == loop_.getSubLoops().end() || !(*full)->getExitBlock() || !latch->phis().empty())
    return;
  auto *atStart = dyn_cast<BranchInst>(loop_.getHeader()->getTerminator());
  auto *atEnd = dyn_cast<BranchInst>((*full)->getExitBlock()->getTerminator());
  if (!atStart || !atStart->isConditional() || atStart->getSuccessor(1) != (*full)->getHeader() || !atEnd ||
      !atEnd->isConditional() || atEnd->getSuccessor(0) != latch || atEnd->getSuccessor(1) != atStart->getSuccessor(0))
    return;
  const auto *isEmpty = dyn_cast<CmpInst>(atStart->getCondition()), *isWhole = dyn_cast<CmpInst>(atEnd->getCondition());
  if (!isEmpty || !loop_.hasLoopInvariantOperands(isEmpty) || !isWhole || !loop_.hasLoopInvariantOperands(isWhole))
    return;
  noFullPacketBranch_ = atStart;
  afterFullBranch_ = atEnd;
  SmallVector<const BasicBlock *> worklist{atStart->getSuccessor(0)};
  while (!worklist.empty())
    if (const BasicBlock *block = worklist.pop_back_val(); block != latch && lastPacket_.insert(block).second)
      append_range(worklist, successors(block));
}

size_t UnrollAndJamLoop::size(Packets packets) const {
  return static_cast<size_t>(count_if(varying_, [&](const Instruction *instruction) {
    return packets == Packets::all || !lastPacket_.contains(instruction->getParent());
  }));
}

size_t UnrollAndJamLoop::vectorOperations() const {
  size_t operations = 0;
  for (const Instruction *instruction : varying_)
    if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
      operations += CodeSizes::builtinCallCost;
    else if ((instruction->getType()->isVectorTy() && !isa<InsertElementInst, GetElementPtrInst>(instruction)) ||
             instruction->mayWriteToMemory())
      ++operations;
  return operations;
}

bool UnrollAndJamLoop::isLoopControl(const Instruction &instruction) const {
  return &instruction == counter_ || &instruction == next_ || &instruction == condition_ ||
         &instruction == loop_.getLoopLatch()->getTerminator();
}

/// Finds what differs between rows: everything that is computed from the loop's counter or a packet's array, and all
/// instructions whose execution rows can't share. If a branch is among them, the loop isn't jammable.
void UnrollAndJamLoop::findVarying() {
  for (BasicBlock *block : loop_.blocks())
    for (Instruction &instruction : *block)
      for (Value *operand : instruction.operand_values())
        if (auto *variable = dyn_cast<AllocaInst>(operand); variable && isPacketPrivateArray(*variable))
          varying_.insert(variable);
  const SmallVector<Instruction *> variables = to_vector(varying_);
  SmallPtrSet<const Instruction *, 32> varying;
  SmallVector<Instruction *> worklist;
  const auto add = [&](Instruction *instruction) {
    if (!isLoopControl(*instruction) && loop_.contains(instruction) && varying.insert(instruction).second)
      worklist.push_back(instruction);
  };
  for (User *user : counter_->users())
    add(cast<Instruction>(user));
  for (Instruction *variable : variables)
    for (User *user : variable->users())
      add(cast<Instruction>(user));
  for (BasicBlock *block : loop_.blocks())
    for (Instruction &instruction : *block)
      if (!instruction.isTerminator() && !isa<PHINode>(instruction) && !canShareResult(instruction))
        add(&instruction);
  while (!worklist.empty())
    for (User *user : worklist.pop_back_val()->users())
      add(cast<Instruction>(user));
  for (BasicBlock *block : loop_.blocks())
    for (Instruction &instruction : *block)
      if (varying.contains(&instruction))
        varying_.insert(&instruction);
}

bool UnrollAndJamLoop::isVarying(const Value &value) const {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && varying_.contains(const_cast<Instruction *>(instruction));
}

bool UnrollAndJamLoop::canSplitRemainder() const {
  const BasicBlock *header = loop_.getHeader(), *latch = loop_.getLoopLatch(), *before = loop_.getLoopPredecessor();
  const auto *comparison = dyn_cast<ICmpInst>(condition_);
  const auto isTold = [&](const User *user) {
    const BasicBlock *block = cast<Instruction>(user)->getParent();
    return block != header && block != latch; // these two blocks compute the row's address in scratch and the next row
  };
  return before && loop_.getExitingBlock() == latch && loop_.getExitBlock() && loop_.getExitBlock()->phis().empty() &&
         hasSingleElement(header->phis()) && match(counter_->getIncomingValueForBlock(before), m_Zero()) &&
         comparison && comparison->getPredicate() == CmpInst::ICMP_ULT && comparison->getOperand(0) == next_ &&
         loop_.isLoopInvariant(comparison->getOperand(1)) && (increment_ != 1 || any_of(counter_->users(), isTold)) &&
         none_of(loop_.blocks(), [this](const BasicBlock *block) { return hasLiveOuts(*block, loop_); });
}

bool UnrollAndJamLoop::isJammable() const {
  return none_of(varying_, [](const Instruction *instruction) { return instruction->isTerminator(); }) &&
         none_of(loop_.blocks(), [](const BasicBlock *block) { return any_of(*block, usesWorkItemVariable); });
}

uint64_t UnrollAndJamLoop::privateBytes() const {
  uint64_t bytes = 0;
  for (const Instruction *instruction : varying_)
    if (const auto *variable = dyn_cast<AllocaInst>(instruction))
      bytes += variable->getAllocationSize(variable->getDataLayout()).value_or(TypeSize::getFixed(0)).getFixedValue();
  return bytes;
}

/// A rough estimate of how often `block` runs for each row.
double UnrollAndJamLoop::weightOf(const BasicBlock &block, TargetProfile::Guesses guesses) const {
  return std::pow(guesses.trips, loops_.getLoopDepth(&block) - loop_.getLoopDepth());
}

/// An address that one or more of the rows that run at once load from, and the instructions that load from it.
struct UnrollAndJamLoop::LoadAddress {
  AffineAddress address; ///< the address of one of the loads, in the first row
  Type *type;
  int64_t offset; ///< of this address from `address`, in bytes
  SmallVector<const Instruction *, 2> loads;
};

std::optional<int64_t> UnrollAndJamLoop::strideOf(const AffineAddress &address) const {
  return address.strideIn(*counter_, [&](const Value &value) { return &value == counter_ || isVarying(value); });
}

std::vector<UnrollAndJamLoop::LoadAddress> UnrollAndJamLoop::distinctAddresses(const BasicBlock &block,
                                                                               unsigned factor) const {
  std::vector<LoadAddress> places;
  for (const Instruction &instruction : block) {
    if (!loadedFrom(instruction) || !isVarying(instruction))
      continue;
    const AffineAddress address(*loadedFrom(instruction), counter_->getDataLayout(), /*assumesNoIndexWrap=*/true);
    const std::optional<int64_t> stride = strideOf(address);
    for (unsigned row = 0; stride && row < factor; ++row) {
      const int64_t offset = *stride * row * increment_;
      const auto known = find_if(places, [&](const LoadAddress &place) {
        const std::optional<int64_t> distance = address.distanceFrom(place.address);
        return distance && place.type == instruction.getType() && *distance + offset == place.offset;
      });
      if (known == places.end())
        places.push_back({address, instruction.getType(), offset, {&instruction}});
      else if (!is_contained(known->loads, &instruction))
        known->loads.push_back(&instruction);
    }
  }
  return places;
}

UnrollAndJamLoop::Sharing UnrollAndJamLoop::sharing(unsigned factor, const TargetProfile &profile) const {
  double all = 0;
  double left = 0;
  double operations = 0;
  double vectors = 0;
  double vectorsLeft = 0;
  for (const BasicBlock *block : loop_.blocks()) {
    const double weight = weightOf(*block, profile.guesses);
    left += weight * static_cast<double>(distinctAddresses(*block, factor).size());
    for (const Instruction &instruction : *block) {
      if (!isa<PHINode>(instruction) && !instruction.isTerminator()) {
        const unsigned registers = registersOf(instruction, profile.registers);
        operations += weight * factor * std::max(1u, registers);
        vectors += weight * factor * registers;
        vectorsLeft += weight * (isVarying(instruction) ? factor : 1) * registers;
      }
      const Value *pointer = loadedFrom(instruction);
      if (!pointer)
        continue;
      all += weight * factor;
      if (!isVarying(instruction))
        left += weight;
      else if (!strideOf(AffineAddress(*pointer, counter_->getDataLayout(), /*assumesNoIndexWrap=*/true)))
        left += weight * factor;
    }
  }
  return {.loadRatio = all == 0 ? 1 : left / all,
          .operationRatio = operations == 0 ? 1 : 1 - (all - left) / operations,
          .vectorRatio = vectors == 0 ? 1 : vectorsLeft / vectors};
}

bool UnrollAndJamLoop::hasLongOperation() const {
  return any_of(varying_, [](const Instruction *instruction) {
    if (const auto *call = dyn_cast<CallBase>(instruction))
      return !isa<IntrinsicInst>(call) || call->getIntrinsicID() == Intrinsic::sqrt;
    switch (instruction->getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return true;
    default:
      return false;
    }
  });
}

std::optional<unsigned> UnrollAndJamLoop::workOfShortestReduction() const {
  std::optional<unsigned> least;
  for (const Loop *inner : loop_.getLoopsInPreorder()) {
    const bool sums = any_of(inner->getHeader()->phis(), [&](const PHINode &phi) {
      return phi.getType()->isVectorTy() && phi.getType()->isFPOrFPVectorTy() && isVarying(phi);
    });
    if (!sums || !inner->isInnermost())
      continue;
    unsigned work = 0;
    for (const BasicBlock *block : inner->blocks())
      work += static_cast<unsigned>(count_if(*block, [&](const Instruction &instruction) {
        return !isa<PHINode>(instruction) && instruction.getType()->isVectorTy() && isVarying(instruction);
      }));
    least = std::min(least.value_or(work), work);
  }
  return least;
}

/// Whether `value` is computed only from the row's number and constants.
bool UnrollAndJamLoop::dependsOnlyOnCounter(const Value &value) const {
  SmallSetVector<const Value *, 16> parts;
  parts.insert(&value);
  for (size_t next = 0; next < parts.size(); ++next) {
    if (isa<Constant>(parts[next]) || parts[next] == counter_)
      continue;
    const auto *part = dyn_cast<Instruction>(parts[next]);
    if (!part || !loop_.contains(part) || part->mayReadOrWriteMemory())
      return false;
    parts.insert_range(part->operand_values());
  }
  return parts.contains(counter_);
}

bool UnrollAndJamLoop::controlsBranches() const {
  return any_of(loop_.blocks(), [this](const BasicBlock *block) {
    const auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    return branch && branch->isConditional() && !isLoopControl(*branch) &&
           dependsOnlyOnCounter(*branch->getCondition());
  });
}

/// Finds the vectors that are live at the end of each block.
UnrollAndJamLoop::VectorsByBlock UnrollAndJamLoop::liveOutVectors() const {
  VectorsByBlock atEnds;
  const auto isVector = [](const Value *value) { return isa<Instruction>(value) && value->getType()->isVectorTy(); };
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock *block : reverse(loop_.blocks())) {
      SmallPtrSet<const Value *, 16> needed;
      for (const BasicBlock *next : successors(block)) {
        if (!loop_.contains(next))
          continue;
        for (const PHINode &phi : next->phis())
          if (const Value *value = phi.getIncomingValueForBlock(block); isVector(value))
            needed.insert(value);
        SmallPtrSet<const Value *, 16> atStart(atEnds[next].begin(), atEnds[next].end());
        for (const Instruction &instruction : reverse(*next)) {
          atStart.erase(&instruction);
          if (!isa<PHINode>(instruction))
            for (const Value *operand : instruction.operand_values())
              if (isVector(operand))
                atStart.insert(operand);
        }
        needed.insert_range(atStart);
      }
      for (const Value *value : needed)
        changed |= atEnds[block].insert(value).second;
    }
  }
  return atEnds;
}

UnrollAndJamLoop::SharedLoads UnrollAndJamLoop::sharedLoads(const BasicBlock &block, unsigned factor,
                                                            const ValueSet &atEnd,
                                                            TargetProfile::Registers registers) const {
  DenseMap<const Value *, unsigned> positions;
  for (const Instruction &instruction : block)
    positions.try_emplace(&instruction, positions.size());
  const auto lastUse = [&](const Instruction &load) {
    unsigned last = atEnd.contains(&load) ? block.size() - 1 : 0;
    for (const User *user : load.users())
      last = std::max(last, positions.lookup(user));
    return last;
  };
  SharedLoads shared{{}, SmallVector<unsigned, 0>(block.size())};
  const std::vector<LoadAddress> places = distinctAddresses(block, factor);
  for (const LoadAddress &place : places)
    if (place.loads.size() > 1)
      shared.loads.insert_range(place.loads);
  for (const LoadAddress &place : places) {
    if (none_of(place.loads, [&](const Instruction *load) { return shared.loads.contains(load); }))
      continue;
    unsigned last = 0;
    for (const Instruction *load : place.loads)
      last = std::max(last, lastUse(*load));
    for (unsigned at = positions.lookup(place.loads.front()); at <= last; ++at)
      shared.registers[at] += registersOf(*place.loads.front(), registers);
  }
  return shared;
}

unsigned UnrollAndJamLoop::registersFor(unsigned factor, TargetProfile::Registers registers) const {
  unsigned most = 0;
  VectorsByBlock atEnds = liveOutVectors();
  for (auto &[block, atEnd] : atEnds) {
    const SharedLoads shared = sharedLoads(*block, factor, atEnd, registers);
    const auto count = [&](const Value *value) {
      return shared.loads.contains(value) ? 0 : registersOf(*value, registers) * (isVarying(*value) ? factor : 1);
    };
    unsigned live = 0;
    for (const Value *value : atEnd)
      live += count(value);
    most = std::max(most, live);
    size_t at = block->size();
    for (const Instruction &instruction : reverse(*block)) {
      --at;
      if (atEnd.erase(&instruction))
        live -= count(&instruction);
      if (isa<PHINode>(instruction))
        continue;
      for (const Value *operand : instruction.operand_values())
        if (isa<Instruction>(operand) && atEnd.insert(operand).second)
          live += count(operand);
      most = std::max(most, live + shared.registers[at]);
    }
  }
  return most;
}

void UnrollAndJamLoop::jam(unsigned factor) {
  IRBuilder<> builder(loop_.getHeader(), loop_.getHeader()->getFirstNonPHIIt());
  SmallVector<DenseMap<const Value *, Value *>> rows(factor);
  for (unsigned row = 1; row < factor; ++row)
    rows[row][counter_] = builder.CreateAdd(counter_, builder.getInt32(row * increment_),
                                            counter_->getName() + "." + Twine(row), true, true);
  for (Instruction *instruction : varying_) {
    Instruction *last = instruction;
    for (unsigned row = 1; row < factor; ++row) {
      Instruction *copy = instruction->clone();
      if (instruction->hasName())
        copy->setName(instruction->getName() + "." + Twine(row));
      copy->insertAfter(last->getIterator());
      rows[row][instruction] = last = copy;
    }
  }
  for (unsigned row = 1; row < factor; ++row)
    for (const auto &[original, copy] : rows[row]) {
      if (original == counter_)
        continue;
      for (Use &operand : cast<Instruction>(copy)->operands())
        if (Value *other = rows[row].lookup(operand))
          operand.set(other);
    }
  next_->setOperand(1, builder.getInt32(factor * increment_));
}

void UnrollAndJamLoop::splitRemainder(unsigned factor, Packets together) {
  BasicBlock *header = loop_.getHeader(), *latch = loop_.getLoopLatch();
  BasicBlock *before = loop_.getLoopPredecessor(), *exit = loop_.getExitBlock();
  Function *function = header->getParent();
  ValueToValueMapTy copies;
  SmallVector<BasicBlock *, 16> copied;
  for (BasicBlock *block : loop_.blocks()) {
    copied.push_back(CloneBasicBlock(block, copies, ".left", function));
    copies[block] = copied.back();
  }
  remapInstructionsInBlocks(copied, copies);

  Value *count = condition_->getOperand(1); // a multiple of increment_
  auto *row = cast<PHINode>(copies[counter_]);
  BasicBlock *begin = BasicBlock::Create(function->getContext(), header->getName() + ".rows", function, header);
  before->getTerminator()->replaceSuccessorWith(header, begin);
  counter_->replaceIncomingBlockWith(before, begin);
  IRBuilder<> builder(begin);
  Value *inLoop = builder.CreateAnd(count, builder.getInt32(-(factor * increment_)), "rows.together");
  Value *areNone = builder.CreateICmpEQ(inLoop, builder.getInt32(0));
  Value *isWhole = nullptr, *first = inLoop;
  if (together == Packets::full) {
    Value *isEmpty = builder.Insert(cast<Instruction>(noFullPacketBranch_->getCondition())->clone(), "row.is.empty");
    areNone = builder.CreateOr(areNone, isEmpty);
    isWhole = builder.Insert(cast<Instruction>(afterFullBranch_->getCondition())->clone(), "row.is.whole");
    first = builder.CreateSelect(isWhole, inLoop, builder.getInt32(0));
    auto *start = cast<BranchInst>(copies[noFullPacketBranch_]);
    IRBuilder<> inCopy(start);
    start->setCondition(inCopy.CreateOr(start->getCondition(), inCopy.CreateICmpULT(row, inLoop)));
    removeLastPacket();
  }
  BasicBlock *left = BasicBlock::Create(function->getContext(), header->getName() + ".rows.left", function, exit);
  builder.CreateCondBr(areNone, left, header);
  IRBuilder<>(left).CreateBr(cast<BasicBlock>(copies[header]));
  row->setIncomingBlock(row->getBasicBlockIndex(before), left);
  row->setIncomingValueForBlock(left, first);

  condition_->setOperand(1, inLoop);
  BasicBlock *done = BasicBlock::Create(function->getContext(), header->getName() + ".rows.done", function, left);
  IRBuilder<> end(done);
  Value *areAll = end.CreateICmpEQ(inLoop, count);
  end.CreateCondBr(isWhole ? end.CreateAnd(areAll, isWhole) : areAll, exit, left);
  latch->getTerminator()->replaceSuccessorWith(exit, done);
}

/// Removes the branches to the last packet of a row, whose blocks become unreachable.
void UnrollAndJamLoop::removeLastPacket() {
  IRBuilder<>(noFullPacketBranch_).CreateBr(noFullPacketBranch_->getSuccessor(1));
  IRBuilder<>(afterFullBranch_).CreateBr(loop_.getLoopLatch());
  noFullPacketBranch_->eraseFromParent();
  afterFullBranch_->eraseFromParent();
  varying_.remove_if([this](const Instruction *instruction) { return lastPacket_.contains(instruction->getParent()); });
}

} // namespace weft::compiler
