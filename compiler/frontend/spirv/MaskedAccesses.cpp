// Reads accesses under predicates and masks (SPV_INTEL_predicated_io, SPV_INTEL_masked_gather_scatter).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Constants.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Pointers.h"

namespace weft::compiler::spirv {
namespace {

/// Emits `access` under a branch, so that it runs only if the predicate holds. The instructions after the access go
/// into a new block. Returns the value of the access, or `otherwise` if the predicate doesn't hold. Returns null for an
/// access without a value.
template <typename Access>
llvm::Value *createWhere(llvm::IRBuilder<> &builder, llvm::Value *predicate, llvm::Value *otherwise, Access &&access) {
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(predicate))
    return known->isZero() ? otherwise : access();
  llvm::BasicBlock *before = builder.GetInsertBlock();
  auto *inside = llvm::BasicBlock::Create(builder.getContext(), "", before->getParent());
  auto *after = llvm::BasicBlock::Create(builder.getContext(), "", before->getParent());
  builder.CreateCondBr(predicate, inside, after);
  builder.SetInsertPoint(inside);
  llvm::Value *made = access();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  if (!otherwise)
    return nullptr;
  llvm::PHINode *result = builder.CreatePHI(otherwise->getType(), 2);
  result->addIncoming(made, inside);
  result->addIncoming(otherwise, before);
  return result;
}

llvm::Value *readPredicated(Reader &reader, const Instruction &instruction) {
  llvm::IRBuilder<> &builder = reader.builder;
  const bool loads = instruction.opcode == OpPredicatedLoadINTEL;
  llvm::Value *pointer = reader.operand(instruction, 0);
  llvm::Value *predicate = reader.operand(instruction, loads ? 1 : 2);
  llvm::Value *data = reader.operand(instruction, loads ? 2 : 1);
  llvm::Type *type = data->getType();
  if (!predicate->getType()->isIntegerTy(1) || !pointsTo(reader, instruction, instruction.word(0), type) ||
      !pointer->getType()->isPointerTy() || (!type->isIntOrIntVectorTy() && !type->isFPOrFPVectorTy())) {
    reader.flaw(instruction, "has operands that don't fit");
    return nullptr;
  }
  const llvm::Align alignment =
      accessOf(instruction, 3).alignment.value_or(reader.program.getDataLayout().getABITypeAlign(type));
  if (loads)
    return createWhere(builder, predicate, data, [&] { return builder.CreateAlignedLoad(type, pointer, alignment); });
  return createWhere(builder, predicate, nullptr, [&]() -> llvm::Value * {
    builder.CreateAlignedStore(data, pointer, alignment);
    return nullptr;
  });
}

/// Reads a gather or scatter: a vector of pointers, a mask, and a vector of data. Each element becomes a separate
/// access.
class VectorAccess {
public:
  VectorAccess(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder),
        gathers_(instruction.opcode == OpMaskedGatherINTEL), pointers_(reader.operand(instruction, gathers_ ? 0 : 1)),
        mask_(reader.operand(instruction, gathers_ ? 2 : 3)), data_(reader.operand(instruction, gathers_ ? 3 : 0)) {}

  llvm::Value *read() {
    auto *type = llvm::dyn_cast<llvm::FixedVectorType>(gathers_ ? reader_.resultType(instruction_) : data_->getType());
    if (!type || !fits(*type)) {
      reader_.flaw(instruction_, "has operands that don't fit");
      return nullptr;
    }
    llvm::Value *all = gathers_ ? llvm::PoisonValue::get(type) : nullptr;
    for (unsigned index = 0; index < type->getNumElements(); ++index) {
      llvm::Value *part = access(*type->getElementType(), index);
      if (gathers_)
        all = builder_.CreateInsertElement(all, part, index);
    }
    return all;
  }

private:
  /// Whether the operands have types that fit each other. The operand with the value for masked-off elements may be a
  /// scalar, which all these elements get; some producers pass a vector with a value for each element.
  bool fits(llvm::FixedVectorType &type) {
    auto *pointers = llvm::dyn_cast<llvm::FixedVectorType>(pointers_->getType());
    return !reader_.failed() && pointers && pointers->isPtrOrPtrVectorTy() &&
           pointers->getNumElements() == type.getNumElements() &&
           mask_->getType() == type.getWithNewType(builder_.getInt1Ty()) &&
           (data_->getType() == &type || data_->getType() == type.getElementType()) &&
           pointsTo(reader_, instruction_, instruction_.word(gathers_ ? 0 : 1), type.getElementType());
  }

  llvm::Value *access(llvm::Type &type, unsigned index) {
    llvm::Value *pointer = builder_.CreateExtractElement(pointers_, index);
    llvm::Value *predicate = builder_.CreateExtractElement(mask_, index);
    llvm::Value *data = data_->getType()->isVectorTy() ? builder_.CreateExtractElement(data_, index) : data_;
    const uint32_t said = instruction_.word(gathers_ ? 1 : 2);
    const llvm::Align alignment =
        llvm::isPowerOf2_32(said) ? llvm::Align(said) : reader_.program.getDataLayout().getABITypeAlign(&type);
    return createWhere(builder_, predicate, gathers_ ? data : nullptr, [&]() -> llvm::Value * {
      if (gathers_)
        return builder_.CreateAlignedLoad(&type, pointer, alignment);
      builder_.CreateAlignedStore(data, pointer, alignment);
      return nullptr;
    });
  }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  const bool gathers_;
  llvm::Value *pointers_;
  llvm::Value *mask_;
  llvm::Value *data_;
};

} // namespace

ReadResult readMaskedAccess(Reader &reader, const Instruction &instruction) {
  switch (instruction.opcode) {
  case OpPredicatedLoadINTEL:
  case OpPredicatedStoreINTEL:
    return readPredicated(reader, instruction);
  case OpMaskedGatherINTEL:
  case OpMaskedScatterINTEL:
    return VectorAccess(reader, instruction).read();
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
