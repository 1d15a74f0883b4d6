// Lowers enqueued blocks: gives their kernels the form of other kernels, and makes all enqueues call one function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "EnqueueAbi.h"
#include "builtins/archive/AddressSpaces.h"
#include "frontend/Program.h"
#include "kernel/EnqueueFunctions.h"

namespace weft::compiler {
namespace {

/// The functions that Clang's output calls for enqueue_kernel: one for each combination of events and local arguments.
struct Form {
  llvm::StringLiteral name;
  bool hasEvents;
  bool hasLocals;
};
constexpr Form forms[] = {
    {"__enqueue_kernel_basic", false, false},
    {"__enqueue_kernel_basic_events", true, false},
    {"__enqueue_kernel_varargs", false, true},
    {"__enqueue_kernel_events_varargs", true, true},
};

/// Whether Clang generated the function as the kernel of a block. Such a kernel takes a generic pointer and has no
/// metadata about its arguments. All other kernels have this metadata, and none of them takes a generic pointer.
bool isClangsBlockKernel(const llvm::Function &function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
         function.arg_size() != 0 && function.getArg(0)->getType()->isPointerTy() &&
         function.getArg(0)->getType()->getPointerAddressSpace() == spirGeneric &&
         !function.getMetadata("kernel_arg_addr_space");
}

void markBlockKernel(llvm::Function &kernel, bool uniformGroups) {
  kernel.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  // The linkage is internal because the host never looks the kernel up by its name, and because two programs that are
  // linked together may both have a block's kernel of this name.
  kernel.setLinkage(llvm::GlobalValue::InternalLinkage);
  kernel.addFnAttr(blockAttribute);
  kernel.addFnAttr("uniform-work-group-size", uniformGroups ? "true" : "false");
}

/// Returns the type of a block's kernel. `type` is the type of the block's function, or of the kernel that Clang
/// generated. The returned type has a pointer to global memory as the first parameter: the address of the block's
/// literal.
llvm::FunctionType *blockKernelType(const llvm::FunctionType &type) {
  std::vector<llvm::Type *> parameters(type.param_begin(), type.param_end());
  parameters[0] = llvm::PointerType::get(type.getContext(), spirGlobal);
  return llvm::FunctionType::get(llvm::Type::getVoidTy(type.getContext()), parameters, false);
}

void lowerBlockKernel(llvm::Function &old, bool uniformGroups) {
  auto *made = llvm::Function::Create(blockKernelType(*old.getFunctionType()), old.getLinkage(), "", old.getParent());
  made->takeName(&old);
  made->addFnAttrs(llvm::AttrBuilder(old.getContext(), old.getAttributes().getFnAttrs()));
  made->setSubprogram(old.getSubprogram());
  old.setSubprogram(nullptr);
  made->splice(made->begin(), &old);
  llvm::IRBuilder<> builder(&made->getEntryBlock(), made->getEntryBlock().begin());
  for (auto [before, now] : llvm::zip(old.args(), made->args()))
    before.replaceAllUsesWith(before.getType() == now.getType() ? static_cast<llvm::Value *>(&now)
                                                                : builder.CreateAddrSpaceCast(&now, before.getType()));
  markBlockKernel(*made, uniformGroups);
  old.replaceAllUsesWith(made);
  old.eraseFromParent();
}

/// Whether Clang generated the function from the code of a block. Its first parameter is the address of the block's
/// literal.
bool isBlock(const llvm::Function &function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_FUNC &&
         function.getName().contains("_block_invoke") && function.arg_size() != 0 &&
         function.getArg(0)->getType() == llvm::PointerType::get(function.getContext(), spirGeneric);
}

/// Replaces the address of a block's function by null in the literals that contain it.
void dropAddresses(llvm::Function &function) {
  const llvm::SmallVector<llvm::User *> users(function.users());
  for (llvm::User *user : users)
    if (auto *cast = llvm::dyn_cast<llvm::ConstantExpr>(user);
        cast && cast->getOpcode() == llvm::Instruction::AddrSpaceCast)
      cast->replaceAllUsesWith(llvm::Constant::getNullValue(cast->getType()));
}

/// Loads one of the first two members of a block's literal: its size in bytes, or its alignment.
llvm::Value *loadHeader(llvm::IRBuilder<> &builder, llvm::Value *literal, uint64_t offset) {
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), literal, offset);
  return builder.CreateAlignedLoad(builder.getInt32Ty(), place, llvm::Align(4));
}

void lowerEnqueueCall(llvm::CallBase &call, const Form &form) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *none = llvm::Constant::getNullValue(builder.getPtrTy(spirGeneric));
  unsigned next = 3;
  const auto take = [&](bool isThere, llvm::Value *other) { return isThere ? call.getArgOperand(next++) : other; };
  std::vector<llvm::Value *> arguments(call.arg_begin(), call.arg_begin() + 3); // queue, flags, range
  arguments.push_back(take(form.hasEvents, builder.getInt32(0)));
  arguments.push_back(take(form.hasEvents, none));
  arguments.push_back(take(form.hasEvents, none));
  arguments.push_back(take(true, nullptr)); // the kernel
  llvm::Value *literal = take(true, nullptr);
  arguments.push_back(literal);
  arguments.push_back(loadHeader(builder, literal, 0));
  arguments.push_back(loadHeader(builder, literal, sizeof(uint32_t)));
  arguments.push_back(take(form.hasLocals, builder.getInt32(0)));
  arguments.push_back(take(form.hasLocals, llvm::Constant::getNullValue(builder.getPtrTy())));
  llvm::CallInst *made = builder.CreateCall(declareEnqueueKernel(*call.getModule()), arguments);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

/// Returns all calls of a function.
std::vector<llvm::CallBase *> callsOf(llvm::Function &function) {
  std::vector<llvm::CallBase *> calls;
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

} // namespace

void lowerClangBlocks(llvm::Module &program, bool uniformGroups) {
  bool hasBlocks = false;
  for (llvm::Function &function : llvm::make_early_inc_range(program))
    if (isClangsBlockKernel(function)) {
      lowerBlockKernel(function, uniformGroups);
      hasBlocks = true;
    }
  for (llvm::Function &function : program)
    if (isBlock(function))
      dropAddresses(function);
  if (!hasBlocks)
    return;
  for (const Form &form : forms)
    if (llvm::Function *function = program.getFunction(form.name); function && function->isDeclaration()) {
      for (llvm::CallBase *call : callsOf(*function))
        lowerEnqueueCall(*call, form);
      if (function->use_empty())
        function->eraseFromParent();
    }
}

bool canBeBlock(const llvm::Function &function) {
  const auto isAt = [&](unsigned index, unsigned space) {
    return function.getArg(index)->getType() == llvm::PointerType::get(function.getContext(), space);
  };
  if (!function.getReturnType()->isVoidTy() || function.arg_empty() || function.isVarArg() ||
      (!isAt(0, spirGeneric) && !isAt(0, spirGlobal)))
    return false;
  for (unsigned index = 1; index < function.arg_size(); ++index)
    if (!isAt(index, spirLocal))
      return false;
  return true;
}

llvm::Function *makeBlockKernel(llvm::Function &function, bool uniformGroups) {
  llvm::Module &program = *function.getParent();
  const std::string name = (function.getName() + ".block").str();
  if (llvm::Function *known = program.getFunction(name); known && known->hasFnAttribute(blockAttribute))
    return known;
  auto *kernel = llvm::Function::Create(blockKernelType(*function.getFunctionType()),
                                        llvm::GlobalValue::InternalLinkage, name, program);
  markBlockKernel(*kernel, uniformGroups);
  kernel->addFnAttr(llvm::Attribute::Convergent);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(program.getContext(), "", kernel));
  std::vector<llvm::Value *> arguments;
  for (auto [parameter, argument] : llvm::zip(function.args(), kernel->args()))
    arguments.push_back(builder.CreateAddrSpaceCast(&argument, parameter.getType()));
  llvm::CallInst *call = builder.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  call->addFnAttr(llvm::Attribute::Convergent);
  builder.CreateRetVoid();
  return kernel;
}

void hideEnqueueErrors(llvm::Module &program) {
  for (llvm::Function &function : program) {
    const std::optional<EnqueueFunction> known = findEnqueueFunction(&function);
    if (known != EnqueueFunction::enqueueKernel && known != EnqueueFunction::enqueueMarker)
      continue;
    for (llvm::CallBase *call : callsOf(function)) {
      if (call->use_empty() || !call->getType()->isIntegerTy(32))
        continue;
      llvm::IRBuilder<> builder(call->getNextNode());
      llvm::Value *failed = builder.CreateICmpNE(call, builder.getInt32(WEFT_ENQUEUED));
      llvm::Value *reported = builder.CreateSelect(
          failed, builder.getInt32(static_cast<uint32_t>(WEFT_ENQUEUE_FAILURE)), builder.getInt32(WEFT_ENQUEUED));
      call->replaceUsesWithIf(reported, [&](const llvm::Use &use) { return use.getUser() != failed; });
    }
  }
}

std::vector<llvm::StringRef> blocksEnqueuedBy(const llvm::Function &function) {
  llvm::SmallSetVector<const llvm::Function *, 8> blocks;
  for (const llvm::Function *reached : withCallees(function))
    for (const llvm::Instruction &instruction : llvm::instructions(*reached))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function *kernel = enqueuedKernel(*call))
          blocks.insert(kernel);
  std::vector<llvm::StringRef> names;
  for (const llvm::Function *block : blocks)
    names.push_back(block->getName());
  return names;
}

} // namespace weft::compiler
