// Adds checks that a kernel reads and writes only texels within the image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/ImageChecks.h"

#include <array>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Whether the call reads or writes an image and has neither a sampler nor a mip level as an argument. A read then has
/// two arguments, the image and the coordinates. A write has three, with the colour at the end.
bool isChecked(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  const StringRef name = functionBaseName(callee->getName());
  return ((name.starts_with("read_image") && call.arg_size() == 2) ||
          (name.starts_with("write_image") && call.arg_size() == 3)) &&
         call.getArgOperand(1)->getType()->getScalarType()->isIntegerTy(32);
}

void check(CallInst &call, CheckCalls &calls) {
  const AccessedObject image = accessedObject(*call.getArgOperand(0));
  if (image.kind != WEFT_CHECK_IMAGE)
    return;
  IRBuilder<> builder(&call);
  Value *coordinates = call.getArgOperand(1);
  auto *vector = dyn_cast<FixedVectorType>(coordinates->getType());
  const unsigned dimensions = vector ? std::min(vector->getNumElements(), 3u) : 1;
  // For an image, the launch stores the width, the height and the depth in those fields of WeftCheckArgument that hold
  // numbers of bytes for a buffer.
  const std::array<Value *, 3> sizes = {calls.bytesBefore(image.argument), calls.bytesAfter(image.argument, false),
                                        calls.bytesAfter(image.argument, true)};
  Value *isOutside = nullptr;
  std::array<Value *, 3> places = {builder.getInt64(0), builder.getInt64(0), builder.getInt64(0)};
  for (unsigned d = 0; d < dimensions; ++d) {
    Value *place = vector ? builder.CreateExtractElement(coordinates, d) : coordinates;
    Value *size = calls.entry().CreateTrunc(sizes.at(d), builder.getInt32Ty());
    Value *isBeyond = builder.CreateICmpUGE(place, size);
    isOutside = isOutside ? builder.CreateOr(isOutside, isBeyond) : isBeyond;
    places.at(d) = builder.CreateZExt(place, builder.getInt64Ty());
  }
  const bool writes = call.getType()->isVoidTy();
  Constant *site = calls.site(call, {.kind = writes ? WEFT_CHECK_STORE : WEFT_CHECK_LOAD,
                                     .objectKind = WEFT_CHECK_IMAGE,
                                     .argument = image.argument,
                                     .object = image.name()});
  IRBuilder<> report(SplitBlockAndInsertIfThen(isOutside, call.getIterator(), /*Unreachable=*/false));
  report.SetCurrentDebugLocation(call.getDebugLoc());
  calls.report(report, site, report.CreateOr(places[0], report.CreateShl(places[1], 32)), places[2]);
}

} // namespace

void checkImages(Function &kernel, CheckCalls &calls) {
  SmallVector<CallInst *> accesses;
  for (Instruction &instruction : instructions(kernel))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && isChecked(*call))
      accesses.push_back(call);
  for (CallInst *access : accesses)
    check(*access, calls);
}

} // namespace weft::compiler
