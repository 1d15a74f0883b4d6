// Pointers: the addresses of parts, differences, and what accesses say of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Pointers.h"

namespace weft::compiler::spirv {

const Type *pointerTypeOf(Reader &reader, const Instruction &user, Id pointer) {
  const Type *type = reader.typeInfoOf(user, pointer);
  if (type && type->kind == spv::Op::OpTypeVector)
    type = reader.types().find(type->element);
  if (type && type->kind == spv::Op::OpTypePointer)
    return type;
  reader.flaw(user, "has an operand that is no pointer");
  return nullptr;
}

llvm::Type *pointeeOf(Reader &reader, const Instruction &user, Id pointer) {
  const Type *type = pointerTypeOf(reader, user, pointer);
  llvm::Type *pointee = type ? reader.types().typeOf(type->element) : nullptr;
  if (pointee && pointee->isSized())
    return pointee;
  reader.flaw(user, "has an operand that points to nothing that can be accessed");
  return nullptr;
}

MemoryAccess accessOf(const Instruction &instruction, size_t mask) {
  MemoryAccess access;
  const uint32_t bits = instruction.word(mask);
  access.isVolatile = (bits & 1) != 0;
  access.isNontemporal = (bits & 4) != 0;
  if (const uint32_t number = instruction.word(mask + 1); (bits & 2) != 0 && llvm::isPowerOf2_32(number))
    access.alignment = llvm::Align(number);
  return access;
}

namespace {

/// Follows indices into a type, and adds them as LLVM takes them.
class AddressOfPart {
public:
  AddressOfPart(Reader &reader, const Instruction &instruction) : reader_(reader), instruction_(instruction) {}

  llvm::Value *read() {
    const bool hasElement =
        instruction_.opcode == spv::Op::OpPtrAccessChain || instruction_.opcode == spv::Op::OpInBoundsPtrAccessChain;
    const bool inBounds = instruction_.opcode == spv::Op::OpInBoundsAccessChain ||
                          instruction_.opcode == spv::Op::OpInBoundsPtrAccessChain;
    llvm::Value *base = reader_.operand(instruction_, 0);
    llvm::Type *source = pointeeOf(reader_, instruction_, instruction_.word(0));
    const Type *pointer = pointerTypeOf(reader_, instruction_, instruction_.word(0));
    if (!source || !base->getType()->isPtrOrPtrVectorTy()) {
      reader_.flaw(instruction_, "has a base that is no pointer");
      return nullptr;
    }
    indices_.push_back(hasElement ? index(1) : reader_.builder.getInt64(0));
    Id part = pointer->element;
    for (size_t at = hasElement ? 2 : 1; at < instruction_.size() && !reader_.failed(); ++at)
      part = follow(part, at);
    if (reader_.failed())
      return nullptr;
    return reader_.builder.CreateGEP(source, base, indices_, "",
                                     inBounds ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none());
  }

private:
  llvm::Value *index(size_t at) {
    llvm::Value *value = reader_.operand(instruction_, at);
    if (!value->getType()->isIntegerTy())
      reader_.flaw(instruction_, "has an index that is no number");
    return value;
  }

  Id follow(Id whole, size_t at) {
    const Type *type = reader_.types().find(whole);
    if (type && (type->kind == spv::Op::OpTypeArray || type->kind == spv::Op::OpTypeVector)) {
      indices_.push_back(index(at));
      return type->element;
    }
    const std::optional<uint64_t> member = reader_.number(instruction_.word(at));
    if (!type || type->kind != spv::Op::OpTypeStruct || !member || *member >= type->members.size()) {
      reader_.flaw(instruction_, "has an index into what has no such part");
      return 0;
    }
    indices_.push_back(reader_.builder.getInt32(static_cast<uint32_t>(*member)));
    return type->members[*member];
  }

  Reader &reader_;
  const Instruction &instruction_;
  std::vector<llvm::Value *> indices_;
};

/// In elements; of vectors of pointers for each two of them.
llvm::Value *readPointerDifference(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *left = reader.operand(instruction, 0);
  llvm::Value *right = reader.operand(instruction, 1);
  llvm::Type *type = reader.resultType(instruction);
  llvm::Type *pointee = pointeeOf(reader, instruction, instruction.word(0));
  if (!pointee || !type || !type->isIntOrIntVectorTy() || left->getType() != right->getType() ||
      !left->getType()->isPtrOrPtrVectorTy() || !haveSameShape(left->getType(), type) ||
      reader.program.getDataLayout().getTypeAllocSize(pointee).isZero()) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  if (!type->isVectorTy())
    return builder.CreateSExtOrTrunc(builder.CreatePtrDiff(pointee, left, right), type);
  llvm::Type *numbers = left->getType()->getWithNewType(builder.getInt64Ty());
  llvm::Value *bytes = builder.CreateSub(builder.CreatePtrToInt(left, numbers), builder.CreatePtrToInt(right, numbers));
  const uint64_t size = reader.program.getDataLayout().getTypeAllocSize(pointee).getFixedValue();
  return builder.CreateSExtOrTrunc(builder.CreateExactSDiv(bytes, llvm::ConstantInt::get(numbers, size)), type);
}

} // namespace

Answer readAddress(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain:
    return AddressOfPart(reader, instruction).read();
  case spv::Op::OpPtrDiff:
    return readPointerDifference(reader, instruction);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
