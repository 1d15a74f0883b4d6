// Computes the addresses of the arrays in WeftGroup::scratch, where a kernel keeps its work-items' values across
// barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ScratchArrays.h"

#include "KernelAbi.h"
#include "kernel/AbiAccess.h"

using namespace llvm;

namespace weft::compiler {

ScratchArrays::ScratchArrays(IRBuilder<> &builder, Function &kernel, Value *items)
    : scratch_(loadInvariant(builder, builder.getPtrTy(), groupParameter(kernel), offsetof(WeftGroup, scratch),
                             alignof(void *), "scratch")) {
  Type *type = items->getType();
  items_ = builder.CreateAdd(items, ConstantInt::get(type, WEFT_SCRATCH_ITEMS_MULTIPLE - 1), "", true, true);
  items_ = builder.CreateAnd(items_, ConstantInt::getSigned(type, -static_cast<int64_t>(WEFT_SCRATCH_ITEMS_MULTIPLE)),
                             "items.rounded");
  items_ = builder.CreateZExt(items_, builder.getInt64Ty(), "", /*IsNonNeg=*/true);
}

Value *ScratchArrays::begin(IRBuilder<> &builder, uint64_t bytesBefore, const Twine &name) const {
  Value *offset = builder.CreateMul(items_, builder.getInt64(bytesBefore), "", true, true);
  return builder.CreateInBoundsGEP(builder.getInt8Ty(), scratch_, offset, name);
}

} // namespace weft::compiler
