// Reads sub-group instructions without a scope (SPV_INTEL_subgroups, SPV_KHR_shader_ballot, subgroup_vote).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/Additions.h"
#include "frontend/spirv/BuiltinCalls.h"
#include "frontend/spirv/Reader.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {

class SubGroupOperation {
public:
  SubGroupOperation(Reader &reader, const Instruction &instruction)
      : reader_(reader), instruction_(instruction), builder_(reader.builder), type_(reader.resultType(instruction)) {}

  /// Reads an exchange between work-items. The operands are `values` values and then the index of a work-item. OpenCL C
  /// has the functions only for some vectors, so each vector is exchanged element by element, with the same effect.
  llvm::Value *exchange(llvm::StringRef name, size_t values) {
    const auto operands = reader_.operandsOf(instruction_, 0, values, type_);
    llvm::Value *number = reader_.operand(instruction_, values);
    if (operands.empty() || !number->getType()->isIntegerTy() ||
        (!type_->isIntOrIntVectorTy() && !type_->isFPOrFPVectorTy()))
      return refuse("has operands that this device does not have it for");
    const Parameter lane = unsignedParameter(builder_.CreateZExtOrTrunc(number, builder_.getInt32Ty()));
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type_);
    if (!vector)
      return exchangeOne(name, operands, lane);
    llvm::Value *all = llvm::PoisonValue::get(type_);
    for (unsigned element = 0; element < vector->getNumElements(); ++element) {
      std::vector<llvm::Value *> parts;
      for (llvm::Value *operand : operands)
        parts.push_back(builder_.CreateExtractElement(operand, element));
      llvm::Value *one = exchangeOne(name, parts, lane);
      if (!one)
        return nullptr;
      all = builder_.CreateInsertElement(all, one, element);
    }
    return all;
  }

  llvm::Value *vote(llvm::StringRef name) {
    llvm::Value *answer = call(name, builder_.getInt32Ty(), {booleanAt(0)});
    return answer ? builder_.CreateIsNotNull(answer) : nullptr;
  }

  llvm::Value *ballot() { return call("sub_group_ballot", type_, {booleanAt(0)}); }

  llvm::Value *blockRead() {
    std::vector<Parameter> place = blockAddress(true);
    const std::string name = "intel_sub_group_block_read" + suffixOf(type_);
    if (reader_.failed())
      return nullptr;
    llvm::Value *made = call(name, wordsOf(type_), place);
    return made ? builder_.CreateBitCast(made, type_) : nullptr;
  }

  llvm::Value *blockWrite() {
    std::vector<Parameter> place = blockAddress(false);
    llvm::Value *data = reader_.operand(instruction_, instruction_.size() - 1);
    const std::string name = "intel_sub_group_block_write" + suffixOf(data->getType());
    if (reader_.failed())
      return nullptr;
    place.push_back(unsignedParameter(builder_.CreateBitCast(data, wordsOf(data->getType()))));
    return call(name, builder_.getVoidTy(), place);
  }

private:
  llvm::Value *refuse(const llvm::Twine &why) {
    reader_.flaw(instruction_, why);
    return nullptr;
  }

  llvm::Value *call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Parameter> parameters) {
    if (reader_.failed())
      return nullptr;
    return called(reader_, instruction_, callBuiltin(builder_, name, result, parameters, Effects::any));
  }

  llvm::Value *exchangeOne(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> values, const Parameter &lane) {
    std::vector<Parameter> parameters;
    for (llvm::Value *value : values)
      parameters.push_back(signedParameter(value));
    parameters.push_back(lane);
    return call(name, values[0]->getType(), parameters);
  }

  Parameter booleanAt(size_t index) {
    llvm::Value *given = reader_.operand(instruction_, index);
    // The operand of OpSubgroupAllEqualKHR is a boolean, like the operands of the other votes.
    if (!given->getType()->isIntegerTy(1)) {
      refuse("has an operand that is no boolean");
      return signedParameter(builder_.getInt32(0));
    }
    return signedParameter(builder_.CreateZExt(given, builder_.getInt32Ty()));
  }

  /// Returns the type that OpenCL C's sub-group block functions have for the data of one work-item: unsigned integers
  /// of the same width. A work-item has 1, 2, 4 or 8 of them, or 16 if they have 8 or 16 bits.
  llvm::Type *wordsOf(llvm::Type *type) {
    return type->getWithNewType(builder_.getIntNTy(type->getScalarSizeInBits()));
  }

  std::string suffixOf(llvm::Type *type) {
    static constexpr llvm::StringLiteral suffixes[] = {"_uc", "_us", "", "_ul"};
    auto *vector = llvm::dyn_cast_or_null<llvm::FixedVectorType>(type);
    const unsigned elements = vector ? vector->getNumElements() : 1;
    const unsigned bits = type ? type->getScalarSizeInBits() : 0;
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || elements == 3 || (elements == 16 && bits > 16)) {
      refuse("is of a type that this device does not have it for");
      return {};
    }
    return suffixes[llvm::Log2_32(bits / 8)].str() + (elements > 1 ? std::to_string(elements) : "");
  }

  /// Returns the arguments for a block's address: a pointer to global memory, or an image and a coordinate.
  std::vector<Parameter> blockAddress(bool reads) {
    llvm::Value *place = reader_.operand(instruction_, 0);
    if (place->getType()->isPointerTy()) {
      llvm::Type *data = type_;
      if (!reads)
        data = reader_.operand(instruction_, 1)->getType();
      if (!data->isIntOrIntVectorTy() && !data->isFPOrFPVectorTy())
        refuse("is of a type that this device does not have it for");
      if (reader_.failed())
        return {};
      const std::string element = mangledType(builder_.getIntNTy(data->getScalarSizeInBits()), false);
      return {{place, mangledPointer(place->getType(), element, reads ? "K" : "")}};
    }
    llvm::Value *at = reader_.operand(instruction_, 1);
    if (!isImageType(place->getType()) || !at->getType()->isIntOrIntVectorTy(32) || !at->getType()->isVectorTy())
      refuse("has operands that this device does not have it for");
    return {signedParameter(place), signedParameter(at)};
  }

  Reader &reader_;
  const Instruction &instruction_;
  llvm::IRBuilder<> &builder_;
  llvm::Type *type_;
};

} // namespace

ReadResult readSubGroupExtension(Reader &reader, const Instruction &instruction) {
  SubGroupOperation operation(reader, instruction);
  switch (instruction.opcode) {
  case spv::Op::OpSubgroupShuffleINTEL:
    return operation.exchange("intel_sub_group_shuffle", 1);
  case spv::Op::OpSubgroupShuffleXorINTEL:
    return operation.exchange("intel_sub_group_shuffle_xor", 1);
  case spv::Op::OpSubgroupShuffleDownINTEL:
    return operation.exchange("intel_sub_group_shuffle_down", 2);
  case spv::Op::OpSubgroupShuffleUpINTEL:
    return operation.exchange("intel_sub_group_shuffle_up", 2);
  case spv::Op::OpSubgroupReadInvocationKHR:
    return operation.exchange("sub_group_non_uniform_broadcast", 1);
  case spv::Op::OpSubgroupFirstInvocationKHR: {
    const auto values = reader.operandsOf(instruction, 0, 1, reader.resultType(instruction));
    return values.empty() ? nullptr
                          : called(reader, instruction,
                                   callBuiltin(reader.builder, "sub_group_broadcast_first", values[0]->getType(),
                                               {signedParameter(values[0])}, Effects::any));
  }
  case spv::Op::OpSubgroupAllKHR:
    return operation.vote("sub_group_non_uniform_all");
  case spv::Op::OpSubgroupAnyKHR:
    return operation.vote("sub_group_non_uniform_any");
  case spv::Op::OpSubgroupAllEqualKHR:
    return operation.vote("sub_group_non_uniform_all_equal");
  case spv::Op::OpSubgroupBallotKHR:
    return operation.ballot();
  case spv::Op::OpSubgroupBlockReadINTEL:
  case spv::Op::OpSubgroupImageBlockReadINTEL:
    return operation.blockRead();
  case spv::Op::OpSubgroupBlockWriteINTEL:
  case spv::Op::OpSubgroupImageBlockWriteINTEL:
    return operation.blockWrite();
  case OpSubgroupBlockPrefetchINTEL: // a hint without a value
    return nullptr;
  default:
    return std::nullopt;
  }
}

} // namespace weft::compiler::spirv
