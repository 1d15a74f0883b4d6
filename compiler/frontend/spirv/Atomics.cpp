// Reads SPIR-V's atomics: LLVM instructions for integers, OpenCL C functions for floating-point numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/MemorySemantics.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

using BinOp = llvm::AtomicRMWInst::BinOp;
using llvm::AtomicOrdering;

std::optional<BinOp> updateOf(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpAtomicExchange:
    return BinOp::Xchg;
  case spv::Op::OpAtomicIIncrement:
  case spv::Op::OpAtomicIAdd:
    return BinOp::Add;
  case spv::Op::OpAtomicIDecrement:
  case spv::Op::OpAtomicISub:
    return BinOp::Sub;
  case spv::Op::OpAtomicSMin:
    return BinOp::Min;
  case spv::Op::OpAtomicUMin:
    return BinOp::UMin;
  case spv::Op::OpAtomicSMax:
    return BinOp::Max;
  case spv::Op::OpAtomicUMax:
    return BinOp::UMax;
  case spv::Op::OpAtomicAnd:
    return BinOp::And;
  case spv::Op::OpAtomicOr:
    return BinOp::Or;
  case spv::Op::OpAtomicXor:
    return BinOp::Xor;
  default:
    return std::nullopt;
  }
}

AtomicOrdering orderingOf(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::relaxed:
    return AtomicOrdering::Monotonic;
  case MemoryOrder::acquire:
    return AtomicOrdering::Acquire;
  case MemoryOrder::release:
    return AtomicOrdering::Release;
  case MemoryOrder::acquireRelease:
    return AtomicOrdering::AcquireRelease;
  default:
    return AtomicOrdering::SequentiallyConsistent;
  }
}

/// Reads one atomic operation. The first operands of each atomic operation are a pointer, a scope and memory semantics.
class AtomicOperation {
public:
  AtomicOperation(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder), object_(reader.operand(instruction, 0)) {
    if (!object_->getType()->isPointerTy())
      reader_.flaw(instruction_, "has an operand that is no pointer");
  }

  llvm::Value *update(BinOp operation) {
    const bool byOne =
        instruction_.opcode == spv::Op::OpAtomicIIncrement || instruction_.opcode == spv::Op::OpAtomicIDecrement;
    llvm::Type *type = reader_.resultType(instruction_);
    if (!canBeAtomic(type) || (operation != BinOp::Xchg && !type->isIntegerTy()))
      return nullptr;
    llvm::Value *value = byOne ? llvm::ConstantInt::get(type, 1) : numberAt(3, type);
    if (reader_.failed())
      return nullptr;
    return back(builder_.CreateAtomicRMW(operation, object_, toInteger(value), llvm::MaybeAlign(), ordering(2)), type);
  }

  llvm::Value *load() {
    llvm::Type *type = reader_.resultType(instruction_);
    if (!canBeAtomic(type))
      return nullptr;
    AtomicOrdering order = ordering(2);
    if (order == AtomicOrdering::AcquireRelease)
      order = AtomicOrdering::Acquire;
    if (order == AtomicOrdering::Release)
      order = AtomicOrdering::Monotonic;
    llvm::LoadInst *made = builder_.CreateAlignedLoad(integerFor(type), object_, alignmentOf(type));
    made->setAtomic(order);
    return back(made, type);
  }

  llvm::Value *store() {
    llvm::Value *value = reader_.operand(instruction_, 3);
    if (!canBeAtomic(value->getType()))
      return nullptr;
    llvm::StoreInst *made = builder_.CreateAlignedStore(toInteger(value), object_, alignmentOf(value->getType()));
    made->setAtomic(orderingOfStore());
    return nullptr;
  }

  llvm::Value *compareExchange() {
    llvm::Type *type = reader_.resultType(instruction_);
    if (!canBeAtomic(type))
      return nullptr;
    llvm::Value *value = numberAt(4, type);
    llvm::Value *expected = numberAt(5, type);
    if (reader_.failed())
      return nullptr;
    AtomicOrdering failure = ordering(3);
    if (failure == AtomicOrdering::Release || failure == AtomicOrdering::AcquireRelease)
      failure = AtomicOrdering::Acquire;
    llvm::Value *pair = builder_.CreateAtomicCmpXchg(object_, toInteger(expected), toInteger(value), llvm::MaybeAlign(),
                                                     ordering(2), failure);
    return back(builder_.CreateExtractValue(pair, 0), type);
  }

  llvm::Value *testAndSet() {
    if (reader_.failed())
      return nullptr;
    llvm::Value *old =
        builder_.CreateAtomicRMW(BinOp::Xchg, object_, builder_.getInt32(1), llvm::MaybeAlign(), ordering(2));
    return builder_.CreateIsNotNull(old);
  }

  llvm::Value *clear() {
    if (reader_.failed())
      return nullptr;
    builder_.CreateAlignedStore(builder_.getInt32(0), object_, llvm::Align(4))->setAtomic(orderingOfStore());
    return nullptr;
  }

  /// Calls atomic_fetch_add_explicit or a similar function on half, float or double.
  llvm::Value *call(llvm::StringRef name) {
    llvm::Type *type = reader_.resultType(instruction_);
    llvm::Value *value = numberAt(3, type);
    if (reader_.failed())
      return nullptr;
    if (!type->isFloatingPointTy()) {
      reader_.flaw(instruction_, "is of a type that this device does not have it for");
      return nullptr;
    }
    const std::string number = mangledType(type, true);
    const auto order = static_cast<uint32_t>(memoryOrderOf(reader_, instruction_.word(2)));
    const std::vector<Parameter> parameters = {
        {object_, mangledPointer(object_->getType(), "U7_Atomic" + number, "V")},
        {value, number},
        {builder_.getInt32(order), "12memory_order"},
        {builder_.getInt32(memoryScopeOf(reader_, instruction_.word(1))), "12memory_scope"}};
    return called(reader_, instruction_, callBuiltin(builder_, name, type, parameters, Effects::any));
  }

private:
  AtomicOrdering ordering(size_t index) { return orderingOf(memoryOrderOf(reader_, instruction_.word(index))); }

  /// Returns the memory order of a store. A store acquires nothing, so acquire-release becomes release.
  AtomicOrdering orderingOfStore() {
    const AtomicOrdering order = ordering(2);
    if (order == AtomicOrdering::AcquireRelease)
      return AtomicOrdering::Release;
    return order == AtomicOrdering::Acquire ? AtomicOrdering::Monotonic : order;
  }

  bool canBeAtomic(llvm::Type *type) {
    const bool can = !reader_.failed() && type && (type->isIntegerTy() || type->isFloatingPointTy()) &&
                     type->getPrimitiveSizeInBits() >= 8 && type->getPrimitiveSizeInBits() <= 64;
    if (!can)
      reader_.flaw(instruction_, "is of a type that this device does not have it for");
    return can;
  }

  llvm::Value *numberAt(size_t index, llvm::Type *type) {
    llvm::Value *value = reader_.operand(instruction_, index);
    if (value->getType() != type)
      reader_.flaw(instruction_, "has an operand of another type than its result");
    return value;
  }

  llvm::Type *integerFor(llvm::Type *type) { return builder_.getIntNTy(type->getPrimitiveSizeInBits()); }
  static llvm::Align alignmentOf(llvm::Type *type) { return llvm::Align(type->getPrimitiveSizeInBits() / 8); }
  llvm::Value *toInteger(llvm::Value *value) { return builder_.CreateBitCast(value, integerFor(value->getType())); }
  llvm::Value *back(llvm::Value *value, llvm::Type *type) { return builder_.CreateBitCast(value, type); }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  llvm::Value *object_;
};

} // namespace

ReadResult readAtomic(Reader &reader, const Instruction &instruction) {
  if (const auto operation = updateOf(instruction.opcode))
    return AtomicOperation(reader, instruction).update(*operation);
  switch (instruction.opcode) {
  case spv::Op::OpAtomicLoad:
    return AtomicOperation(reader, instruction).load();
  case spv::Op::OpAtomicStore:
    // The operand with the value follows the pointer, scope and semantics, as in other atomics.
    return AtomicOperation(reader, instruction).store();
  case spv::Op::OpAtomicCompareExchange:
  case spv::Op::OpAtomicCompareExchangeWeak:
    return AtomicOperation(reader, instruction).compareExchange();
  case spv::Op::OpAtomicFlagTestAndSet:
    return AtomicOperation(reader, instruction).testAndSet();
  case spv::Op::OpAtomicFlagClear:
    return AtomicOperation(reader, instruction).clear();
  case spv::Op::OpAtomicFAddEXT:
    return AtomicOperation(reader, instruction).call("atomic_fetch_add_explicit");
  case spv::Op::OpAtomicFMinEXT:
    return AtomicOperation(reader, instruction).call("atomic_fetch_min_explicit");
  case spv::Op::OpAtomicFMaxEXT:
    return AtomicOperation(reader, instruction).call("atomic_fetch_max_explicit");
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
