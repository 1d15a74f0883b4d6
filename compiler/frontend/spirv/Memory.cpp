// Reads function variables, loads, stores and copies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Constants.h"

#include "frontend/UnwrittenValues.h"
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Pointers.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

void setNontemporal(llvm::Instruction &instruction, const MemoryAccess &access) {
  if (!access.isNontemporal)
    return;
  llvm::LLVMContext &context = instruction.getContext();
  auto *one = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1));
  instruction.setMetadata(llvm::LLVMContext::MD_nontemporal, llvm::MDNode::get(context, {one}));
}

/// Loads and stores structures and arrays member by member, as C does. Nothing is written to the padding between
/// members.
class AggregateAccess {
public:
  AggregateAccess(Reader &reader, const MemoryAccess &access, bool isVolatile)
      : reader_(reader), access_(access), isVolatile_(isVolatile) {}

  llvm::Value *load(llvm::Type *type, llvm::Value *pointer) { return load(type, pointer, alignmentOf(type)); }
  void store(llvm::Value *value, llvm::Value *pointer) { store(value, pointer, alignmentOf(value->getType())); }

private:
  llvm::Align alignmentOf(llvm::Type *type) const {
    return access_.alignment.value_or(reader_.program.getDataLayout().getABITypeAlign(type));
  }

  llvm::Value *load(llvm::Type *type, llvm::Value *pointer, llvm::Align alignment) {
    if (!type->isAggregateType()) {
      llvm::LoadInst *load = reader_.builder.CreateAlignedLoad(type, pointer, alignment, isVolatile_);
      setNontemporal(*load, access_);
      return load;
    }
    llvm::Value *whole = llvm::PoisonValue::get(type);
    forEachMember(type, pointer, alignment,
                  [&](unsigned number, llvm::Type *part, llvm::Value *at, llvm::Align aligned) {
                    whole = reader_.builder.CreateInsertValue(whole, load(part, at, aligned), number);
                  });
    return whole;
  }

  void store(llvm::Value *value, llvm::Value *pointer, llvm::Align alignment) {
    if (!value->getType()->isAggregateType()) {
      setNontemporal(*reader_.builder.CreateAlignedStore(value, pointer, alignment, isVolatile_), access_);
      return;
    }
    forEachMember(value->getType(), pointer, alignment,
                  [&](unsigned number, llvm::Type *, llvm::Value *at, llvm::Align aligned) {
                    store(reader_.builder.CreateExtractValue(value, number), at, aligned);
                  });
  }

  template <typename Visitor>
  void forEachMember(llvm::Type *whole, llvm::Value *pointer, llvm::Align alignment, Visitor &&visit) {
    const llvm::DataLayout &layout = reader_.program.getDataLayout();
    const auto visitAt = [&](unsigned number, llvm::Type *part, uint64_t offset) {
      llvm::Value *at = offset == 0 ? pointer : reader_.builder.CreateConstInBoundsGEP1_64(byte(), pointer, offset);
      visit(number, part, at, llvm::commonAlignment(alignment, offset));
    };
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(whole)) {
      const uint64_t size = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
      for (unsigned number = 0; number < array->getNumElements(); ++number)
        visitAt(number, array->getElementType(), number * size);
      return;
    }
    auto *structure = llvm::cast<llvm::StructType>(whole);
    const llvm::StructLayout *members = layout.getStructLayout(structure);
    for (unsigned number = 0; number < structure->getNumElements(); ++number)
      visitAt(number, structure->getElementType(number), members->getElementOffset(number).getFixedValue());
  }

  llvm::Type *byte() { return reader_.builder.getInt8Ty(); }

  Reader &reader_;
  const MemoryAccess &access_;
  const bool isVolatile_;
};

/// Loads and stores an integer of a rare width (one that OpenCL C lacks). Only the bytes that contain bits of the
/// integer are accessed, because the next byte may belong to another object.
class AccessByBytes {
public:
  AccessByBytes(Reader &reader, const MemoryAccess &access, bool isVolatile, unsigned width)
      : reader_(reader), access_(access), isVolatile_(isVolatile), bytes_((width + 7) / 8) {}

  llvm::Value *load(llvm::Type *type, llvm::Value *pointer) {
    llvm::Value *whole = llvm::ConstantInt::get(type, 0);
    forEachMember(type, pointer, [&](llvm::Type *part, llvm::Value *at, llvm::Align alignment, unsigned shift) {
      llvm::LoadInst *load = builder().CreateAlignedLoad(part, at, alignment, isVolatile_);
      setNontemporal(*load, access_);
      whole = builder().CreateOr(whole, builder().CreateShl(builder().CreateZExt(load, type), shift));
    });
    return whole;
  }

  void store(llvm::Value *value, llvm::Value *pointer) {
    forEachMember(value->getType(), pointer,
                  [&](llvm::Type *part, llvm::Value *at, llvm::Align alignment, unsigned shift) {
                    llvm::Value *bits = builder().CreateTrunc(builder().CreateLShr(value, shift), part);
                    setNontemporal(*builder().CreateAlignedStore(bits, at, alignment, isVolatile_), access_);
                  });
  }

private:
  llvm::IRBuilder<> &builder() { return reader_.builder; }

  template <typename Visitor> void forEachMember(llvm::Type *whole, llvm::Value *pointer, Visitor &&visit) {
    const llvm::Align alignment = access_.alignment.value_or(reader_.program.getDataLayout().getABITypeAlign(whole));
    unsigned offset = 0;
    for (const unsigned size : {8u, 4u, 2u, 1u}) {
      if ((bytes_ & size) == 0)
        continue;
      llvm::Value *at =
          offset == 0 ? pointer : builder().CreateConstInBoundsGEP1_64(builder().getInt8Ty(), pointer, offset);
      visit(builder().getIntNTy(8 * size), at, llvm::commonAlignment(alignment, offset), 8 * offset);
      offset += size;
    }
  }

  Reader &reader_;
  const MemoryAccess &access_;
  const bool isVolatile_;
  const unsigned bytes_;
};

/// Whether the value is small enough for a separate access to each of its members. If not, reports a flaw.
bool checkAggregateSize(Reader &reader, const Instruction &instruction, llvm::Type *type) {
  if (countLeaves(type) <= mostLeaves)
    return true;
  reader.flaw(instruction, "accesses a value of too many parts; OpCopyMemory copies any number");
  return false;
}

bool isVolatile(Reader &reader, Id pointer) { return reader.decorationsOf(pointer).isVolatile; }

llvm::Value *readLoad(Reader &reader, const Instruction &instruction) {
  llvm::Value *pointer = reader.operand(instruction, 0);
  llvm::Type *type = reader.resultType(instruction);
  if (!type || !pointsTo(reader, instruction, instruction.word(0), type) || !pointer->getType()->isPointerTy()) {
    reader.flaw(instruction, "loads another type than its pointer points to");
    return nullptr;
  }
  if (!checkAggregateSize(reader, instruction, type))
    return nullptr;
  const MemoryAccess access = accessOf(instruction, 1);
  if (const unsigned width = reader.rareWidthOf(instruction.type); width != 0)
    return AccessByBytes(reader, access, access.isVolatile || isVolatile(reader, instruction.word(0)), width)
        .load(type, pointer);
  return AggregateAccess(reader, access, access.isVolatile || isVolatile(reader, instruction.word(0)))
      .load(type, pointer);
}

llvm::Value *readStore(Reader &reader, const Instruction &instruction) {
  llvm::Value *pointer = reader.operand(instruction, 0);
  llvm::Value *value = reader.operand(instruction, 1);
  if (!pointsTo(reader, instruction, instruction.word(0), value->getType()) || !pointer->getType()->isPointerTy()) {
    reader.flaw(instruction, "stores another type than its pointer points to");
    return nullptr;
  }
  if (!checkAggregateSize(reader, instruction, value->getType()))
    return nullptr;
  const MemoryAccess access = accessOf(instruction, 2);
  if (const Type *type = reader.typeInfoOf(instruction, instruction.word(1)); type && type->rareWidth != 0) {
    AccessByBytes(reader, access, access.isVolatile || isVolatile(reader, instruction.word(0)), type->rareWidth)
        .store(value, pointer);
    return nullptr;
  }
  AggregateAccess(reader, access, access.isVolatile || isVolatile(reader, instruction.word(0))).store(value, pointer);
  return nullptr;
}

llvm::Value *readVariable(Reader &reader, const Instruction &instruction) {
  const Type *pointer = reader.types().find(instruction.type);
  llvm::Type *type = pointer && pointer->kind == spv::Op::OpTypePointer
                         ? reader.types().typeOf(objectOf(instruction, *pointer))
                         : nullptr;
  if (!type || !type->isSized() || static_cast<spv::StorageClass>(instruction.word(0)) != spv::StorageClass::Function) {
    reader.flaw(instruction, "is no variable that functions have");
    return nullptr;
  }
  llvm::AllocaInst *variable = reader.builder.CreateAlloca(type);
  variable->setAlignment(reader.alignmentOf(reader.decorationsOf(instruction.result), type));
  if (const size_t at = initialValueOf(*pointer); instruction.size() > at) {
    llvm::Value *initial = reader.operand(instruction, at);
    if (initial->getType() != type) {
      reader.flaw(instruction, "begins with a value of another type");
      return nullptr;
    }
    reader.builder.CreateAlignedStore(initial, variable, variable->getAlign());
  } else if (!type->isTargetExtTy() &&
             (reader.zeroPrivateMemory() || (reader.definesUnwritten() && beginsAsZero(*type)))) {
    reader.builder.CreateAlignedStore(llvm::Constant::getNullValue(type), variable, variable->getAlign());
  }
  return variable;
}

llvm::Value *readCopy(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *target = reader.operand(instruction, 0);
  llvm::Value *source = reader.operand(instruction, 1);
  if (!target->getType()->isPointerTy() || !source->getType()->isPointerTy()) {
    reader.flaw(instruction, "copies from or to what is no memory");
    return nullptr;
  }
  const bool hasSize = instruction.opcode == spv::Op::OpCopyMemorySized;
  // A single MemoryAccess mask is for the store to the target and for the load from the source. From SPIR-V 1.4 on, a
  // second mask may follow: then the first one is for the target only, and the second one for the source (3.42.8).
  MemoryAccess written = accessOf(instruction, hasSize ? 3 : 2);
  MemoryAccess read = instruction.size() > written.end ? accessOf(instruction, written.end) : written;
  llvm::Value *size;
  if (hasSize) {
    size = reader.operand(instruction, 2);
    if (!size->getType()->isIntegerTy()) {
      reader.flaw(instruction, "has a size that is no number");
      return nullptr;
    }
    size = builder.CreateZExtOrTrunc(size, builder.getInt64Ty());
  } else {
    // If the first pointer is untyped, the type comes from the second one.
    const Type *pointer = pointerTypeOf(reader, instruction, instruction.word(0));
    llvm::Type *type = pointer ? pointeeOf(reader, instruction, instruction.word(pointer->isUntyped ? 1 : 0)) : nullptr;
    if (!type)
      return nullptr;
    const llvm::DataLayout &layout = reader.program.getDataLayout();
    size = builder.getInt64(layout.getTypeAllocSize(type).getFixedValue());
    for (MemoryAccess *access : {&written, &read})
      if (!access->alignment)
        access->alignment = layout.getABITypeAlign(type);
  }
  // Clang writes this instruction for memmove as well, so the two ranges may overlap. If they can't, LLVM turns the
  // memmove into a memcpy.
  builder.CreateMemMove(target, written.alignment, source, read.alignment, size, written.isVolatile || read.isVolatile);
  return nullptr;
}

/// Reads an array on the stack. Its length must be a constant, which may be a specialisation constant; other lengths
/// are refused. All iterations of a loop share one array, as with every variable of the function, so the frame has a
/// known size.
llvm::Value *readVariableLengthArray(Reader &reader, const Instruction &instruction) {
  const std::optional<uint64_t> length = reader.number(instruction.word(0));
  const Type *pointer = reader.types().find(instruction.type);
  llvm::Type *type =
      pointer && pointer->kind == spv::Op::OpTypePointer ? reader.types().typeOf(pointer->element) : nullptr;
  if (!type || !llvm::ArrayType::isValidElementType(type) || !type->isSized() ||
      pointer->storage != spv::StorageClass::Function) {
    reader.flaw(instruction, "is no variable that functions have");
    return nullptr;
  }
  const uint64_t elementBytes = reader.program.getDataLayout().getTypeAllocSize(type).getFixedValue();
  if (!length || *length * std::max<uint64_t>(elementBytes, 1) / std::max<uint64_t>(elementBytes, 1) != *length) {
    reader.flaw(instruction, "has a length that is not known before the program runs");
    return nullptr;
  }
  const llvm::IRBuilderBase::InsertPointGuard guard(reader.builder);
  llvm::BasicBlock &entry = reader.builder.GetInsertBlock()->getParent()->getEntryBlock();
  reader.builder.SetInsertPoint(&entry, entry.begin());
  llvm::AllocaInst *variable = reader.builder.CreateAlloca(llvm::ArrayType::get(type, *length));
  variable->setAlignment(reader.alignmentOf(reader.decorationsOf(instruction.result), type));
  return variable;
}

llvm::Value *readSize(Reader &reader, const Instruction &instruction) {
  const Type *pointer = reader.typeInfoOf(instruction, instruction.word(0));
  llvm::Type *type =
      pointer && pointer->kind == spv::Op::OpTypePointer ? reader.types().typeOf(pointer->element) : nullptr;
  llvm::Type *result = reader.resultType(instruction);
  if (!type || !type->isSized() || !result->isIntegerTy()) {
    reader.flaw(instruction, "has an operand that points to nothing that can be accessed");
    return nullptr;
  }
  return llvm::ConstantInt::get(result, reader.program.getDataLayout().getTypeAllocSize(type).getFixedValue());
}

} // namespace

ReadResult readMemory(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpLoad:
    return readLoad(reader, instruction);
  case spv::Op::OpStore:
    return readStore(reader, instruction);
  case spv::Op::OpVariable:
  case OpUntypedVariableKHR:
    return readVariable(reader, instruction);
  case spv::Op::OpVariableLengthArrayINTEL:
    return readVariableLengthArray(reader, instruction);
  case spv::Op::OpSaveMemoryINTEL: // the function's variables live until it returns, so nothing needs to be saved
    if (auto *type = llvm::dyn_cast<llvm::PointerType>(reader.resultType(instruction)))
      return llvm::ConstantPointerNull::get(type);
    reader.flaw(instruction, "gives no pointer");
    return nullptr;
  case spv::Op::OpRestoreMemoryINTEL:
    return nullptr;
  case spv::Op::OpSizeOf:
    return readSize(reader, instruction);
  case spv::Op::OpCopyMemory:
  case spv::Op::OpCopyMemorySized:
    return readCopy(reader, instruction);
  case spv::Op::OpAssumeTrueKHR: {
    llvm::Value *condition = reader.operand(instruction, 0);
    if (condition->getType()->isIntegerTy(1))
      reader.builder.CreateAssumption(condition);
    return nullptr;
  }
  case spv::Op::OpExpectKHR: {
    const auto values = reader.operandsOf(instruction, 0, 2, reader.resultType(instruction));
    return values.empty() ? nullptr : values[0];
  }
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
