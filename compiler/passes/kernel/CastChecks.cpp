// Adds checks that a pointer points to the address space that it is cast to.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/CastChecks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/MemoryRanges.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isNamed(unsigned space) { return space == spirPrivate || space == spirGlobal || space == spirLocal; }

const char *nameOf(unsigned space) { return space == spirGlobal ? "global" : space == spirLocal ? "local" : "private"; }

/// Whether the cast only queries the address space, as to_local does. Each of its users then is a select that gives
/// NULL for a pointer to another address space.
bool asks(const AddrSpaceCastInst &cast) {
  return !cast.use_empty() && all_of(cast.users(), [](const User *user) {
    const auto *choice = dyn_cast<SelectInst>(user);
    return choice &&
           (isa<ConstantPointerNull>(choice->getTrueValue()) || isa<ConstantPointerNull>(choice->getFalseValue()));
  });
}

/// Whether the cast gets a check. Addresses that the kernel loads from the ABI's structs have the type of a private
/// pointer, although they don't point to private memory. So a cast of a private pointer is checked only if the pointer
/// points to a variable.
bool isChecked(const AddrSpaceCastInst &cast) {
  const unsigned from = cast.getSrcAddressSpace(), to = cast.getDestAddressSpace();
  if (!cast.getType()->isPointerTy() || !isNamed(to))
    return false;
  if (from == spirPrivate)
    return isa<AllocaInst>(getUnderlyingObject(cast.getPointerOperand()));
  return (from == spirGeneric && !asks(cast)) || isNamed(from);
}

/// Returns an i1: whether `address` lies outside of the memory of the address space that the pointer is cast to. The i1
/// is false for NULL.
Value *isInOtherSpace(IRBuilder<> &builder, const AddrSpaceCastInst &cast, Value *address, MemoryRanges &ranges) {
  Value *isSome = builder.CreateICmpNE(address, builder.getInt64(0));
  if (cast.getSrcAddressSpace() != spirGeneric)
    return isSome;
  switch (cast.getDestAddressSpace()) {
  case spirLocal:
    return builder.CreateAnd(isSome, builder.CreateNot(ranges.isLocal(builder, address)));
  case spirPrivate:
    return builder.CreateAnd(isSome, builder.CreateNot(ranges.isPrivate(builder, address)));
  default:
    return builder.CreateOr(ranges.isLocal(builder, address), ranges.isPrivate(builder, address));
  }
}

} // namespace

void checkCasts(Function &kernel, CheckCalls &calls) {
  SmallVector<AddrSpaceCastInst *> casts;
  for (Instruction &instruction : instructions(kernel))
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction);
        cast && cast->getParent() != &kernel.getEntryBlock() && isChecked(*cast))
      casts.push_back(cast);
  MemoryRanges ranges(kernel);
  for (AddrSpaceCastInst *cast : casts) {
    IRBuilder<> builder(cast);
    Value *address = builder.CreatePtrToInt(cast->getPointerOperand(), builder.getInt64Ty());
    Value *isElsewhere = isInOtherSpace(builder, *cast, address, ranges);
    Constant *site = calls.site(*cast, {.kind = WEFT_CHECK_CAST, .object = nameOf(cast->getDestAddressSpace())});
    IRBuilder<> report(SplitBlockAndInsertIfThen(isElsewhere, cast->getIterator(), /*Unreachable=*/false));
    report.SetCurrentDebugLocation(cast->getDebugLoc());
    calls.report(report, site, address, report.getInt64(0));
  }
}

} // namespace weft::compiler
