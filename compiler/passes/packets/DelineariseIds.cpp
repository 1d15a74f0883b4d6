// Turns a linear id, from which the kernel computes a row and a column by division, into two ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/DelineariseIds.h"

#include <array>

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "analysis/IdExpressions.h"
#include "analysis/PacketMapping.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Replaces a local id of dimension 0, and its quotients and remainders, by ids in rows of the mapping's length.
void replaceLinearId(CallInst &id, const PacketMapping &mapping) {
  IRBuilder<> builder(id.getNextNode());
  Module &module = *id.getModule();
  Value *column = builder.CreateCall(declareLocalId(module, 0), {}, "local.column");
  Value *row = builder.CreateCall(declareLocalId(module, 1), {}, "local.row");
  Value *length = builder.getInt32(static_cast<uint32_t>(mapping.rowLength));
  Value *first = builder.CreateMul(row, length, "", true, true);
  Value *linear = builder.CreateAdd(first, column, "local.id.0", true, true);
  for (User *user : make_early_inc_range(id.users()))
    if (mapping.isRowIndex(*user) || mapping.isIndexInRow(*user)) {
      user->replaceAllUsesWith(mapping.isRowIndex(*user) ? row : column);
      cast<Instruction>(user)->eraseFromParent();
    }
  id.replaceAllUsesWith(linear);
  id.eraseFromParent();
}

/// Marks sums and products of ids as not wrapping (nsw and nuw). Their operands were quotients and remainders, and are
/// now ids, whose ranges are known.
void markExact(Function &kernel) {
  const std::array<uint64_t, 3> sizes = knownIdSizes(kernel);
  const auto isPositive = [&](const Value *value) {
    const auto expression = readOverLocalIds(*value, sizes);
    return expression && rangeOverLocalIds(*expression, sizes)[0] >= 0;
  };
  for (Instruction &instruction : instructions(kernel))
    if (isa<OverflowingBinaryOperator>(instruction) && isPositive(&instruction) &&
        all_of(instruction.operand_values(), isPositive)) {
      instruction.setHasNoSignedWrap(true);
      instruction.setHasNoUnsignedWrap(true);
    }
}

} // namespace

uint64_t delineariseIds(Function &kernel) {
  const uint64_t length = findRowLength(kernel);
  if (length == 0)
    return 0;
  const LocalIdCalls ids = findLocalIds(kernel);
  const std::array<uint64_t, 3> size = fixedLocalSize(kernel);
  for (CallInst *id : ids[1])
    id->setCalledFunction(declareLocalId(*kernel.getParent(), 2));
  for (CallInst *id : ids[2]) { // the former dimension 2 has one work-item
    id->replaceAllUsesWith(ConstantInt::get(id->getType(), 0));
    id->eraseFromParent();
  }
  for (CallInst *id : ids[0])
    replaceLinearId(*id, {.dimension = 0, .rowLength = length});
  setFixedLocalSize(kernel, {length, size[0] / length, size[1]});
  kernel.addFnAttr(delinearisedAttribute);
  markExact(kernel);
  return length;
}

} // namespace weft::compiler
