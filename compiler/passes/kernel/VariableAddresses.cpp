// Turns local and program variables into addresses in memory that the group and the launch provide.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/VariableAddresses.h"

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

struct PlacedVariable {
  GlobalVariable *variable;
  uint64_t offset;
};

/// Replaces the variables by their addresses in the memory whose address is at `slot` of `block`, the launch or the
/// group. It is an error if a function other than the kernel uses a variable.
void bindVariables(Function &kernel, ArrayRef<PlacedVariable> placed, Value *block, size_t slot, const char *memoryName,
                   WeftCheckObject object) {
  IRBuilder<> builder(&kernel.getEntryBlock(), entryInsertionPoint(kernel));
  Value *memory = loadInvariant(builder, builder.getPtrTy(), block, slot, alignof(void *), memoryName);
  for (auto [variable, offset] : placed) {
    Constant *constants[] = {variable};
    convertUsersOfConstantsToInstructions(constants);
    Value *address = offset == 0 ? memory : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, offset);
    address = builder.CreateAddrSpaceCast(address, variable->getType(), variable->getName());
    describeObject(address, object, WEFT_CHECK_NO_ARGUMENT,
                   kernel.getDataLayout().getTypeAllocSize(variable->getValueType()));
    for (User *user : variable->users())
      if (auto *instruction = dyn_cast<Instruction>(user); !instruction || instruction->getFunction() != &kernel) {
        kernel.getContext().emitError("variable '" + variable->getName() + "' is used outside of the kernel");
        return;
      }
    variable->replaceAllUsesWith(address);
    variable->eraseFromParent();
  }
}

} // namespace

void bindLocalVariables(Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<PlacedVariable> placed;
  uint64_t bytes = 0;
  for (GlobalVariable &variable : kernel.getParent()->globals()) {
    if (variable.getAddressSpace() != spirLocal)
      continue;
    // The variable gets more than its own alignment if its type prefers more, because kernels often cast local arrays
    // to pointers to longer vectors and access these vectors.
    const Align alignment =
        std::max(variable.getAlign().valueOrOne(), layout.getPrefTypeAlign(variable.getValueType()));
    placed.push_back({&variable, alignTo(bytes, alignment)});
    bytes = placed.back().offset + layout.getTypeAllocSize(variable.getValueType());
  }
  if (placed.empty())
    return;
  bindVariables(kernel, placed, groupParameter(kernel), offsetof(WeftGroup, localMemory), "local.memory",
                WEFT_CHECK_LOCAL_VARIABLE);
  setNumericAttribute(kernel, localBytesAttribute, alignTo(bytes, WEFT_MEMORY_ALIGNMENT));
  kernel.addFnAttr(observesGroupsAttribute);
}

void bindProgramVariables(Function &kernel) {
  SmallVector<PlacedVariable> placed;
  for (GlobalVariable &variable : kernel.getParent()->globals())
    if (MDNode *offset = variable.getMetadata(programOffsetMetadata))
      placed.push_back({&variable, mdconst::extract<ConstantInt>(offset->getOperand(0))->getZExtValue()});
  if (!placed.empty())
    bindVariables(kernel, placed, launchParameter(kernel), offsetof(WeftLaunch, programMemory), "program.memory",
                  WEFT_CHECK_PROGRAM);
}

} // namespace weft::compiler
