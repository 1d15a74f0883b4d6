// Reads pointer operations: addresses of members, differences, and the operands of memory accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Pointers.h"

#include "llvm/ADT/bit.h"

#include "frontend/spirv/Additions.h"

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

bool pointsTo(Reader &reader, const Instruction &user, Id pointer, const llvm::Type *type) {
  const Type *known = pointerTypeOf(reader, user, pointer);
  if (!known || !type || !type->isSized())
    return false;
  return known->isUntyped || reader.types().typeOf(known->element) == type;
}

Id objectOf(const Instruction &variable, const Type &type) {
  if ((variable.opcode == OpUntypedVariableKHR) != type.isUntyped)
    return 0;
  return type.isUntyped ? variable.word(1) : type.element;
}

size_t initialValueOf(const Type &type) { return type.isUntyped ? 2 : 1; }

/// The bits of a MemoryAccessMask that have one parameter each: Aligned, MakePointerAvailable, MakePointerVisible,
/// AliasScopeINTELMask and NoAliasINTELMask (SPIR-V 1.6, 3.26).
constexpr uint32_t masksWithParameter = 0x2 | 0x8 | 0x10 | 0x10000 | 0x20000;

MemoryAccess accessOf(const Instruction &instruction, size_t mask) {
  MemoryAccess access;
  const uint32_t bits = instruction.word(mask);
  access.isVolatile = (bits & 1) != 0;
  access.isNontemporal = (bits & 4) != 0;
  if (const uint32_t number = instruction.word(mask + 1); (bits & 2) != 0 && llvm::isPowerOf2_32(number))
    access.alignment = llvm::Align(number);
  access.end = mask + 1 + static_cast<size_t>(llvm::popcount(bits & masksWithParameter));
  return access;
}

namespace {

/// Computes the address of a member. It follows the indices through the type and collects them as LLVM's GEP takes
/// them.
class AccessChain {
public:
  AccessChain(Reader &reader, const Instruction &instruction) : reader_(reader), instruction_(instruction) {}

  llvm::Value *read() {
    const bool isUntyped = startsWithType();
    const bool hasElement = beginsAtElement();
    const size_t baseAt = isUntyped ? 1 : 0;
    llvm::Value *base = reader_.operand(instruction_, baseAt);
    const Type *pointer = pointerTypeOf(reader_, instruction_, instruction_.word(baseAt));
    if (!pointer || !base->getType()->isPtrOrPtrVectorTy()) {
      reader_.flaw(instruction_, "has a base that is no pointer");
      return nullptr;
    }
    Id part = isUntyped ? instruction_.word(0) : pointer->element;
    llvm::Type *source = reader_.types().typeOf(part);
    if (!source || !source->isSized()) {
      reader_.flaw(instruction_, "has an operand that points to nothing that can be accessed");
      return nullptr;
    }
    size_t at = baseAt + 1;
    indices_.push_back(hasElement ? index(at++) : reader_.builder.getInt64(0));
    for (; at < instruction_.size() && !reader_.failed(); ++at)
      part = follow(part, at);
    if (reader_.failed())
      return nullptr;
    return reader_.builder.CreateGEP(source, base, indices_, "",
                                     isInBounds() ? llvm::GEPNoWrapFlags::inBounds() : llvm::GEPNoWrapFlags::none());
  }

private:
  /// Whether the first operand is the type into which the indices lead. Only the instructions on untyped pointers have
  /// this operand, because the other pointers have a type.
  bool startsWithType() const {
    return instruction_.opcode == OpUntypedAccessChainKHR || instruction_.opcode == OpUntypedInBoundsAccessChainKHR ||
           instruction_.opcode == OpUntypedPtrAccessChainKHR ||
           instruction_.opcode == OpUntypedInBoundsPtrAccessChainKHR;
  }

  bool beginsAtElement() const {
    return instruction_.opcode == spv::Op::OpPtrAccessChain ||
           instruction_.opcode == spv::Op::OpInBoundsPtrAccessChain ||
           instruction_.opcode == OpUntypedPtrAccessChainKHR ||
           instruction_.opcode == OpUntypedInBoundsPtrAccessChainKHR;
  }

  bool isInBounds() const {
    return instruction_.opcode == spv::Op::OpInBoundsAccessChain ||
           instruction_.opcode == spv::Op::OpInBoundsPtrAccessChain ||
           instruction_.opcode == OpUntypedInBoundsAccessChainKHR ||
           instruction_.opcode == OpUntypedInBoundsPtrAccessChainKHR;
  }

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

/// Reads OpPtrDiff. The difference is in elements, or in bytes for untyped pointers. Vectors of pointers are subtracted
/// element by element.
llvm::Value *readPointerDifference(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  llvm::Value *left = reader.operand(instruction, 0);
  llvm::Value *right = reader.operand(instruction, 1);
  llvm::Type *type = reader.resultType(instruction);
  const Type *pointer = pointerTypeOf(reader, instruction, instruction.word(0));
  llvm::Type *pointee =
      pointer && pointer->isUntyped ? builder.getInt8Ty() : pointeeOf(reader, instruction, instruction.word(0));
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

bool isAccessChain(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain:
  case OpUntypedAccessChainKHR:
  case OpUntypedInBoundsAccessChainKHR:
  case OpUntypedPtrAccessChainKHR:
  case OpUntypedInBoundsPtrAccessChainKHR:
    return true;
  default:
    return false;
  }
}

ReadResult readAddress(Reader &reader, const Instruction &instruction) {
  if (isAccessChain(instruction.opcode))
    return AccessChain(reader, instruction).read();
  switch (instruction.opcode) {
  case OpUntypedPrefetchKHR: // a hint without a value
    return nullptr;
  case spv::Op::OpPtrDiff:
    return readPointerDifference(reader, instruction);
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
