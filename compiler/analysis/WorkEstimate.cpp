// Estimates how much a work-item computes and how many bytes it moves, by counting the instructions of the kernel's IR.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/WorkEstimate.h"

#include <cstddef>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

#include "KernelAbi.h"
#include "builtins/archive/AddressSpaces.h"
#include "codegen/CompileBudget.h"
#include "kernel/AbiAccess.h"
#include "kernel/MathFunctions.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Writes trip counts as expressions in JSON, or "null" for a count that isn't known when the kernel is launched.
class TripExpression {
public:
  TripExpression(Function &kernel, const DataLayout &layout) : launch_(launchParameter(kernel)), layout_(layout) {}

  std::string of(const SCEV *count) const {
    unsigned passed = 0;
    const std::string text = write(count, passed);
    return text.empty() ? "null" : text;
  }

private:
  static std::string list(StringRef operation, ArrayRef<std::string> parts) {
    std::string text = ("[\"" + operation + "\"").str();
    for (const std::string &part : parts) {
      if (part.empty())
        return {};
      text += "," + part;
    }
    return text + "]";
  }

  /// Returns the expression as text; an empty text if the value isn't known at the launch, or if its expression is too
  /// long.
  std::string write(const SCEV *value, unsigned &passed) const {
    if (++passed > SearchLimits::index)
      return {};
    if (const auto *constant = dyn_cast<SCEVConstant>(value))
      return toString(constant->getAPInt(), 10, /*Signed=*/true);
    if (const auto *cast = dyn_cast<SCEVCastExpr>(value))
      return write(cast->getOperand(), passed);
    if (const auto *unknown = dyn_cast<SCEVUnknown>(value))
      return leaf(*unknown->getValue());
    StringRef operation;
    if (isa<SCEVAddExpr>(value))
      operation = "+";
    else if (isa<SCEVMulExpr>(value))
      operation = "*";
    else if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(value))
      operation = "max";
    else if (isa<SCEVSMinExpr, SCEVUMinExpr, SCEVSequentialUMinExpr>(value))
      operation = "min";
    else if (isa<SCEVUDivExpr>(value))
      operation = "/";
    else
      return {};
    SmallVector<std::string> parts;
    for (const SCEV *operand : value->operands())
      parts.push_back(write(operand, passed));
    return list(operation, parts);
  }

  /// The expression for a scalar argument or a size of the launch; empty for other values.
  std::string leaf(const Value &value) const {
    const auto *load = dyn_cast<LoadInst>(&value);
    if (!load || !load->getType()->isIntegerTy())
      return {};
    APInt offset(64, 0);
    const Value *base = load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, offset, true);
    const uint64_t at = offset.getZExtValue();
    const auto member = [&](size_t begin, StringRef name) -> std::string {
      return at >= begin && at < begin + 3 * sizeof(uint64_t)
                 ? list(name, {std::to_string((at - begin) / sizeof(uint64_t))})
                 : std::string();
    };
    if (base == launch_) {
      for (const auto &[begin, name] : {std::pair(offsetof(WeftLaunch, globalSize), StringRef("global")),
                                        std::pair(offsetof(WeftLaunch, localSize), StringRef("local")),
                                        std::pair(offsetof(WeftLaunch, numGroups), StringRef("groups"))})
        if (std::string text = member(begin, name); !text.empty())
          return text;
      return {};
    }
    const auto *block = dyn_cast<LoadInst>(base);
    APInt place(64, 0);
    if (!block || block->getPointerOperand()->stripAndAccumulateConstantOffsets(layout_, place, true) != launch_ ||
        place != offsetof(WeftLaunch, args))
      return {};
    return list("argument", {std::to_string(at), std::to_string(load->getType()->getIntegerBitWidth() / 8)});
  }

  const Value *launch_;
  const DataLayout &layout_;
};

double elements(const Type &type) {
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? vector->getNumElements() : 1;
}

void countCall(const CallInst &call, WorkCounts &counts) {
  const double count = elements(*call.getType());
  switch (call.getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    counts.flops += 2 * count;
    return;
  case Intrinsic::sqrt:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
    counts.flops += count;
    return;
  case Intrinsic::not_intrinsic:
    break;
  default:
    return;
  }
  if (isMultiplyAddFunction(call))
    counts.flops += 2 * count;
  else if (isMathFunction(call))
    counts.functions += count;
}

void count(const Instruction &instruction, const DataLayout &layout, WorkCounts &counts) {
  if (isa<LoadInst, StoreInst>(instruction)) {
    auto &access = const_cast<Instruction &>(instruction);
    const double bytes = static_cast<double>(layout.getTypeStoreSize(getLoadStoreType(&access)).getKnownMinValue());
    switch (getLoadStoreAddressSpace(&access)) {
    case spirGlobal:
    case spirConstant:
      (isa<LoadInst>(access) ? counts.loaded : counts.stored) += bytes;
      return;
    case spirLocal:
      counts.local += bytes;
      return;
    default:
      return;
    }
  }
  if (const auto *call = dyn_cast<CallInst>(&instruction))
    return countCall(*call, counts);
  if (!isa<BinaryOperator>(instruction))
    return;
  const double count = elements(*instruction.getType());
  (instruction.getType()->isFPOrFPVectorTy() ? counts.flops : counts.operations) += count;
}

/// Whether `block` runs in each iteration of `loop`, or in each run of the kernel if `loop` is null. It does if it
/// dominates the end of the iteration or of the kernel.
bool runsEachIteration(const BasicBlock &block, const Loop *loop, const DominatorTree &dominators) {
  if (loop) {
    SmallVector<BasicBlock *> latches;
    loop->getLoopLatches(latches);
    // If a loop's condition is in its header, the header runs once more than the other blocks. The estimate ignores
    // that.
    return all_of(latches, [&](const BasicBlock *latch) { return dominators.dominates(&block, latch); });
  }
  return all_of(*block.getParent(), [&](const BasicBlock &end) {
    return succ_size(&end) != 0 || !dominators.isReachableFromEntry(&end) || dominators.dominates(&block, &end);
  });
}

unsigned lineOf(const Loop &loop) {
  const DebugLoc location = loop.getStartLoc();
  return location ? location.getLine() : 0;
}

} // namespace

std::vector<LoopWork> estimateWork(Function &kernel, const LoopInfo &loops, ScalarEvolution &evolution) {
  const DataLayout &layout = kernel.getDataLayout();
  const DominatorTree dominators(kernel);
  const TripExpression expression(kernel, layout);
  MapVector<const Loop *, LoopWork> parts;
  DenseMap<const Loop *, std::string> trips;
  for (const BasicBlock &block : kernel) {
    const Loop *loop = loops.getLoopFor(&block);
    LoopWork &part = parts[loop];
    if (part.trips.empty())
      for (const Loop *around = loop; around; around = around->getParentLoop()) {
        std::string &text = trips[around];
        if (text.empty()) {
          const SCEV *taken = evolution.getBackedgeTakenCount(around);
          text = isa<SCEVCouldNotCompute>(taken) ? "null" : expression.of(taken);
          // If the loop's condition is in the header, the blocks after it run as often as the back edge is taken. If
          // the condition is in the latch, all blocks run once more than that.
          if (const BasicBlock *latch = around->getLoopLatch(); text != "null" && latch && around->isLoopExiting(latch))
            text = "[\"+\"," + text + ",1]";
        }
        part.trips.insert(part.trips.begin(), text);
        part.lines.insert(part.lines.begin(), lineOf(*around));
      }
    WorkCounts &counts = runsEachIteration(block, loop, dominators) ? part.always : part.sometimes;
    for (const Instruction &instruction : block)
      count(instruction, layout, counts);
  }
  std::vector<LoopWork> all;
  for (auto &[loop, part] : parts)
    all.push_back(std::move(part));
  return all;
}

} // namespace weft::compiler
