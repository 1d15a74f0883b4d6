// The lanes of a packet's values: one vector for each value that differs between them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketValues.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "builtins/BuiltinLibrary.h"
#include "builtins/archive/MangledName.h"
#include "kernel/Interleaving.h"
#include "kernel/KernelAttributes.h"
#include "kernel/VectorOverloads.h"
#include "passes/packets/PacketCollectives.h"
#include "passes/packets/PacketLaneLoop.h"
#include "passes/packets/PacketUpdates.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Of OpenCL C (section 6.3.2).
constexpr unsigned widestVector = 16;

bool isElementwise(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst, GetElementPtrInst>(instruction);
}

/// What moves elements between vectors and scalars, or gives bits another type.
bool isVectorOperation(const Instruction &instruction) {
  const auto isVector = [](const Type *type) { return type->isVectorTy(); };
  return isa<InsertElementInst, ExtractElementInst, ShuffleVectorInst>(instruction) ||
         (isa<BitCastInst>(instruction) &&
          (isVector(instruction.getType()) || isVector(instruction.getOperand(0)->getType())));
}

/// Accesses that a vector's would not stand for: each lane makes its own.
bool needsOwnAccess(const Instruction &instruction) { return instruction.isAtomic() || instruction.isVolatile(); }

/// A vector has its lanes in step.
bool needsNoVector(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return isBarrier(instruction) || isa<FenceInst>(instruction) || (call && isSubGroupId(call->getCalledFunction()));
}

/// What says something of scalars, which nobody has to know of their lanes.
bool isMarker(const Instruction &instruction) {
  return isa<LifetimeIntrinsic, AssumeInst, DbgInfoIntrinsic, NoAliasScopeDeclInst>(instruction);
}

bool isPrefetch(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::prefetch;
}

} // namespace

VectorType *PacketValues::laneType(Type *type) const { return FixedVectorType::get(type, width_); }

PacketValues::PacketValues(Function &kernel, const PacketShapes &shapes, const AccessPlans &plans,
                           const BuiltinLibrary &builtins, unsigned width, const TargetProfile &profile)
    : kernel_(kernel), shapes_(shapes), builtins_(builtins), width_(width), profile_(profile),
      memory_(*this, shapes, plans) {}

void PacketValues::remark(const Instruction &instruction, const Twine &sentence) const {
  OptimizationRemarkAnalysis remark("packetise", instruction.getOpcodeName(), &instruction);
  kernel_.getContext().diagnose(remark << sentence.str());
}

bool PacketValues::isWidenable(Type *type) const {
  return FixedVectorType::isValidElementType(type) && !type->isX86_FP80Ty();
}

bool PacketValues::isWidenableVector(Type *type) const {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && isWidenable(vector->getElementType()) && vector->getNumElements() <= widestVector;
}

std::optional<std::string> PacketValues::obstacle(const Instruction &instruction) const {
  if (isBarrier(instruction) || isMarker(instruction) || isPrefetch(instruction))
    return std::nullopt;
  if (shapes_.isUniform(instruction) &&
      all_of(instruction.operands(), [&](const Use &use) { return isa<BasicBlock>(use) || shapes_.isUniform(*use); }))
    return std::nullopt;
  const auto say = [&](const char *what) { return std::string(what) + " (" + instruction.getOpcodeName() + ")"; };
  const bool takesApart = isa<ExtractValueInst>(instruction);
  const bool takesVectors = isVectorOperation(instruction) || isa<LoadInst, StoreInst, CallInst>(instruction);
  const auto hasForm = [&](Type *type) { return isWidenable(type) || (takesVectors && isWidenableVector(type)); };
  for (const Use &operand : instruction.operands())
    if (!isa<BasicBlock, Function, MetadataAsValue>(operand) && !shapes_.isUniform(*operand) &&
        !hasForm(operand->getType()) && !takesApart)
      return say("a vector or struct differs between work-items");
  if (isa<ReturnInst, BranchInst, PHINode, StoreInst, FenceInst>(instruction) ||
      (isElementwise(instruction) && !isVectorOperation(instruction)))
    return !instruction.getType()->isVoidTy() && !isWidenable(instruction.getType())
               ? std::optional(say("a vector or struct differs between work-items"))
               : std::nullopt;
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return isa<AtomicCmpXchgInst>(extract->getAggregateOperand()) && isWidenable(extract->getType())
               ? std::nullopt
               : std::optional(say("a struct differs between work-items"));
  if (auto *variable = dyn_cast<AllocaInst>(&instruction))
    return variable->isStaticAlloca() ? std::nullopt : std::optional(say("a variable's size is not known"));
  if (isa<AtomicCmpXchgInst>(instruction))
    return std::nullopt;
  if (isa<LoadInst, AtomicRMWInst, CallInst>(instruction) || isVectorOperation(instruction))
    return instruction.getType()->isVoidTy() || hasForm(instruction.getType())
               ? std::nullopt
               : std::optional(say("a vector or struct differs between work-items"));
  return say("an instruction has no form for packets");
}

Value *PacketValues::lanes(IRBuilder<> &builder, Value *value) const {
  if (Value *known = lanes_.lookup(value))
    return known;
  return builder.CreateVectorSplat(width_, value, value->getName() + ".splat");
}

PacketElements PacketValues::elements(IRBuilder<> &builder, Value *vector) const {
  if (const auto known = elements_.find(vector); known != elements_.end())
    return known->second;
  PacketElements elements;
  for (unsigned number = 0; number < cast<FixedVectorType>(vector->getType())->getNumElements(); ++number)
    elements.push_back(builder.CreateVectorSplat(width_, builder.CreateExtractElement(vector, number)));
  return elements;
}

void PacketValues::widen(Instruction &instruction, RunningLanes running) {
  if (isMarker(instruction)) {
    if (any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); }))
      replaced_.push_back(&instruction);
    return;
  }
  if (needsNoVector(instruction))
    return;
  if (isPrefetch(instruction))
    return prefetchLastLane(instruction);
  if (auto *call = dyn_cast<CallInst>(&instruction); call && widenForSubGroup(*call, running.mask))
    return;
  if (auto *variable = dyn_cast<AllocaInst>(&instruction))
    return widenVariable(*variable);
  const bool takesVectors = any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); });
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && !needsOwnAccess(*store)) {
    if (takesVectors) {
      memory_.store(*store, running);
      replaced_.push_back(store);
    }
    return;
  }
  if (shapes_.isUniform(instruction) && !takesVectors)
    return;
  if (isVectorOperation(instruction))
    return widenVector(instruction);
  if (isElementwise(instruction))
    return widenElementwise(instruction, running);
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && !needsOwnAccess(*load)) {
    if (load->getType()->isVectorTy())
      elements_[load] = memory_.loadVector(*load, running);
    else
      setLanes(load, memory_.load(*load, running));
    return;
  }
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return widenExtract(*extract);
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
      update && shapes_.isUniform(*update->getPointerOperand()) &&
      canCombineLanes(*update, shapes_.isUniform(*update->getValOperand()))) {
    IRBuilder<> builder(update);
    lanes_[update] = combineLanes(builder, *update, lanes(builder, update->getValOperand()), running.mask);
    replaced_.push_back(update);
    return;
  }
  if (runsEachLane(instruction))
    return runEachLane(instruction, running.mask);
  widenCall(cast<CallBase>(instruction));
}

/// One line is asked for: of neighbouring elements the last one is in the line that comes next.
void PacketValues::prefetchLastLane(Instruction &instruction) {
  if (shapes_.isUniform(*instruction.getOperand(0)))
    return;
  IRBuilder<> builder(&instruction);
  instruction.setOperand(0, valueInLane(builder, instruction.getOperand(0), builder.getInt64(width_ - 1)));
}

bool PacketValues::runsEachLane(const Instruction &instruction) const {
  if (isa<LoadInst, StoreInst>(instruction))
    return needsOwnAccess(instruction);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isPrefetch(instruction))
    return false;
  const Function *callee = call->getCalledFunction();
  return !callee || (localIdDimension(callee) != 0 && !isTriviallyVectorizable(callee->getIntrinsicID()) &&
                     builtinForLanes(*call).empty());
}

std::string PacketValues::builtinForLanes(const CallBase &call) const {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || !call.doesNotAccessMemory())
    return {};
  std::string overload = vectorOverloadName(callee->getName(), std::min(width_, widestVector));
  return builtins_.defines(overload) ? overload : std::string();
}

void PacketValues::widenElementwise(Instruction &instruction, RunningLanes running) {
  IRBuilder<> builder(&instruction);
  Instruction *wide = instruction.clone();
  for (Use &operand : wide->operands()) {
    // A condition that all lanes share chooses between vectors; a uniform index or base needs no lanes of its own.
    const bool staysScalar = (isa<SelectInst>(wide) && operand.getOperandNo() == 0) || isa<GetElementPtrInst>(wide);
    if (!staysScalar || !shapes_.isUniform(*operand))
      operand = lanes(builder, operand);
  }
  // A lane without a work-item divides by one, not by what nobody has computed.
  if (wide->isIntDivRem() && !isa<Constant>(wide->getOperand(1)))
    wide->setOperand(1, builder.CreateSelect(running.mask, wide->getOperand(1),
                                             ConstantInt::get(wide->getOperand(1)->getType(), 1)));
  wide->mutateType(laneType(instruction.getType()));
  // Lane 0 may be one that doesn't run it, so that what its flags promise isn't true of the scalar.
  if (!running.includeLaneZero)
    instruction.dropPoisonGeneratingFlags();
  builder.Insert(wide, instruction.getName() + ".lanes");
  lanes_[&instruction] = wide;
}

void PacketValues::widenVector(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
    PacketElements all = elements(builder, insert->getOperand(0));
    Value *element = lanes(builder, insert->getOperand(1));
    auto *place = dyn_cast<ConstantInt>(insert->getOperand(2));
    for (auto [number, value] : enumerate(all))
      if (!place)
        value = builder.CreateSelect(isElement(builder, insert->getOperand(2), number), element, value);
      else if (place->equalsInt(number))
        value = element;
    elements_[insert] = all;
  } else if (auto *extract = dyn_cast<ExtractElementInst>(&instruction)) {
    const PacketElements all = elements(builder, extract->getVectorOperand());
    auto *place = dyn_cast<ConstantInt>(extract->getIndexOperand());
    Value *result = place && place->getValue().ult(all.size()) ? all[place->getZExtValue()] : all.front();
    for (unsigned number = 1; !place && number < all.size(); ++number)
      result = builder.CreateSelect(isElement(builder, extract->getIndexOperand(), number), all[number], result);
    lanes_[extract] = result;
  } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    PacketElements both = elements(builder, shuffle->getOperand(0));
    append_range(both, elements(builder, shuffle->getOperand(1)));
    PacketElements chosen;
    for (int number : shuffle->getShuffleMask())
      chosen.push_back(number < 0 ? PoisonValue::get(both.front()->getType()) : both[static_cast<size_t>(number)]);
    elements_[shuffle] = chosen;
  } else {
    widenBitCast(cast<BitCastInst>(instruction));
  }
}

/// For each lane, whether `place` is `number` there.
Value *PacketValues::isElement(IRBuilder<> &builder, Value *place, unsigned number) const {
  return builder.CreateICmpEQ(
      lanes(builder, place),
      ConstantVector::getSplat(ElementCount::getFixed(width_), ConstantInt::get(place->getType(), number)));
}

/// All elements of a lane stand together while their bits change type.
void PacketValues::widenBitCast(BitCastInst &bitCast) {
  IRBuilder<> builder(&bitCast);
  Value *from = bitCast.getOperand(0);
  Value *all = from->getType()->isVectorTy() ? interleave(builder, elements(builder, from)) : lanes(builder, from);
  auto *type = dyn_cast<FixedVectorType>(bitCast.getType());
  const unsigned count = type ? type->getNumElements() : 1;
  all = builder.CreateBitCast(all, FixedVectorType::get(bitCast.getType()->getScalarType(), width_ * count));
  if (type)
    elements_[&bitCast] = deinterleave(builder, all, count);
  else
    lanes_[&bitCast] = all;
}

/// Each lane has its own, one behind the other.
void PacketValues::widenVariable(AllocaInst &variable) {
  IRBuilder<> builder(&variable);
  const uint64_t size =
      alignTo(variable.getAllocationSize(kernel_.getDataLayout())->getFixedValue(), variable.getAlign());
  Type *one = ArrayType::get(builder.getInt8Ty(), size);
  AllocaInst *all = builder.CreateAlloca(ArrayType::get(one, width_), nullptr, variable.getName() + ".lanes");
  all->setAlignment(variable.getAlign());
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < width_; ++lane)
    numbers.push_back(builder.getInt32(lane));
  lanes_[&variable] = builder.CreateInBoundsGEP(one, all, ConstantVector::get(numbers));
}

Value *PacketValues::addSteps(IRBuilder<> &builder, Value *value, Value *lane, int64_t step) {
  Type *number = value->getType()->isPointerTy() ? lane->getType() : value->getType();
  Value *steps = builder.CreateMul(builder.CreateZExtOrTrunc(lane, number), ConstantInt::getSigned(number, step));
  return value->getType()->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), value, steps)
                                         : builder.CreateAdd(value, steps);
}

Value *PacketValues::valueInLane(IRBuilder<> &builder, Value *value, Value *lane, unsigned &budget) const {
  if (shapes_.isUniform(*value))
    return value;
  if (shapes_.isAnchored(*value))
    return addSteps(builder, value, lane, *shapes_.strideOf(*value));
  auto *instruction = dyn_cast<Instruction>(value);
  const auto isVarying = [&](const Use &operand) { return !shapes_.isUniform(*operand); };
  // What one value differs in needs one element of its vector, which may be the same in each round of a loop.
  const bool isOffset = instruction && isa<GetElementPtrInst, CastInst, BinaryOperator>(instruction) &&
                        !isVectorOperation(*instruction) && !instruction->isIntDivRem() &&
                        count_if(instruction->operands(), isVarying) == 1;
  if (!instruction || !isElementwise(*instruction) || (!isOffset && !shapes_.strideOf(*value)) || budget == 0)
    return builder.CreateExtractElement(lanes(builder, value), lane);
  --budget;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand = valueInLane(builder, operand, lane, budget);
  return builder.Insert(copy, instruction->getName() + ".lane");
}

void PacketValues::widenExtract(ExtractValueInst &extract) {
  lanes_[&extract] = elements_.find(extract.getAggregateOperand())->second[extract.getIndices().front()];
}

/// Whether `call` is something that the packet does as a sub-group.
bool PacketValues::widenForSubGroup(CallInst &call, Value *mask) {
  const Function *callee = call.getCalledFunction();
  IRBuilder<> builder(&call);
  if (isLaneId(callee)) { // the call gives that of lane 0
    lanes_[&call] = builder.CreateStepVector(laneType(call.getType()));
    return true;
  }
  std::optional<SubGroupCollective> collective = findSubGroupCollective(callee);
  if (!collective && !isSubGroupBarrier(callee))
    return false;
  replaced_.push_back(&call);
  if (!collective)
    return true; // what lanes do in a vector they do together
  SmallVector<Value *> operands;
  for (Value *argument : call.args())
    operands.push_back(lanes(builder, argument));
  Value *result = PacketCollectives(builder, mask).make(*collective, operands);
  if (collective->isUniform())
    call.replaceAllUsesWith(result);
  else
    lanes_[&call] = result;
  return true;
}

void PacketValues::widenCall(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (localIdDimension(callee) == 0) {
    IRBuilder<> builder(call.getParent(), std::next(call.getIterator()));
    Value *numbers = builder.CreateStepVector(laneType(call.getType()));
    lanes_[&call] = builder.CreateAdd(builder.CreateVectorSplat(width_, &call), numbers, "local.ids", true, true);
    return;
  }
  IRBuilder<> builder(&call);
  if (const std::string overload = builtinForLanes(call); !overload.empty()) {
    lanes_[&call] = callBuiltin(builder, call, overload);
    return;
  }
  const Intrinsic::ID id = callee->getIntrinsicID();
  SmallVector<Value *> arguments;
  SmallVector<Type *> overloaded;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloaded.push_back(laneType(call.getType()));
  for (auto [number, argument] : enumerate(call.args())) {
    const bool scalar = isVectorIntrinsicWithScalarOpAtArg(id, number, nullptr);
    arguments.push_back(scalar ? argument.get() : lanes(builder, argument));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, number, nullptr))
      overloaded.push_back(arguments.back()->getType());
  }
  Function *wide = Intrinsic::getOrInsertDeclaration(kernel_.getParent(), id, overloaded);
  CallInst *result = builder.CreateCall(wide, arguments, call.getName() + ".lanes");
  result->copyIRFlags(&call);
  lanes_[&call] = result;
}

/// OpenCL C's vectors may be shorter than a packet: then a part of it after the other.
Value *PacketValues::callBuiltin(IRBuilder<> &builder, CallBase &call, const std::string &overload) {
  const unsigned length = std::min(width_, widestVector);
  Module &module = *kernel_.getParent();
  SmallVector<Value *> all, parts;
  for (Value *argument : call.args())
    all.push_back(lanes(builder, argument));
  for (unsigned first = 0; first < width_; first += length) {
    SmallVector<Value *> arguments;
    SmallVector<Type *> types;
    for (Value *argument : all) {
      arguments.push_back(
          length == width_ ? argument : builder.CreateShuffleVector(argument, createSequentialMask(first, length, 0)));
      types.push_back(arguments.back()->getType());
    }
    FunctionType *type = FunctionType::get(FixedVectorType::get(call.getType(), length), types, false);
    CallInst *part =
        builder.CreateCall(module.getOrInsertFunction(overload, type), arguments, call.getName() + ".lanes");
    part->copyIRFlags(&call);
    part->setAttributes(AttributeList::get(module.getContext(), call.getAttributes().getFnAttrs(), {}, {}));
    parts.push_back(part);
  }
  return concatenateVectors(builder, parts);
}

void PacketValues::runEachLane(Instruction &instruction, Value *mask) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  remark(instruction, (callee ? "'" + readableFunctionName(callee->getName()) + "'" : instruction.getOpcodeName()) +
                          " runs for one work-item after the other");
  IRBuilder<> builder(&instruction);
  SmallVector<PacketElements> operands; // those that differ
  for (Use &operand : instruction.operands()) {
    operands.emplace_back();
    if (!shapes_.isUniform(*operand))
      operands.back() =
          operand->getType()->isVectorTy() ? elements(builder, operand) : PacketElements{lanes(builder, operand)};
  }
  const PacketElements results = runForEachLane(instruction, operands, mask);
  if (instruction.getType()->isStructTy() || instruction.getType()->isVectorTy())
    elements_[&instruction] = results;
  else if (!results.empty())
    lanes_[&instruction] = results.front();
  replaced_.push_back(&instruction);
}

void PacketValues::eraseReplaced() {
  for (Instruction *instruction : replaced_) {
    if (!instruction->getType()->isVoidTy())
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
  replaced_.clear();
}

} // namespace weft::compiler
