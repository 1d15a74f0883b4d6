// Turns a linear id, from which the kernel computes a row and a column by division, into two ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/DelineariseIdsPass.h"

#include <array>
#include <string>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include "analysis/IdExpressions.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/PacketCost.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// Returns the constant by which `user` divides `id` if it can be the length of a row of work-items, else 0. No id is
/// negative, so signed and unsigned divisions have the same results.
uint64_t rowDivisor(User &user, Value &id, uint64_t size) {
  const APInt *divisor = nullptr;
  if (!match(&user, m_CombineOr(m_IDiv(m_Specific(&id), m_APInt(divisor)), m_IRem(m_Specific(&id), m_APInt(divisor)))))
    return 0;
  const uint64_t length = divisor->getLimitedValue();
  return length > 1 && length < size && size % length == 0 && !isPowerOf2_64(length) ? length : 0;
}

/// Returns the constant by which ids of dimension 0 are divided most often, or 0.
uint64_t mostFrequentDivisor(const LocalIdCalls &ids, uint64_t size) {
  SmallMapVector<uint64_t, unsigned, 4> uses;
  for (CallInst *id : ids[0])
    for (User *user : id->users())
      if (const uint64_t length = rowDivisor(*user, *id, size))
        ++uses[length];
  const auto *most = max_element(uses, [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == uses.end() ? 0 : most->first;
}

/// Arranges the work-items of dimension 0 in rows of `length`. apply() makes the change; undo() takes it back if the
/// cost that is then estimated is too high.
class Rows {
public:
  Rows(Function &kernel, LocalIdCalls ids, uint64_t length)
      : kernel_(kernel), ids_(std::move(ids)), size_(fixedLocalSize(kernel)), length_(length) {}

  void apply();
  void undo();
  /// Makes the change final: erases the former ids and the divisions of them.
  void commit();

private:
  void replace(Use &use, Value *value);
  void replaceUses(CallInst &id);

  Function &kernel_;
  LocalIdCalls ids_;
  const std::array<uint64_t, 3> size_;
  const uint64_t length_;
  SmallVector<Instruction *> made_;
  /// The operands that apply() has replaced, and their former values.
  SmallVector<std::pair<Use *, Value *>> replaced_;
};

void Rows::replace(Use &use, Value *value) {
  replaced_.push_back({&use, use.get()});
  use.set(value);
}

void Rows::replaceUses(CallInst &id) {
  IRBuilder<> builder(id.getNextNode());
  const auto make = [&](Value *value) {
    made_.push_back(cast<Instruction>(value));
    return value;
  };
  Module &module = *kernel_.getParent();
  Value *column = make(builder.CreateCall(declareLocalId(module, 0), {}, "local.column"));
  Value *row = make(builder.CreateCall(declareLocalId(module, 1), {}, "local.row"));
  Value *first = make(builder.CreateMul(row, builder.getInt32(static_cast<uint32_t>(length_)), "", true, true));
  Value *whole = make(builder.CreateAdd(first, column, "local.id.0", true, true));
  for (Use &use : make_early_inc_range(id.uses())) {
    User &user = *use.getUser();
    if (rowDivisor(user, id, size_[0]) != length_) {
      replace(use, whole);
      continue;
    }
    Value *part = match(&user, m_IDiv(m_Value(), m_Value())) ? row : column;
    for (Use &partUse : make_early_inc_range(user.uses()))
      replace(partUse, part);
  }
}

void Rows::apply() {
  for (CallInst *id : ids_[1])
    id->setCalledFunction(declareLocalId(*kernel_.getParent(), 2));
  Value *only = ConstantInt::get(Type::getInt32Ty(kernel_.getContext()), 0);
  for (CallInst *id : ids_[2]) // the former dimension 2 has one work-item
    for (Use &use : make_early_inc_range(id->uses()))
      replace(use, only);
  for (CallInst *id : ids_[0])
    replaceUses(*id);
  setFixedLocalSize(kernel_, {length_, size_[0] / length_, size_[1]});
}

void Rows::undo() {
  for (const auto &[use, value] : reverse(replaced_))
    use->set(value);
  for (Instruction *instruction : reverse(made_))
    instruction->eraseFromParent();
  for (CallInst *id : ids_[1])
    id->setCalledFunction(declareLocalId(*kernel_.getParent(), 1));
  setFixedLocalSize(kernel_, size_);
}

void Rows::commit() {
  for (CallInst *id : ids_[0]) {
    for (User *user : make_early_inc_range(id->users()))
      cast<Instruction>(user)->eraseFromParent(); // divisions that are no longer used
    id->eraseFromParent();
  }
  for (CallInst *id : ids_[2])
    id->eraseFromParent();
  kernel_.addFnAttr(delinearisedAttribute);
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

/// Returns the cycles per work-item of a row of `length` work-items. The last packet of the row may have empty lanes.
double cyclesPerRowItem(const PacketEstimate &packet, uint64_t length) {
  return packet.cycles * static_cast<double>(divideCeil(length, packet.width)) / static_cast<double>(length);
}

} // namespace

PreservedAnalyses DelineariseIdsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  const std::optional<bool> wanted = kernel ? scheduleOf(*kernel).delinearise : std::nullopt;
  if (!kernel || wanted == false || numericAttribute(*kernel, packetDimensionAttribute) != 0)
    return PreservedAnalyses::all();
  const std::array<uint64_t, 3> size = fixedLocalSize(*kernel);
  if (size[0] == 0 || size[2] != 1)
    return PreservedAnalyses::all();
  LocalIdCalls ids = findLocalIds(*kernel);
  const uint64_t length = mostFrequentDivisor(ids, size[0]);
  if (length == 0)
    return PreservedAnalyses::all();
  const double before = cyclesPerRowItem(estimatePacket(*kernel, builtins_, profile_), size[0]);
  Rows rows(*kernel, std::move(ids), length);
  rows.apply();
  const double after = cyclesPerRowItem(estimatePacket(*kernel, builtins_, profile_), length);
  if (!wanted && after >= profile_.rows.maxDelinearisedCost * before) {
    rows.undo();
    return PreservedAnalyses::all();
  }
  rows.commit();
  markExact(*kernel);
  OptimizationRemark remark("delinearise-ids", "Rows", kernel);
  kernel->getContext().diagnose(remark << "work-items of dimension 0 form rows of " << std::to_string(length));
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
