// Turns pointers to all address spaces of OpenCL into pointers to address space 0, the CPU's only address space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/FlattenAddressSpacesPass.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/OpaqueTypes.h"
#include "kernel/TypeRewriter.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Removes the address space from the location of a variable. Clang ends the location with the address space, as
/// `DW_OP_constu N, DW_OP_swap, DW_OP_xderef`. gdb doesn't know these operations.
DIExpression *withoutAddressSpace(DIExpression *expression) {
  SmallVector<uint64_t> kept;
  const ArrayRef<uint64_t> all = expression->getElements();
  for (size_t at = 0; at < all.size();) {
    const ArrayRef<uint64_t> rest = all.drop_front(at);
    if (rest.size() >= 4 && rest[0] == dwarf::DW_OP_constu && rest[2] == dwarf::DW_OP_swap &&
        rest[3] == dwarf::DW_OP_xderef) {
      at += 4;
      continue;
    }
    const DIExpression::ExprOperand operation(rest.data());
    append_range(kept, rest.take_front(operation.getSize()));
    at += operation.getSize();
  }
  return DIExpression::get(expression->getContext(), kept);
}

void flattenDebugInfo(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
        record.setExpression(withoutAddressSpace(record.getExpression()));
}

/// Lowers the alignment of an access, if the application may have provided its memory (CL_MEM_USE_HOST_PTR, shared
/// system memory), to at most the alignment of its elements. The reason is that this memory may begin anywhere.
/// Instructions for unaligned accesses cost nothing if the address is aligned after all.
void relaxAlignments(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  const auto mayBeGiven = [](unsigned space) {
    return space == spirGlobal || space == spirConstant || space == spirGeneric;
  };
  for (Instruction &instruction : instructions(function)) {
    if (isa<LoadInst, StoreInst>(instruction) && mayBeGiven(getLoadStoreAddressSpace(&instruction))) {
      const Align element(PowerOf2Ceil(layout.getTypeStoreSize(getLoadStoreType(&instruction)->getScalarType())));
      const Align relaxed = std::min(getLoadStoreAlignment(&instruction), element);
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        load->setAlignment(load->isAtomic() ? load->getAlign() : relaxed);
      else if (auto *store = cast<StoreInst>(&instruction); !store->isAtomic())
        store->setAlignment(relaxed);
    } else if (auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
      const Align longestElement(8);
      if (mayBeGiven(memory->getDestAddressSpace()))
        memory->setDestAlignment(std::min(memory->getDestAlign().valueOrOne(), longestElement));
      if (auto *copy = dyn_cast<MemTransferInst>(memory); copy && mayBeGiven(copy->getSourceAddressSpace()))
        copy->setSourceAlignment(std::min(copy->getSourceAlign().valueOrOne(), longestElement));
    }
  }
}

} // namespace

PreservedAnalyses FlattenAddressSpacesPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : module)
    relaxAlignments(function);
  flattenDebugInfo(module);
  TypeRewriter(module, [](Type *type) -> Type * {
    return isa<PointerType>(type) || isEventType(type) ? PointerType::get(type->getContext(), 0) : type;
  }).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
