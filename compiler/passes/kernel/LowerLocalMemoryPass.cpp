// Gives local variables of kernel scope an offset in the group's local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/LowerLocalMemoryPass.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

#include "CheckAbi.h"
#include "KernelAbi.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

SmallVector<GlobalVariable *> findLocalVariables(Module &module) {
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == spirLocal)
      variables.push_back(&variable);
  return variables;
}

/// Replaces `variable` by its address, which is `offset` bytes after `memory`. Returns false if a function other than
/// the kernel uses the variable.
bool place(GlobalVariable &variable, Function &kernel, LoadInst *memory, uint64_t offset) {
  Constant *constants[] = {&variable};
  convertUsersOfConstantsToInstructions(constants);
  IRBuilder<> builder(memory->getParent(), std::next(memory->getIterator()));
  Value *address = memory;
  if (offset != 0)
    address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset);
  address = builder.CreateAddrSpaceCast(address, variable.getType(), variable.getName());
  describeObject(address, WEFT_CHECK_LOCAL_VARIABLE, WEFT_CHECK_NO_ARGUMENT,
                 kernel.getDataLayout().getTypeAllocSize(variable.getValueType()));
  for (User *user : variable.users())
    if (auto *instruction = dyn_cast<Instruction>(user); !instruction || instruction->getFunction() != &kernel)
      return false;
  variable.replaceAllUsesWith(address);
  variable.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses LowerLocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  SmallVector<GlobalVariable *> variables = findLocalVariables(module);
  if (!kernel || variables.empty())
    return PreservedAnalyses::all();

  IRBuilder<> builder(&kernel->getEntryBlock(), entryInsertionPoint(*kernel));
  LoadInst *memory = loadInvariant(builder, builder.getPtrTy(), groupParameter(*kernel),
                                   offsetof(WeftGroup, localMemory), alignof(void *), "local.memory");
  const DataLayout &layout = module.getDataLayout();
  uint64_t bytes = 0;
  for (GlobalVariable *variable : variables) {
    // The variable gets more than its own alignment if its type prefers more, because kernels often cast local arrays
    // to pointers to longer vectors and access these vectors.
    Align alignment = std::max(variable->getAlign().valueOrOne(), layout.getPrefTypeAlign(variable->getValueType()));
    uint64_t offset = alignTo(bytes, alignment);
    bytes = offset + layout.getTypeAllocSize(variable->getValueType());
    std::string name = variable->getName().str();
    if (!place(*variable, *kernel, memory, offset)) {
      module.getContext().emitError("local variable '" + name + "' is used outside of its kernel");
      return PreservedAnalyses::none();
    }
  }
  setNumericAttribute(*kernel, localBytesAttribute, alignTo(bytes, WEFT_MEMORY_ALIGNMENT));
  kernel->addFnAttr(observesGroupsAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
