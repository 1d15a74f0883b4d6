// Types that few instructions take: vectors of pointers (SPV_INTEL_masked_gather_scatter).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"

#include "frontend/spirv/Additions.h"
#include "frontend/spirv/RareTypes.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// What may take or give vectors of pointers; the control flow, with calls and phis, may as well.
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

bool isVectorOfPointers(const llvm::Type *type) { return type && type->isVectorTy() && type->isPtrOrPtrVectorTy(); }

bool hasVectorsOfPointers(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return isVectorOfPointers(instruction.getType()) || llvm::any_of(instruction.operands(), [](const llvm::Use &use) {
             return isVectorOfPointers(use->getType());
           });
  });
}

} // namespace

bool Reader::checkRareTypes(const Instruction &instruction) {
  if (!types_.hasVectorsOfPointers())
    return true;
  bool hasPointers = isVectorOfPointers(types_.typeOf(instruction.type));
  for (const Operand &operand : instruction.operands)
    if (const auto type = typeIds_.find(operand.isId ? operand.words[0] : 0); type != typeIds_.end())
      hasPointers |= isVectorOfPointers(types_.typeOf(type->second));
  if (hasPointers && !takesVectorsOfPointers(instruction.opcode))
    flaw(instruction, "has a vector of pointers, which it can't have");
  return !failed();
}

void scalariseVectorsOfPointers(llvm::Module &program) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  for (llvm::Function &function : program)
    if (!function.isDeclaration() && hasVectorsOfPointers(function))
      llvm::ScalarizerPass(options).run(function, functions);
}

} // namespace weft::compiler::spirv
