// Gives the kernel the kernel ABI's signature: its arguments and variables are in memory that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/BindLaunchPass.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "CheckAbi.h"
#include "ImageAbi.h"
#include "KernelAbi.h"
#include "analysis/ArgumentLayout.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/DeviceObjects.h"
#include "kernel/KernelAttributes.h"
#include "passes/kernel/VariableAddresses.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Creates the function that the executor will call, with the kernel's name and attributes. The caller fills in the
/// body.
Function *createEntryFunction(Function &kernel) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::get(context, 0);
  auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage, "", module);
  entry->takeName(&kernel);
  AttrBuilder attributes(context, kernel.getAttributes().getFnAttrs());
  entry->addFnAttrs(attributes);
  for (unsigned i : {0u, 1u}) {
    entry->addParamAttr(i, Attribute::NoAlias);
    entry->addParamAttr(i, Attribute::NoUndef);
    entry->addParamAttr(i, Attribute::ReadOnly);
  }
  entry->addDereferenceableParamAttr(0, sizeof(WeftLaunch));
  entry->addDereferenceableParamAttr(1, sizeof(WeftGroup));
  entry->getArg(0)->setName("launch");
  entry->getArg(1)->setName("group");
  return entry;
}

/// Loads the address of an image's descriptor. The load's metadata (nonnull, dereferenceable) says that the address is
/// valid, so LLVM may move reads of the descriptor to any place in the kernel.
Value *loadImage(IRBuilder<> &builder, Value *block, const Argument &argument, const ArgumentSlot &slot,
                 uint32_t format) {
  LoadInst *image = loadInvariant(builder, argument.getType(), block, slot.offset, slot.alignment, argument.getName());
  LLVMContext &context = builder.getContext();
  const auto number = [&](uint64_t value, Type *type) {
    return MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(type, value)));
  };
  image->setMetadata(LLVMContext::MD_nonnull, MDNode::get(context, {}));
  image->setMetadata(LLVMContext::MD_align, number(alignof(WeftImage), builder.getInt64Ty()));
  image->setMetadata(LLVMContext::MD_dereferenceable, number(sizeof(WeftImage), builder.getInt64Ty()));
  image->setMetadata(imageMetadata, number(format, builder.getInt32Ty()));
  describeObject(image, WEFT_CHECK_IMAGE, argument.getArgNo(), 0);
  return image;
}

MDNode *numberOf(const Argument &argument) {
  LLVMContext &context = argument.getContext();
  return MDNode::get(context,
                     ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), argument.getArgNo())));
}

/// Returns the value of `argument`, read from its slot in the argument block.
Value *loadArgument(IRBuilder<> &builder, Function &entry, Value *block, const Argument &argument,
                    const ArgumentSlot &slot) {
  if (argument.hasByValAttr())
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, slot.offset, argument.getName());
  const std::optional<uint32_t> constant = argumentConstant(entry, argument.getArgNo());
  if (argument.hasAttribute(imageAttribute))
    return loadImage(builder, block, argument, slot, constant.value_or(0));
  if (constant && argument.getType()->isIntegerTy(32))
    return builder.getInt32(*constant);
  auto *pointer = dyn_cast<PointerType>(argument.getType());
  if (!pointer || pointer->getAddressSpace() != spirLocal) {
    LoadInst *value =
        loadInvariant(builder, argument.getType(), block, slot.offset, slot.alignment, argument.getName());
    // A pipe gets no buffer number, because different numbers would stand for different buffers, but several arguments
    // may be the same pipe. Only atomic instructions access a pipe.
    if (pointer && !argument.hasAttribute(pipeAttribute))
      value->setMetadata(bufferMetadata, numberOf(argument));
    return value;
  }
  Value *offset = loadInvariant(builder, builder.getInt64Ty(), block, slot.offset, slot.alignment, "");
  Value *memory = loadInvariant(builder, builder.getPtrTy(), groupParameter(entry), offsetof(WeftGroup, localMemory),
                                alignof(void *), "local.memory");
  Value *address = builder.CreateInBoundsGEP(builder.getInt8Ty(), memory, offset);
  cast<Instruction>(address)->setMetadata(localArgumentMetadata, numberOf(argument));
  Value *local = builder.CreateAddrSpaceCast(address, pointer, argument.getName());
  describeObject(local, WEFT_CHECK_LOCAL_ARGUMENT, argument.getArgNo(), 0);
  return local;
}

} // namespace

PreservedAnalyses BindLaunchPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  ArgumentLayout layout = layoutArguments(*kernel);
  Function *entry = createEntryFunction(*kernel);
  kernel->removeFnAttr(kernelAttribute);
  kernel->setLinkage(GlobalValue::InternalLinkage);

  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", entry));
  if (DISubprogram *subprogram = kernel->getSubprogram()) {
    entry->setSubprogram(subprogram);
    kernel->setSubprogram(nullptr);
    builder.SetCurrentDebugLocation(DILocation::get(module.getContext(), subprogram->getLine(), 0, subprogram));
  }
  Value *block = kernel->arg_empty() ? nullptr
                                     : loadInvariant(builder, builder.getPtrTy(), launchParameter(*entry),
                                                     offsetof(WeftLaunch, args), alignof(void *), "args");
  SmallVector<Value *> values;
  for (const auto &[argument, slot] : zip(kernel->args(), layout.slots)) {
    if (isa<PointerType>(argument.getType()) && cast<PointerType>(argument.getType())->getAddressSpace() == spirLocal)
      entry->addFnAttr(observesGroupsAttribute);
    values.push_back(loadArgument(builder, *entry, block, argument, slot));
  }
  CallInst *call = builder.CreateCall(kernel, values);
  call->setAttributes(AttributeList::get(module.getContext(), AttributeSet(), AttributeSet(), {}));
  for (const auto &[argument, slot] : zip(kernel->args(), layout.slots))
    if (argument.hasByValAttr()) {
      AttrBuilder attributes(module.getContext());
      attributes.addByValAttr(argument.getParamByValType());
      attributes.addAlignmentAttr(Align(slot.alignment));
      for (Attribute attribute : AttributeSet::get(module.getContext(), attributes))
        call->addParamAttr(argument.getArgNo(), attribute);
    }
  builder.CreateRetVoid();

  InlineFunctionInfo info;
  InlineResult result = InlineFunction(*call, info);
  if (!result.isSuccess())
    module.getContext().emitError("kernel '" + entry->getName() + "': " + result.getFailureReason());
  else
    kernel->eraseFromParent();
  bindLocalVariables(*entry);
  bindProgramVariables(*entry);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
