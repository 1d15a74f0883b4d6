// Tells LLVM that the iterations of loops over work-items don't depend on each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ParallelAccesses.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"

#include "builtins/archive/AddressSpaces.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isGeneric(const Value *value) {
  auto *pointer = dyn_cast<PointerType>(value->getType());
  return pointer && pointer->getAddressSpace() == spirGeneric;
}

/// Returns whether `pointer`, a pointer or a vector of pointers, is known to point to memory that work-items share. A
/// generic pointer is followed to the pointer that it was cast from, because the builtins of OpenCL C 2.0 take generic
/// pointers.
bool isSharedMemory(const Value *pointer) {
  while (isGeneric(pointer)) {
    if (auto *cast = dyn_cast<AddrSpaceCastOperator>(pointer))
      pointer = cast->getPointerOperand();
    else if (auto *element = dyn_cast<GEPOperator>(pointer))
      pointer = element->getPointerOperand();
    else
      return false;
  }
  auto *type = dyn_cast<PointerType>(pointer->getType()->getScalarType());
  if (!type)
    return false;
  unsigned space = type->getAddressSpace();
  return space == spirGlobal || space == spirConstant || space == spirLocal;
}

} // namespace

/// A call counts by its pointer arguments: callees are builtins, or functions that get all their memory as arguments.
bool touchesSharedMemoryOnly(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return all_of(call->args(),
                  [](const Use &use) { return !use->getType()->isPtrOrPtrVectorTy() || isSharedMemory(use); });
  const Value *address = getLoadStorePointerOperand(&instruction);
  return address && isSharedMemory(address);
}

ParallelAccesses::ParallelAccesses(LLVMContext &context) : group_(MDNode::getDistinct(context, {})) {}

void ParallelAccesses::add(Instruction &access) {
  MDNode *old = access.getMetadata(LLVMContext::MD_access_group);
  access.setMetadata(LLVMContext::MD_access_group, uniteAccessGroups(old, group_));
}

void ParallelAccesses::mark(BasicBlock &block, ArrayRef<const Instruction *> left) {
  for (Instruction &instruction : block)
    if (instruction.mayReadOrWriteMemory() && !instruction.isAtomic() && !instruction.isVolatile() &&
        touchesSharedMemoryOnly(instruction) && !is_contained(left, &instruction))
      add(instruction);
}

void ParallelAccesses::markContext(BasicBlock &block) {
  for (Instruction &instruction : block)
    if (isa<LoadInst, StoreInst>(instruction))
      add(instruction);
}

void ParallelAccesses::attach(Instruction &latch) {
  LLVMContext &context = latch.getContext();
  MDNode *parallel = MDNode::get(context, {MDString::get(context, "llvm.loop.parallel_accesses"), group_});
  MDNode *rolled = MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.runtime.disable")});
  MDNode *loop = MDNode::getDistinct(context, {nullptr, parallel, rolled});
  loop->replaceOperandWith(0, loop);
  latch.setMetadata(LLVMContext::MD_loop, loop);
}

} // namespace weft::compiler
