// Types that few instructions take: vectors of pointers (SPV_INTEL_masked_gather_scatter), and integers of any width
// (SPV_INTEL_arbitrary_precision_integers).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/Pointers.h"
#include "frontend/spirv/RareTypes.h"
#include "frontend/spirv/Reader.h"
#include "kernel/AnalysisManagers.h"

namespace weft::compiler::spirv {
namespace {

/// Whether the instruction may take or produce vectors of pointers. Branches, calls and phis may always do so.
bool takesVectorsOfPointers(spv::Op opcode) {
  switch (opcode) {
  case spv::Op::OpUndef:
  case OpPoisonKHR:
  case OpFreezeKHR:
  case spv::Op::OpLoad:
  case spv::Op::OpStore:
  case spv::Op::OpAccessChain:
  case spv::Op::OpInBoundsAccessChain:
  case spv::Op::OpPtrAccessChain:
  case spv::Op::OpInBoundsPtrAccessChain:
  case spv::Op::OpPtrEqual:
  case spv::Op::OpPtrNotEqual:
  case spv::Op::OpPtrDiff:
  case spv::Op::OpConvertPtrToU:
  case spv::Op::OpConvertUToPtr:
  case spv::Op::OpPtrCastToGeneric:
  case spv::Op::OpGenericCastToPtr:
  case spv::Op::OpBitcast:
  case spv::Op::OpVectorExtractDynamic:
  case spv::Op::OpVectorInsertDynamic:
  case spv::Op::OpVectorShuffle:
  case spv::Op::OpCompositeConstruct:
  case spv::Op::OpCompositeExtract:
  case spv::Op::OpCompositeInsert:
  case OpCompositeConstructReplicateEXT:
  case spv::Op::OpCopyObject:
  case spv::Op::OpCopyLogical:
  case spv::Op::OpSelect:
  case OpMaskedGatherINTEL:
  case OpMaskedScatterINTEL:
    return true;
  default:
    return false;
  }
}

/// Whether the instruction may take or produce integers of rare widths (which OpenCL C lacks). Branches, calls and phis
/// may always do so. Calls of builtin functions may not: these have only OpenCL C's widths.
bool takesRareWidths(spv::Op opcode) {
  if (isAccessChain(opcode) || (opcode >= spv::Op::OpIEqual && opcode <= spv::Op::OpSLessThanEqual) ||
      (opcode >= spv::Op::OpShiftRightLogical && opcode <= spv::Op::OpNot))
    return true;
  switch (opcode) {
  case spv::Op::OpUndef:
  case OpPoisonKHR:
  case OpFreezeKHR:
  case spv::Op::OpLoad:
  case spv::Op::OpStore:
  case spv::Op::OpCopyMemorySized:
  case spv::Op::OpVectorExtractDynamic:
  case spv::Op::OpVectorInsertDynamic:
  case spv::Op::OpCompositeConstruct:
  case spv::Op::OpCompositeExtract:
  case spv::Op::OpCompositeInsert:
  case OpCompositeConstructReplicateEXT:
  case spv::Op::OpCopyObject:
  case spv::Op::OpCopyLogical:
  case spv::Op::OpSelect:
  case spv::Op::OpExpectKHR:
  case spv::Op::OpSNegate:
  case spv::Op::OpIAdd:
  case spv::Op::OpISub:
  case spv::Op::OpIMul:
  case spv::Op::OpUDiv:
  case spv::Op::OpSDiv:
  case spv::Op::OpUMod:
  case spv::Op::OpSRem:
  case spv::Op::OpSMod:
  case spv::Op::OpBitCount:
  case spv::Op::OpUConvert:
  case spv::Op::OpSConvert:
  case spv::Op::OpConvertFToU:
  case spv::Op::OpConvertFToS:
  case spv::Op::OpConvertSToF:
  case spv::Op::OpConvertUToF:
  case spv::Op::OpConvertPtrToU:
  case spv::Op::OpConvertUToPtr:
  case spv::Op::OpBitcast:
    return true;
  default:
    return false;
  }
}

/// Whether the instruction treats its operands as signed. The amount of a shift is less than the width, so its sign bit
/// is never set.
bool takesSigns(spv::Op opcode) {
  if (isAccessChain(opcode))
    return true;
  switch (opcode) {
  case spv::Op::OpSDiv:
  case spv::Op::OpSRem:
  case spv::Op::OpSMod:
  case spv::Op::OpShiftRightArithmetic:
  case spv::Op::OpSGreaterThan:
  case spv::Op::OpSGreaterThanEqual:
  case spv::Op::OpSLessThan:
  case spv::Op::OpSLessThanEqual:
  case spv::Op::OpSConvert:
  case spv::Op::OpConvertSToF:
    return true;
  default:
    return false;
  }
}

bool isVectorOfPointers(const llvm::Type *type) { return type && type->isVectorTy() && type->isPtrOrPtrVectorTy(); }

bool hasVectorsOfPointers(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return isVectorOfPointers(instruction.getType()) || llvm::any_of(instruction.operands(), [](const llvm::Use &use) {
             return isVectorOfPointers(use->getType());
           });
  });
}

} // namespace

unsigned Reader::rareWidthOf(Id type) const {
  const Type *found = types_.hasRareWidths() ? types_.find(type) : nullptr;
  return found ? found->rareWidth : 0;
}

llvm::Value *Reader::zeroedAboveWidth(llvm::Value *value, unsigned width) {
  const unsigned bits = value->getType()->getIntegerBitWidth();
  return builder.CreateAnd(value, builder.getInt(llvm::APInt::getLowBitsSet(bits, width)));
}

llvm::Value *Reader::withSign(const Instruction &user, Id id, llvm::Value *value) {
  const auto type = typeIds_.find(id);
  const unsigned width = type == typeIds_.end() ? 0 : rareWidthOf(type->second);
  if (width == 0 || !takesSigns(user.opcode))
    return value;
  const unsigned above = value->getType()->getIntegerBitWidth() - width;
  return builder.CreateAShr(builder.CreateShl(value, above), above);
}

bool Reader::checkRareTypes(const Instruction &instruction) {
  if (!types_.hasVectorsOfPointers() && !types_.hasRareWidths())
    return true;
  if (instruction.opcode == spv::Op::OpExtInst && isSilentSet(instruction.word(0)))
    return true;
  bool hasPointers = isVectorOfPointers(types_.typeOf(instruction.type));
  bool hasRareWidth = rareWidthOf(instruction.type) != 0;
  for (const Operand &operand : instruction.operands)
    if (const auto type = typeIds_.find(operand.isId ? operand.words[0] : 0); type != typeIds_.end()) {
      hasPointers |= isVectorOfPointers(types_.typeOf(type->second));
      hasRareWidth |= rareWidthOf(type->second) != 0;
    }
  if (hasPointers && !takesVectorsOfPointers(instruction.opcode))
    flaw(instruction, "has a vector of pointers, which it can't have");
  if (hasRareWidth && (!takesRareWidths(instruction.opcode) || decorationsOf(instruction.result).saturated))
    flaw(instruction, "has an integer of a width that this device does not have it for");
  return !failed();
}

void scalariseVectorsOfPointers(llvm::Module &program) {
  AnalysisManagers analyses;
  analyses.registerAll();
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  for (llvm::Function &function : program)
    if (!function.isDeclaration() && hasVectorsOfPointers(function))
      llvm::ScalarizerPass(options).run(function, analyses.functions);
}

} // namespace weft::compiler::spirv
