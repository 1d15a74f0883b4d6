// Computes local ids from the flattened local id, one number for all dimensions, in kernels whose packets follow that
// number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/FlatIds.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

FlatIds::FlatIds(Function &kernel, IRBuilder<> &entry, unsigned width)
    : kernel_(kernel), entry_(entry), width_(width) {}

Value *FlatIds::size(unsigned dimension) {
  return entry_.CreateTrunc(loadLocalSize(entry_, kernel_, dimension), entry_.getInt32Ty());
}

Value *FlatIds::localId(IRBuilder<> &builder, Value *flat, unsigned dimension) {
  const std::array<uint64_t, 3> fixed = fixedLocalSize(kernel_);
  if (fixed[1] == 1 && fixed[2] == 1)
    return dimension == 0 ? flat : builder.getInt32(0);
  if (fixed[0] != 0 && width_ != 0 && fixed[0] % width_ == 0)
    return idWithinRow(builder, dimension);
  Value *row = quotient(builder, flat, 0);
  if (dimension == 0)
    return rest(builder, flat, row, 0);
  Value *slice = quotient(builder, row, 1);
  if (dimension == 2)
    return slice;
  return rest(builder, row, slice, 1);
}

Value *FlatIds::rest(IRBuilder<> &builder, Value *number, Value *quotient, unsigned dimension) {
  const std::string name = ("local.id." + Twine(dimension)).str();
  if (const uint64_t fixed = fixedLocalSize(kernel_)[dimension]; isPowerOf2_64(fixed))
    return builder.CreateAnd(number, builder.getInt32(static_cast<uint32_t>(fixed - 1)), name);
  return builder.CreateSub(number, builder.CreateMul(quotient, size(dimension), "", true, true), name, true, true);
}

/// Computes the local id from the flattened id of the packet's first work-item. Requires that all work-items of a
/// packet have the same ids in dimensions 1 and 2.
Value *FlatIds::idWithinRow(IRBuilder<> &builder, unsigned dimension) {
  Module &module = *kernel_.getParent();
  Value *packet = builder.CreateCall(declareSubGroupId(module), {});
  Value *first = builder.CreateMul(packet, builder.getInt32(width_), "", true, true);
  Value *row = builder.CreateUDiv(first, size(0));
  if (dimension == 0) {
    Value *x = builder.CreateSub(first, builder.CreateMul(row, size(0), "", true, true), "", true, true);
    return builder.CreateAdd(x, builder.CreateCall(declareLaneId(module), {}), "local.id.0", true, true);
  }
  return dimension == 1 ? builder.CreateURem(row, size(1), "local.id.1")
                        : builder.CreateUDiv(row, size(1), "local.id.2");
}

/// Returns `number` divided by the local size in `dimension`, rounded down, for numbers of up to 17 bits. The code
/// multiplies `number` + 0.5 by the reciprocal of the size. The relative distance of `number` + 0.5 from the nearest
/// multiple of the size is greater than the error of three roundings, so the result is exact.
Value *FlatIds::quotient(IRBuilder<> &builder, Value *number, unsigned dimension) {
  if (const uint64_t fixed = fixedLocalSize(kernel_)[dimension]; isPowerOf2_64(fixed))
    return builder.CreateLShr(number, Log2_64(fixed));
  static_assert(maxGroupItems <= 1u << 17);
  Type *type = builder.getFloatTy();
  Value *reciprocal = entry_.CreateFDiv(ConstantFP::get(type, 1.0), entry_.CreateSIToFP(size(dimension), type));
  Value *half = builder.CreateFAdd(builder.CreateSIToFP(number, type), ConstantFP::get(type, 0.5));
  return builder.CreateFPToSI(builder.CreateFMul(half, reciprocal), builder.getInt32Ty());
}

void flattenIds(Function &kernel) {
  const LocalIdCalls ids = findLocalIds(kernel);
  IRBuilder<> entry(kernel.getEntryBlock().getTerminator());
  FlatIds flatIds(kernel, entry, scheduleOf(kernel).width.value_or(0));
  for (unsigned d = 0; d < 3; ++d)
    for (CallInst *id : ids[d]) {
      IRBuilder<> builder(id);
      Value *flat = builder.CreateCall(declareLocalId(*kernel.getParent(), 0), {}, "flat.id");
      id->replaceAllUsesWith(flatIds.localId(builder, flat, d));
      id->eraseFromParent();
    }
  kernel.addFnAttr(flatIdsAttribute);
}

} // namespace weft::compiler
