// Describes the types and offsets of a printf call's arguments, so that the runtime can format them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/PrintArguments.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::compiler {

WeftPrintArgument describePrintArgument(Type &type) {
  Type *element = type.getScalarType();
  unsigned count = 1;
  if (auto *vector = dyn_cast<FixedVectorType>(&type))
    count = vector->getNumElements();
  unsigned bits = element->getScalarSizeInBits();
  WeftPrintKind kind = WEFT_PRINT_OTHER;
  if (element->isPointerTy()) {
    kind = WEFT_PRINT_POINTER;
    bits = 8 * sizeof(void *);
  } else if (element->isIntegerTy() && (bits == 8 || bits == 16 || bits == 32 || bits == 64)) {
    kind = WEFT_PRINT_INTEGER;
  } else if (element->isHalfTy() || element->isFloatTy() || element->isDoubleTy()) {
    kind = WEFT_PRINT_FLOAT;
  }
  if (kind == WEFT_PRINT_OTHER)
    return {0, WEFT_PRINT_OTHER, 0, 1, 0};
  return {0, static_cast<uint8_t>(kind), static_cast<uint8_t>(bits / 8), static_cast<uint8_t>(count), 0};
}

Constant *PrintArgumentTables::of(ArrayRef<WeftPrintArgument> table) {
  LLVMContext &context = module_.getContext();
  if (table.empty())
    return ConstantPointerNull::get(PointerType::get(context, 0));
  auto i8 = [&](uint8_t value) { return ConstantInt::get(Type::getInt8Ty(context), value); };
  // Each entry has the members of WeftPrintArgument in their order. The struct has no padding.
  static_assert(sizeof(WeftPrintArgument) == 4 + 4 * 1);
  SmallVector<Constant *> entries;
  for (const WeftPrintArgument &entry : table)
    entries.push_back(ConstantStruct::getAnon({ConstantInt::get(Type::getInt32Ty(context), entry.offset),
                                               i8(entry.kind), i8(entry.elementBytes), i8(entry.count), i8(0)}));
  Constant *initializer = ConstantArray::get(ArrayType::get(entries.front()->getType(), entries.size()), entries);
  Constant *&known = tables_[initializer];
  if (!known) {
    auto *variable = new GlobalVariable(module_, initializer->getType(), /*isConstant=*/true,
                                        GlobalValue::PrivateLinkage, initializer, "weft.print.arguments", nullptr,
                                        GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    variable->setAlignment(Align(alignof(WeftPrintArgument)));
    known = variable;
  }
  return known;
}

} // namespace weft::compiler
