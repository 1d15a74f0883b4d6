// Turns a kernel, written for one work-item, into a function that runs one work-item as a fiber.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/WorkItemFibersPass.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/FiberCollectives.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Replaces `kernel` by a function with a third parameter, the work-item, and returns that function.
Function *addItemParameter(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  Type *pointer = PointerType::get(context, 0);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer, pointer}, false);
  Function *item = Function::Create(type, kernel.getLinkage(), "", kernel.getParent());
  item->copyAttributesFrom(&kernel);
  item->takeName(&kernel);
  if (DISubprogram *subprogram = kernel.getSubprogram()) {
    kernel.setSubprogram(nullptr);
    item->setSubprogram(subprogram);
  }
  item->splice(item->begin(), &kernel);
  for (auto [oldParameter, parameter] : zip(kernel.args(), item->args())) {
    oldParameter.replaceAllUsesWith(&parameter);
    parameter.takeName(&oldParameter);
  }
  kernel.eraseFromParent();
  item->getArg(2)->setName("item");
  item->addParamAttr(2, Attribute::NoUndef);
  item->addDereferenceableParamAttr(2, sizeof(WeftItem));
  return item;
}

} // namespace

PreservedAnalyses WorkItemFibersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *old = findKernel(module);
  if (!old)
    return PreservedAnalyses::all();
  Function &kernel = *addItemParameter(*old);
  Value *item = kernel.getArg(2);
  FunctionType *switchType =
      FunctionType::get(Type::getVoidTy(module.getContext()), {PointerType::get(module.getContext(), 0)}, false);
  const bool isFlat = kernel.hasFnAttribute(subGroupsAttribute);
  if (isFlat)
    FiberCollectives(kernel, item).lower();
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee)
      continue;
    IRBuilder<> builder(call);
    if (int dimension = localIdDimension(callee); dimension >= 0) {
      Value *id = loadSize(builder, item, isFlat ? offsetof(WeftItem, flatId) : offsetof(WeftItem, localId), dimension,
                           0, maxGroupItems, "");
      call->replaceAllUsesWith(builder.CreateTrunc(id, call->getType(), "local.id." + Twine(dimension)));
      call->eraseFromParent();
    } else if (callee->getName() == barrierName || callee->getName() == yieldName) {
      const bool isBarrier = callee->getName() == barrierName;
      if (isBarrier)
        kernel.addFnAttr(observesGroupsAttribute);
      const uint64_t offset = isBarrier ? offsetof(WeftItem, barrier) : offsetof(WeftItem, yield);
      Value *switchFibers = loadInvariant(builder, builder.getPtrTy(), item, offset, alignof(void *), "");
      builder.CreateCall(switchType, switchFibers, {item});
      call->eraseFromParent();
    }
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
