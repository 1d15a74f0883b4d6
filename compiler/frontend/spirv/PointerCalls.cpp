// Calls of what a pointer points to (SPV_INTEL_function_pointers).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Instructions.h"

#include "frontend/spirv/FunctionReader.h"

namespace weft::compiler::spirv {

/// A pointer to a function is its number among those of the module that have pointers to them, and 0 is null. A call
/// becomes a switch over the functions of the type, with a direct call for each: so nothing behind the reader meets an
/// indirect one, and a function with a barrier is brought into the kernel like any other. A number that none has is
/// undefined behaviour; here it calls nothing and gives zeros.
void FunctionReader::readPointerCall(const Instruction &instruction) {
  llvm::BasicBlock *before = builder_.GetInsertBlock();
  llvm::Type *type = reader_.resultType(instruction);
  const Type *pointer = reader_.typeInfoOf(instruction, instruction.word(0));
  if (!before || !type || !pointer || pointer->storage != spv::StorageClass::CodeSectionINTEL)
    return reader_.flaw(instruction, "calls what is no pointer to a function");
  auto *called = llvm::cast<llvm::FunctionType>(reader_.types().typeOf(pointer->element));
  std::vector<llvm::Value *> arguments;
  for (size_t index = 1; index < instruction.size() && !reader_.failed(); ++index)
    arguments.push_back(reader_.operand(instruction, index));
  if (reader_.failed())
    return;
  bool fits = called->getNumParams() == arguments.size() && called->getReturnType() == type;
  for (unsigned index = 0; fits && index < arguments.size(); ++index)
    fits = arguments[index]->getType() == called->getParamType(index);
  if (!fits)
    return reader_.flaw(instruction, "has arguments or a result that don't fit the function's type");
  llvm::Value *number = reader_.operand(instruction, 0);
  auto *after = llvm::BasicBlock::Create(before->getContext(), "", function_);
  llvm::SwitchInst *choice = builder_.CreateSwitch(number, after);
  std::vector<std::pair<llvm::Value *, llvm::BasicBlock *>> results;
  for (const auto &[id, functionNumber] : reader_.functionNumbers_) {
    auto *callee = llvm::dyn_cast_or_null<llvm::Function>(reader_.values_.lookup(id));
    if (!callee || callee->getCallingConv() == llvm::CallingConv::SPIR_KERNEL || callee->getFunctionType() != called)
      continue;
    auto *block = llvm::BasicBlock::Create(before->getContext(), "", function_, after);
    choice->addCase(builder_.getInt64(functionNumber), block);
    builder_.SetInsertPoint(block);
    results.emplace_back(callDirectly(*callee, arguments), block);
    builder_.CreateBr(after);
  }
  builder_.SetInsertPoint(after);
  if (type->isVoidTy())
    return;
  llvm::PHINode *result = builder_.CreatePHI(type, static_cast<unsigned>(results.size() + 1));
  result->addIncoming(llvm::Constant::getNullValue(type), before);
  for (const auto &[value, block] : results)
    result->addIncoming(value, block);
  reader_.setValue(instruction, result);
}

} // namespace weft::compiler::spirv
