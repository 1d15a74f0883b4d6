// Builds the loads by which a compiled kernel reads the structs that describe its launch and its group (KernelAbi.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/AbiAccess.h"

#include "llvm/IR/MDBuilder.h"

#include "KernelAbi.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

Value *launchParameter(const Function &kernel) { return kernel.getArg(0); }
Value *groupParameter(const Function &kernel) { return kernel.getArg(1); }

LoadInst *loadInvariant(IRBuilder<> &builder, Type *type, Value *base, uint64_t offset, uint64_t alignment,
                        const Twine &name) {
  Value *address = offset == 0 ? base : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, address, Align(alignment), name);
  MDNode *empty = MDNode::get(builder.getContext(), {});
  load->setMetadata(LLVMContext::MD_invariant_load, empty);
  load->setMetadata(LLVMContext::MD_noundef, empty);
  return load;
}

LoadInst *loadSize(IRBuilder<> &builder, Value *base, size_t offset, unsigned dimension, uint64_t lowest,
                   uint64_t range, const Twine &name) {
  LoadInst *load =
      loadInvariant(builder, builder.getInt64Ty(), base, offset + dimension * sizeof(uint64_t), sizeof(uint64_t), name);
  if (range != 0)
    load->setMetadata(LLVMContext::MD_range,
                      MDBuilder(builder.getContext()).createRange(APInt(64, lowest), APInt(64, range)));
  return load;
}

Value *loadLocalSize(IRBuilder<> &builder, Function &kernel, unsigned dimension) {
  if (uint64_t fixed = fixedLocalSize(kernel)[dimension])
    return builder.getInt64(fixed);
  return loadSize(builder, groupParameter(kernel), offsetof(WeftGroup, localSize), dimension, 1, maxGroupItems + 1,
                  "local.size." + Twine(dimension));
}

Value *loadNumLocalIds(IRBuilder<> &builder, Function &kernel, unsigned number) {
  const auto other = static_cast<unsigned>(numericAttribute(kernel, packetDimensionAttribute));
  // A fixed local size is read from an attribute, whose dimensions are already exchanged. The dimensions of a local
  // size that is loaded from WeftGroup must be exchanged here.
  if (fixedLocalSize(kernel)[0] == 0 && (number == 0 || number == other))
    return loadLocalSize(builder, kernel, number == 0 ? other : 0);
  return loadLocalSize(builder, kernel, number);
}

void describeObject(Value *address, uint32_t kind, uint32_t argument, uint64_t bytes) {
  auto *instruction = dyn_cast<Instruction>(address);
  if (!instruction)
    return;
  IRBuilder<> builder(instruction->getContext());
  const auto number = [](ConstantInt *value) { return ConstantAsMetadata::get(value); };
  instruction->setMetadata(objectMetadata, MDNode::get(instruction->getContext(), {number(builder.getInt32(kind)),
                                                                                   number(builder.getInt32(argument)),
                                                                                   number(builder.getInt64(bytes))}));
}

BasicBlock::iterator entryInsertionPoint(Function &kernel) {
  BasicBlock &entry = kernel.getEntryBlock();
  return entry.getFirstNonPHIOrDbgOrAlloca();
}

} // namespace weft::compiler
