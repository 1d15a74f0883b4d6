// Reads function pointers and calls through them (SPV_INTEL_function_pointers).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include "frontend/FunctionPointers.h"
#include "frontend/spirv/FunctionReader.h"

namespace weft::compiler::spirv {

llvm::Constant *Reader::functionPointer(const Instruction &instruction) {
  const Type *pointer = types_.find(instruction.type);
  if (!pointer || pointer->storage != spv::StorageClass::CodeSectionINTEL)
    return nullptr;
  auto &[standIn, first] = pointedTo_[instruction.word(0)];
  if (!standIn) {
    auto *type = llvm::cast<llvm::FunctionType>(types_.typeOf(pointer->element));
    standIn = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "weft.pointed.to", program);
    first = instruction;
  }
  return pointerTo(*standIn);
}

void Reader::completeFunctionPointers() {
  for (const auto &[id, pointed] : pointedTo_) {
    auto *function = llvm::dyn_cast_or_null<llvm::Function>(values_.lookup(id));
    if (!function)
      return flaw(pointed.second, "points to %" + llvm::Twine(id) + ", which is no function");
    pointed.first->replaceAllUsesWith(function);
    pointed.first->eraseFromParent();
  }
  for (const auto &[id, decorations] : decorations_) {
    auto *function = llvm::dyn_cast_or_null<llvm::Function>(values_.lookup(id));
    const bool isForHost = decorations.isReferencedIndirectly || (decorations.linkage && pointedTo_.contains(id));
    if (!isForHost || !function || function->isDeclaration() || entryPoints_.countOf(id) == 1)
      continue;
    // LLVM would delete an always-inlined function as soon as all calls of it are inlined, but the host needs it.
    function->removeFnAttr(llvm::Attribute::AlwaysInline);
    exportToHost(*function, decorations.linkage ? decorations.linkageName : names_[id]);
  }
}

/// Reads a call through a function pointer. The functions that it may call are known only when programs are linked, so
/// it becomes a call of a stand-in (FunctionPointers.h).
void FunctionReader::readPointerCall(const Instruction &instruction) {
  llvm::Type *type = reader_.resultType(instruction);
  const Type *pointer = reader_.typeInfoOf(instruction, instruction.word(0));
  if (!builder_.GetInsertBlock() || !type || !pointer || pointer->storage != spv::StorageClass::CodeSectionINTEL)
    return reader_.flaw(instruction, "calls what is no pointer to a function");
  auto *called = llvm::cast<llvm::FunctionType>(reader_.types().typeOf(pointer->element));
  std::vector<llvm::Value *> arguments;
  for (size_t index = 0; index < instruction.size() && !reader_.failed(); ++index)
    arguments.push_back(reader_.operand(instruction, index));
  if (reader_.failed())
    return;
  bool fits = called->getNumParams() == arguments.size() - 1 && called->getReturnType() == type;
  for (unsigned index = 0; fits && index < called->getNumParams(); ++index)
    fits = arguments[index + 1]->getType() == called->getParamType(index);
  if (!fits)
    return reader_.flaw(instruction, "has arguments or a result that don't fit the function's type");
  llvm::CallInst *call = callDirectly(pointerCall(reader_.program, *called), arguments);
  if (!type->isVoidTy())
    reader_.setValue(instruction, call);
}

} // namespace weft::compiler::spirv
