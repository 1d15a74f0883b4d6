// Builds the sample program whose compilation warms the compiler up before a process's first kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/WarmUp.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/Spir64Verifier.h"

namespace weft::compiler {

std::unique_ptr<llvm::Module> makeSampleProgram(llvm::LLVMContext &context) {
  auto program = std::make_unique<llvm::Module>("sample", context);
  program->setTargetTriple(llvm::Triple("spir64"));
  program->setDataLayout(spir64DataLayout);
  llvm::IRBuilder<> builder(context);
  llvm::Type *number = builder.getInt32Ty();
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(spirGlobal)}, false),
                             llvm::GlobalValue::ExternalLinkage, sampleKernel, *program);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", kernel));
  auto *globalId = llvm::Function::Create(llvm::FunctionType::get(builder.getInt64Ty(), {number}, false),
                                          llvm::GlobalValue::ExternalLinkage, "_Z13get_global_idj", *program);
  globalId->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst *id = builder.CreateCall(globalId, {builder.getInt32(0)});
  id->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::Value *element = builder.CreateGEP(number, kernel->getArg(0), {id});
  llvm::Value *value = builder.CreateLoad(number, element);
  builder.CreateStore(builder.CreateAdd(value, value), element);
  builder.CreateRetVoid();
  return program;
}

} // namespace weft::compiler
