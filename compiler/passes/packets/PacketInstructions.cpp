// Widens a kernel's scalar instructions to vector instructions for all lanes of a packet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/PacketInstructions.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include "analysis/InstructionKinds.h"
#include "analysis/LaneOffsets.h"
#include "analysis/PacketShapes.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/DotProduct.h"
#include "kernel/Interleaving.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketCollectives.h"
#include "passes/packets/PacketLaneLoop.h"
#include "passes/packets/PacketRemark.h"
#include "passes/packets/PacketUpdates.h"
#include "recipes/AccessPlans.h"
#include "recipes/UniformBranch.h"
#include "recipes/WidenedValues.h"
#include "schedule/PacketLegality.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Returns whether a packet runs `instruction` once for all lanes. Barriers are such instructions, as the lanes of a
/// vector run in step.
bool runsOncePerPacket(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  return isBarrier(instruction) || isa<FenceInst>(instruction) ||
         (call && isUniformPerPacket(call->getCalledFunction()));
}

/// Returns lane 0's `number` without its `count` lowest bits. Looks through operations that change only these bits, so
/// that `id` and `id ^ 4` share one instruction.
Value *withoutLowBits(IRBuilder<> &builder, Value &number, unsigned count, unsigned depth = 0) {
  Value *before = nullptr;
  const APInt *changed = nullptr;
  const bool goesOn = depth < SearchLimits::laneOffsetDepth;
  if (goesOn && match(&number, m_Xor(m_Value(before), m_APInt(changed))) && changed->getActiveBits() <= count)
    return withoutLowBits(builder, *before, count, depth + 1);
  if (auto *cast = dyn_cast<CastInst>(&number);
      goesOn && cast && isa<ZExtInst, SExtInst>(cast) && count < cast->getSrcTy()->getScalarSizeInBits())
    return builder.CreateCast(cast->getOpcode(), withoutLowBits(builder, *cast->getOperand(0), count, depth + 1),
                              cast->getDestTy());
  return builder.CreateAnd(&number, APInt::getBitsSetFrom(number.getType()->getIntegerBitWidth(), count));
}

} // namespace

PacketInstructions::PacketInstructions(Function &kernel, const PacketShapes &shapes, const PacketLegality &legality,
                                       const AccessPlans &plans, WidenedValues &values)
    : kernel_(kernel), shapes_(shapes), legality_(legality), plans_(plans), values_(values), memory_{values} {
  findConstantLanes();
}

/// Finds comparisons with the same results in every packet, and integers whose lanes differ in the same way in every
/// packet. Examples from sorting networks are the partner `id ^ 4` and the comparison that decides which partner comes
/// first.
void PacketInstructions::findConstantLanes() {
  LaneOffsets offsets(shapes_, kernel_.getDataLayout(), values_.width());
  for (Instruction &instruction : instructions(kernel_)) {
    if (shapes_.isUniform(instruction) || shapes_.strideOf(instruction))
      continue;
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
      SmallVector<Constant *, 16> lanes;
      if (const auto results = offsets.resultsOf(*comparison))
        for (const bool result : *results)
          lanes.push_back(ConstantInt::getBool(kernel_.getContext(), result));
      if (!lanes.empty())
        comparisons_[comparison] = ConstantVector::get(lanes);
    } else if (isa<BinaryOperator, CastInst>(instruction) && instruction.getType()->isIntegerTy()) {
      if (auto bits = offsets.perLaneBitsOf(instruction))
        constantIntegers_[&instruction] = std::move(*bits);
    }
  }
}

/// Widens `instruction` if findConstantLanes has found its lanes, and returns whether it has. Each lane's value is a
/// value that all lanes share plus a constant. From the constants, ConstantOffsetAccess later finds the distances
/// between the lanes' addresses.
bool PacketInstructions::widenConstantLanes(Instruction &instruction) {
  if (Constant *lanes = comparisons_.lookup(&instruction)) {
    values_.setLanes(&instruction, lanes);
    return true;
  }
  const auto known = constantIntegers_.find(&instruction);
  if (known == constantIntegers_.end())
    return false;
  const auto &[lanes, count] = known->second;
  SmallVector<Constant *, 16> own;
  for (const int64_t lane : lanes)
    own.push_back(ConstantInt::get(instruction.getType(), static_cast<uint64_t>(lane), /*IsSigned=*/true,
                                   /*ImplicitTrunc=*/true));
  Value *wide = ConstantVector::get(own);
  if (count) {
    IRBuilder<> builder(instruction.getNextNode());
    Value *shared = withoutLowBits(builder, instruction, *count);
    wide = builder.CreateOr(builder.CreateVectorSplat(values_.width(), shared), wide, instruction.getName() + ".lanes",
                            /*IsDisjoint=*/true);
  }
  values_.setLanes(&instruction, wide);
  return true;
}

void PacketInstructions::widen(Instruction &instruction, ActiveLanes running) {
  if (isMarker(instruction)) {
    if (any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); }))
      replaced_.push_back(&instruction);
    return;
  }
  if (runsOncePerPacket(instruction))
    return;
  if (isPrefetch(instruction))
    return prefetchLastLane(instruction);
  if (auto *call = dyn_cast<CallInst>(&instruction); call && widenForSubGroup(*call, running.mask))
    return;
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    if (!shapes_.isUniform(*variable)) // a uniform variable is shared by the lanes
      widenVariable(*variable);
    return;
  }
  const bool takesVectors = any_of(instruction.operands(), [&](const Use &use) { return !shapes_.isUniform(*use); });
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && !needsPerLaneAccess(*store)) {
    if (takesVectors) {
      remarkOnAccess(*store, plans_, shapes_);
      plans_.of(*store).emitStore(memory_, *store, running);
      replaced_.push_back(store);
    }
    return;
  }
  if ((shapes_.isUniform(instruction) && !takesVectors) || plans_.isFused(instruction))
    return;
  if (isVectorOperation(instruction))
    return widenVector(instruction);
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction); address && widenOffsets(*address))
    return;
  if (isElementwise(instruction))
    return widenElementwise(instruction, running);
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && !needsPerLaneAccess(*load)) {
    remarkOnAccess(*load, plans_, shapes_);
    const PacketElements elements = plans_.of(*load).emitLoad(memory_, *load, running);
    if (load->getType()->isVectorTy())
      values_.setElements(load, elements);
    else
      values_.setLanes(load, elements.front());
    return;
  }
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return widenExtract(*extract);
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction); update && canCombineLanes(*update, shapes_)) {
    IRBuilder<> builder(update);
    values_.setLanes(update,
                     combineLanes(builder, *update, values_.lanes(builder, update->getValOperand()), running.mask));
    replaced_.push_back(update);
    return;
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction); update && update->use_empty())
    return scalariseUpdate(*update, running.mask);
  if (legality_.isScalarisedPerLane(instruction))
    return scalarisePerLane(instruction, running.mask);
  widenCall(cast<CallBase>(instruction));
}

/// Prefetches one cache line for the packet: the line of the last lane's element. If the elements are contiguous, this
/// line may come after the line of the first element.
void PacketInstructions::prefetchLastLane(Instruction &instruction) {
  if (shapes_.isUniform(*instruction.getOperand(0)))
    return;
  IRBuilder<> builder(&instruction);
  instruction.setOperand(
      0, values_.valueInLane(builder, instruction.getOperand(0), builder.getInt64(values_.width() - 1)));
}

void PacketInstructions::widenElementwise(Instruction &instruction, ActiveLanes running) {
  if (widenConstantLanes(instruction)) {
    if (!running.includeLaneZero)
      instruction.dropPoisonGeneratingFlags();
    return;
  }
  IRBuilder<> builder(&instruction);
  Instruction *wide = instruction.clone();
  for (Use &operand : wide->operands()) {
    // A select with a uniform condition keeps the scalar condition. An address keeps a scalar base and scalar indices
    // if they are uniform.
    const bool staysScalar = (isa<SelectInst>(wide) && operand.getOperandNo() == 0) || isa<GetElementPtrInst>(wide);
    if (!staysScalar || !shapes_.isUniform(*operand))
      operand = values_.lanes(builder, operand);
  }
  // An inactive lane divides by one, because its divisor is undefined and may be 0.
  if (wide->isIntDivRem() && !isa<Constant>(wide->getOperand(1)))
    wide->setOperand(1, builder.CreateSelect(running.mask, wide->getOperand(1),
                                             ConstantInt::get(wide->getOperand(1)->getType(), 1)));
  wide->mutateType(values_.laneType(instruction.getType()));
  // The scalar instruction computes lane 0's value even if lane 0 is inactive. Its flags (nsw, for example) may then
  // not hold.
  if (!running.includeLaneZero)
    instruction.dropPoisonGeneratingFlags();
  builder.Insert(wide, instruction.getName() + ".lanes");
  values_.setLanes(&instruction, wide);
}

/// Widens an address in an object that lanes share, if several of its indices vary. Returns whether it has done so. The
/// lanes share a scalar base, and each lane has one offset of 32 bits, as a gather takes them. If each index had its
/// own vector, LLVM would move parts of the address out of loops, as vectors of 64-bit addresses.
bool PacketInstructions::widenOffsets(GetElementPtrInst &address) {
  const auto differs = [&](const Use &index) { return !shapes_.isUniform(*index); };
  const DataLayout &layout = kernel_.getDataLayout();
  const TypeSize size = layout.getTypeAllocSize(address.getResultElementType());
  // Objects of less than 4 GiB have at most 2^31 elements of two or more bytes, so 32 bits hold each offset.
  if (!shapes_.assumesNoIndexWrap() || differs(address.getOperandUse(0)) || count_if(address.indices(), differs) < 2 ||
      size.isScalable() || size < 2)
    return false;
  SmallVector<std::pair<Value *, uint64_t>, 2> differing;
  for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index)
    if (!shapes_.isUniform(*index.getOperand())) {
      const TypeSize stride = index.getSequentialElementStride(layout);
      if (!index.isSequential() || stride.isScalable() || stride % size != 0)
        return false;
      differing.push_back({index.getOperand(), stride / size});
    }

  IRBuilder<> builder(&address);
  auto *type = cast<FixedVectorType>(values_.laneType(builder.getInt32Ty()));
  Value *offset = Constant::getNullValue(type);
  for (auto [index, factor] : differing) {
    auto *extension = dyn_cast<CastInst>(index);
    const bool isShort = extension && isa<SExtInst, ZExtInst>(extension) && extension->getSrcTy()->isIntegerTy(32);
    Value *lanes = values_.lanes(builder, isShort ? extension->getOperand(0) : index);
    lanes = builder.CreateZExtOrTrunc(lanes, type);
    offset = builder.CreateAdd(offset, builder.CreateMul(lanes, ConstantInt::get(type, factor)));
  }
  auto *base = cast<GetElementPtrInst>(address.clone());
  base->setNoWrapFlags(GEPNoWrapFlags::none());
  for (Use &index : base->indices())
    if (differs(index))
      index = Constant::getNullValue(index->getType());
  builder.Insert(base, address.getName() + ".base");
  // The uniform indices may lead out of the object, and the offsets back into it. So the no-wrap flags stay only if the
  // uniform indices are zero.
  const GEPNoWrapFlags flags = base->hasAllZeroIndices() ? address.getNoWrapFlags() : GEPNoWrapFlags::none();
  values_.setLanes(&address, builder.CreateGEP(address.getResultElementType(), base,
                                               builder.CreateSExt(offset, values_.laneType(builder.getInt64Ty())),
                                               address.getName() + ".lanes", flags));
  return true;
}

void PacketInstructions::widenVector(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  if (auto *insert = dyn_cast<InsertElementInst>(&instruction)) {
    PacketElements all = values_.elements(builder, insert->getOperand(0));
    Value *element = values_.lanes(builder, insert->getOperand(1));
    auto *place = dyn_cast<ConstantInt>(insert->getOperand(2));
    for (auto [number, value] : enumerate(all))
      if (!place)
        value = builder.CreateSelect(isElement(builder, insert->getOperand(2), number), element, value);
      else if (place->equalsInt(number))
        value = element;
    values_.setElements(insert, all);
  } else if (auto *extract = dyn_cast<ExtractElementInst>(&instruction)) {
    const PacketElements all = values_.elements(builder, extract->getVectorOperand());
    auto *place = dyn_cast<ConstantInt>(extract->getIndexOperand());
    Value *result = place && place->getValue().ult(all.size()) ? all[place->getZExtValue()] : all.front();
    for (unsigned number = 1; !place && number < all.size(); ++number)
      result = builder.CreateSelect(isElement(builder, extract->getIndexOperand(), number), all[number], result);
    values_.setLanes(extract, result);
  } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) {
    PacketElements both = values_.elements(builder, shuffle->getOperand(0));
    append_range(both, values_.elements(builder, shuffle->getOperand(1)));
    PacketElements chosen;
    for (int number : shuffle->getShuffleMask())
      chosen.push_back(number < 0 ? PoisonValue::get(both.front()->getType()) : both[static_cast<size_t>(number)]);
    values_.setElements(shuffle, chosen);
  } else {
    widenBitCast(cast<BitCastInst>(instruction));
  }
}

/// Returns for each lane whether `place` is equal to `number`.
Value *PacketInstructions::isElement(IRBuilder<> &builder, Value *place, unsigned number) const {
  return builder.CreateICmpEQ(
      values_.lanes(builder, place),
      ConstantVector::getSplat(ElementCount::getFixed(values_.width()), ConstantInt::get(place->getType(), number)));
}

/// Puts all elements of a lane next to each other for the cast, which may combine or split elements.
void PacketInstructions::widenBitCast(BitCastInst &bitCast) {
  IRBuilder<> builder(&bitCast);
  Value *from = bitCast.getOperand(0);
  Value *all = from->getType()->isVectorTy() ? interleave(builder, values_.elements(builder, from))
                                             : values_.lanes(builder, from);
  auto *type = dyn_cast<FixedVectorType>(bitCast.getType());
  const unsigned count = type ? type->getNumElements() : 1;
  if (bitCast.getType()->getScalarSizeInBits() > from->getType()->getScalarSizeInBits())
    all = frozen(builder, all);
  all = builder.CreateBitCast(all, FixedVectorType::get(bitCast.getType()->getScalarType(), values_.width() * count));
  if (type)
    values_.setElements(&bitCast, deinterleave(builder, all, count));
  else
    values_.setLanes(&bitCast, all);
}

/// Gives each lane a variable of its own. The variables are contiguous in memory.
void PacketInstructions::widenVariable(AllocaInst &variable) {
  IRBuilder<> builder(&variable);
  // PacketLegality rejects variables whose size isn't known.
  const TypeSize bytes = variable.getAllocationSize(kernel_.getDataLayout()).value_or(TypeSize::getFixed(0));
  const uint64_t size = alignTo(bytes.getFixedValue(), variable.getAlign());
  Type *one = ArrayType::get(builder.getInt8Ty(), size);
  AllocaInst *all = builder.CreateAlloca(ArrayType::get(one, values_.width()), nullptr, variable.getName() + ".lanes");
  all->setAlignment(variable.getAlign());
  SmallVector<Constant *> numbers;
  for (unsigned lane = 0; lane < values_.width(); ++lane)
    numbers.push_back(builder.getInt32(lane));
  values_.setLanes(&variable, builder.CreateInBoundsGEP(one, all, ConstantVector::get(numbers)));
}

void PacketInstructions::widenExtract(ExtractValueInst &extract) {
  IRBuilder<> builder(&extract);
  values_.setLanes(&extract, values_.elements(builder, extract.getAggregateOperand())[extract.getIndices().front()]);
}

/// Widens `call` if it is an operation of a sub-group: the sub-group is the packet. Returns whether it has done so.
bool PacketInstructions::widenForSubGroup(CallInst &call, Value *mask) {
  const Function *callee = call.getCalledFunction();
  IRBuilder<> builder(&call);
  if (isLaneId(callee)) { // the scalar call returns the id of lane 0
    values_.setLanes(&call, builder.CreateStepVector(values_.laneType(call.getType())));
    return true;
  }
  std::optional<SubGroupCollective> collective = findSubGroupCollective(callee);
  if (!collective && !isSubGroupBarrier(callee))
    return false;
  replaced_.push_back(&call);
  if (!collective)
    return true; // a sub-group barrier needs no code: the lanes of a vector run in step
  SmallVector<Value *> operands;
  for (Value *argument : call.args())
    operands.push_back(values_.lanes(builder, argument));
  Value *result = PacketCollectives(builder, mask).make(*collective, operands);
  if (collective->isUniform())
    call.replaceAllUsesWith(result);
  else
    values_.setLanes(&call, result);
  return true;
}

void PacketInstructions::widenCall(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (localIdDimension(callee) == 0) {
    IRBuilder<> builder(call.getParent(), std::next(call.getIterator()));
    Value *numbers = builder.CreateStepVector(values_.laneType(call.getType()));
    values_.setLanes(
        &call, builder.CreateAdd(builder.CreateVectorSplat(values_.width(), &call), numbers, "local.ids", true, true));
    return;
  }
  IRBuilder<> builder(&call);
  if (const std::string overload = legality_.vectorOverloadFor(call); !overload.empty()) {
    values_.setLanes(&call, callBuiltin(builder, call, overload));
    return;
  }
  if (const std::optional<DotProduct> dot = dotProductOf(callee)) {
    values_.setLanes(&call, createDotProduct(builder, *dot, values_.lanes(builder, call.getArgOperand(0)),
                                             values_.lanes(builder, call.getArgOperand(1))));
    return;
  }
  const Intrinsic::ID id = callee->getIntrinsicID();
  SmallVector<Value *> arguments;
  SmallVector<Type *> overloaded;
  if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloaded.push_back(values_.laneType(call.getType()));
  for (const Use &argument : call.args()) {
    const unsigned number = call.getArgOperandNo(&argument);
    const bool scalar = isVectorIntrinsicWithScalarOpAtArg(id, number, nullptr);
    arguments.push_back(scalar ? argument.get() : values_.lanes(builder, argument));
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(number), nullptr))
      overloaded.push_back(arguments.back()->getType());
  }
  Function *wide = Intrinsic::getOrInsertDeclaration(kernel_.getParent(), id, overloaded);
  CallInst *result = builder.CreateCall(wide, arguments, call.getName() + ".lanes");
  result->copyIRFlags(&call);
  values_.setLanes(&call, result);
}

/// Calls the vector overload of a builtin. If OpenCL C's vectors are shorter than a packet, inserts several calls, each
/// for some of the lanes.
Value *PacketInstructions::callBuiltin(IRBuilder<> &builder, CallBase &call, const std::string &overload) {
  const unsigned length = legality_.lanesOfBuiltin();
  Module &module = *kernel_.getParent();
  SmallVector<Value *> all, parts;
  for (Value *argument : call.args())
    all.push_back(values_.lanes(builder, argument));
  for (unsigned first = 0; first < values_.width(); first += length) {
    SmallVector<Value *> arguments;
    SmallVector<Type *> types;
    for (Value *argument : all) {
      arguments.push_back(length == values_.width()
                              ? argument
                              : builder.CreateShuffleVector(argument, createSequentialMask(first, length, 0)));
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

void PacketInstructions::scalarisePerLane(Instruction &instruction, Value *mask) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  remarkOnScalarised(instruction,
                     callee ? "'" + readableFunctionName(callee->getName()) + "'" : instruction.getOpcodeName());
  const auto inLane = [this](IRBuilder<> &builder, Value *operand, Value *lane) {
    return values_.valueInLane(builder, operand, lane);
  };
  const PacketElements results = emitLaneLoop(instruction, inLane, mask);
  if (instruction.getType()->isStructTy() || instruction.getType()->isVectorTy())
    values_.setElements(&instruction, results);
  else if (!results.empty())
    values_.setLanes(&instruction, results.front());
  replaced_.push_back(&instruction);
}

/// Runs an update, whose old value is unused, for one lane after the other. Inserts separate code for the case that all
/// lanes run: no conditions stand between the updates, and each lane repeats the loads that it needs
/// (AccessPlans::loadsToRepeat). Only the code for the other case needs the vector loads. They move to that code,
/// because a CPU may have no instruction for a masked load.
void PacketInstructions::scalariseUpdate(AtomicRMWInst &update, Value *mask) {
  remarkOnScalarised(update, update.getOpcodeName());
  const WidenedValues::Loads repeated = plans_.loadsToRepeat(update);
  const auto inLane = [&](IRBuilder<> &builder, Value *operand, Value *lane) {
    return values_.valueInLane(builder, operand, lane);
  };
  const auto inLaneOfAll = [&](IRBuilder<> &builder, Value *operand, Value *lane) {
    return values_.valueInLane(builder, operand, lane, &repeated);
  };
  const auto all = [&](IRBuilder<> &place) -> Value * {
    for (unsigned lane = 0; lane < values_.width(); ++lane)
      cloneForLane(place, update, inLaneOfAll, place.getInt64(lane));
    return nullptr;
  };
  const auto some = [&](IRBuilder<> &place) -> Value * {
    SmallVector<std::pair<const LoadInst *, Value *>> loaded;
    for (const LoadInst *load : repeated) {
      Value *together = values_.lanes(place, const_cast<LoadInst *>(load));
      loaded.emplace_back(load, together);
      if (isa<IntrinsicInst>(together))
        values_.setLanes(load, place.Insert(cast<Instruction>(together)->clone()));
    }
    Instruction *one = place.Insert(update.clone());
    emitLaneLoop(*one, inLane, mask, /*isRare=*/true);
    one->eraseFromParent();
    for (const auto &[load, together] : loaded)
      values_.setLanes(load, together);
    return nullptr;
  };
  createIfElse(IRBuilder<>(&update).CreateAndReduce(mask), update, all, some);
  replaced_.push_back(&update);
}

void PacketInstructions::eraseReplaced() {
  for (Instruction *instruction : replaced_) {
    if (!instruction->getType()->isVoidTy())
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
  replaced_.clear();
}

} // namespace weft::compiler
