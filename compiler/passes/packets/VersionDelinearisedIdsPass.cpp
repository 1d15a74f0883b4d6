// Copies a kernel that divides its ids into rows, so that each packet of the copy lies within a row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/packets/VersionDelinearisedIdsPass.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "passes/packets/GroupValues.h"
#include "passes/packets/GroupVersions.h"
#include "passes/packets/LinearIdDivisions.h"
#include "schedule/PacketCost.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The greatest id, if ids have 31 bits.
constexpr uint64_t greatestId = (uint64_t{1} << 31) - 1;

/// Creates the copy of the kernel in which each packet lies within a row.
class DelinearisedVersion {
public:
  DelinearisedVersion(Function &kernel, const LinearIdDivisions &divisions, unsigned shortest)
      : kernel_(kernel), entry_(kernel.getEntryBlock()), values_(entry_), divisions_(divisions), shortest_(shortest) {}

  void make() {
    BasicBlock &others = values_.separate("other.groups");
    IRBuilder<> builder(entry_.getTerminator());
    Value *test = makeGroupValues(builder);
    ValueToValueMapTy copies;
    BasicBlock &rows = cloneForGroups(kernel_, reachableFrom(others), entry_, others, "rows", copies);
    markCold(others);
    entry_.getTerminator()->eraseFromParent();
    IRBuilder<>(&entry_).CreateCondBr(test, &rows, &others);
    if (divisions_.number().loop)
      exitAfterFirstIteration(*divisions_.number().loop, copies);
    versionDelinearisedIds(rows, copies);
  }

private:
  /// Returns `value` in the entry block, frozen if it may be poison. A sum with a no-wrap flag is poison if it wraps,
  /// and it may wrap in groups whose work-items don't use it.
  Value *makeFrozen(IRBuilder<> &builder, Value &value) {
    Value *made = values_.make(value, builder);
    return isGuaranteedNotToBeUndefOrPoison(made) ? made : builder.CreateFreeze(made);
  }

  /// Returns a divisor as an i32. Adds to `test` the condition that the divisor is positive. A divisor above the
  /// greatest id becomes the greatest id: the divisions have the same results.
  Value *makeDivisor(IRBuilder<> &builder, Value &divisor, Value *&test) {
    Value *value = makeFrozen(builder, divisor);
    auto *type = cast<IntegerType>(value->getType());
    test = builder.CreateAnd(test, builder.CreateICmpSGT(value, ConstantInt::get(type, 0)));
    if (type->getBitWidth() > 32)
      value = builder.CreateBinaryIntrinsic(Intrinsic::umin, value, ConstantInt::get(type, greatestId));
    return builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
  }

  /// Returns whether no work-item of the group reaches a second iteration of `loop`, because its counter has then
  /// reached the limit.
  Value *hasSingleIteration(IRBuilder<> &builder, const CountingLoop &loop, Value *base) {
    Value *limit = makeFrozen(builder, *loop.limit);
    Type *type = limit->getType();
    Value *step = makeFrozen(builder, *loop.step);
    Value *next = builder.CreateAdd(builder.CreateZExtOrTrunc(base, type), step);
    Value *inRange = builder.CreateAnd(builder.CreateICmpULE(step, ConstantInt::get(type, greatestId)),
                                       builder.CreateICmpULE(next, ConstantInt::get(type, greatestId - maxGroupItems)));
    return builder.CreateAnd(inRange, loop.exitComparison->isSigned() ? builder.CreateICmpSGE(next, limit)
                                                                      : builder.CreateICmpUGE(next, limit));
  }

  /// Computes, at the end of the entry block, the values that the copy needs. Returns whether the group may run the
  /// copy.
  Value *makeGroupValues(IRBuilder<> &builder) {
    Value *base = makeFrozen(builder, *divisions_.number().base);
    // This test ensures that no linear id of the group is negative or wraps.
    Value *test = builder.CreateICmpULE(base, ConstantInt::get(base->getType(), greatestId - maxGroupItems));
    if (divisions_.number().loop)
      test = builder.CreateAnd(test, hasSingleIteration(builder, *divisions_.number().loop, base));
    Value *length = makeDivisor(builder, *divisions_.length(), test);
    test = builder.CreateAnd(test, builder.CreateICmpUGE(length, builder.getInt32(shortest_)));
    length_ = builder.CreateBinaryIntrinsic(Intrinsic::umax, length, builder.getInt32(1), {}, "row.length");
    for (const LinearIdDivisions::Division &division : divisions_.found()) {
      Value *&times = times_[division.divisor];
      if (times || division.divisor == divisions_.length())
        continue;
      Value *divisor = makeDivisor(builder, *division.divisor, test);
      test = builder.CreateAnd(test, builder.CreateIsNull(builder.CreateURem(divisor, length_)), "has.rows");
      times = builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateUDiv(divisor, length_), builder.getInt32(1),
                                            {}, "rows");
    }
    base_ = builder.CreateZExtOrTrunc(base, builder.getInt32Ty(), "base");
    baseRow_ = builder.CreateUDiv(base_, length_, "base.row");
    Value *column = builder.CreateSub(base_, builder.CreateMul(baseRow_, length_), "base.column");
    const auto bounded = [&](Value *items) {
      return builder.CreateBinaryIntrinsic(Intrinsic::umin, items, builder.getInt32(maxGroupItems));
    };
    first_ = bounded(builder.CreateSub(length_, column));
    following_ = bounded(length_);
    return test;
  }

  /// Makes the copy of `loop` exit after its first iteration.
  static void exitAfterFirstIteration(const CountingLoop &loop, const ValueToValueMapTy &copies) {
    auto *latch = cast<BasicBlock>(copies.lookup(loop.latch));
    auto *header = cast<BasicBlock>(copies.lookup(loop.number->getParent()));
    header->removePredecessor(latch);
    latch->getTerminator()->replaceSuccessorWith(header, cast<BasicBlock>(copies.lookup(loop.exit)));
  }

  /// Returns the number of whole rows before the work-item number `dividend`, as an i32. `rows` has the result for the
  /// linear id and for remainders; `dividend` is the linear id, a remainder, or an extension of one of them.
  static Value *wholeRowsBefore(const Value &dividend, const DenseMap<const Value *, Value *> &rows) {
    const Value *value = &dividend;
    while (!rows.contains(value))
      value = cast<CastInst>(value)->getOperand(0);
    return rows.lookup(value);
  }

  void versionDelinearisedIds(BasicBlock &block, const ValueToValueMapTy &copies) {
    CallInst &barrier = createBarrier(block, OperandBundleDef(rowsBundle.str(), ArrayRef<Value *>{first_, following_}));
    Module &module = *kernel_.getParent();
    IRBuilder<> builder(barrier.getNextNode());
    Value *start = builder.CreateCall(declarePacketStart(module), {}, "packet.start");
    Value *lane = builder.CreateCall(declareLaneId(module), {}, "lane");
    Value *row = builder.CreateAdd(baseRow_, builder.CreateCall(declareRowIndex(module)), "row", true, true);
    Value *column = builder.CreateSub(builder.CreateAdd(base_, start, "", true, true),
                                      builder.CreateMul(row, length_, "", true, true), "", true, true);
    column = builder.CreateAdd(column, lane, "column", true, true);

    DenseMap<const Value *, Value *> rows{{divisions_.number().value, row}};
    SmallVector<std::pair<Value *, Value *>> replaced;
    for (const LinearIdDivisions::Division &division : divisions_.found()) {
      Value *below = wholeRowsBefore(*division.operation->getOperand(0), rows);
      Value *times = times_.lookup(division.divisor);
      Value *result = nullptr;
      if (division.isRemainder()) {
        Value *left = times ? builder.CreateURem(below, times, "rows.left") : builder.getInt32(0);
        rows[division.operation] = left;
        result = times ? builder.CreateAdd(builder.CreateMul(left, length_, "", true, true), column, "left", true, true)
                       : column;
      } else {
        result = times ? builder.CreateUDiv(below, times, "part") : below;
      }
      replaced.push_back(
          {copies.lookup(division.operation), builder.CreateZExtOrTrunc(result, division.operation->getType())});
    }
    Value *id = builder.CreateAdd(start, lane, "local.id.0", true, true);
    for (BasicBlock *copy : reachableFrom(*block.getSingleSuccessor()))
      for (Instruction &instruction : *copy)
        if (auto *call = dyn_cast<CallInst>(&instruction); call && localIdDimension(call->getCalledFunction()) == 0)
          replaced.push_back({call, id});
    for (const auto &[before, after] : replaced) {
      before->replaceAllUsesWith(after);
      cast<Instruction>(before)->eraseFromParent();
    }
  }

  Function &kernel_;
  BasicBlock &entry_;
  GroupValues values_;
  const LinearIdDivisions &divisions_;
  const unsigned shortest_;
  // Values of the entry block, of type i32:
  Value *base_ = nullptr;                  ///< the linear id of the group's first work-item
  Value *baseRow_ = nullptr;               ///< the row of the first work-item
  Value *length_ = nullptr;                ///< the length of a row, never 0
  Value *first_ = nullptr;                 ///< the number of work-items in the group's first row
  Value *following_ = nullptr;             ///< the number of work-items in each later row
  DenseMap<const Value *, Value *> times_; ///< for each divisor, how many rows it is; null: one row
};

/// Returns the estimated time of a work-item in a full packet within a row, divided by its time in a packet of the
/// unchanged kernel.
double relativeRowCost(Function &kernel, const LinearIdDivisions &divisions, const BuiltinLibrary &builtins,
                       const TargetProfile &profile) {
  ValueToValueMapTy copies;
  Function &inRows = *CloneFunction(&kernel, copies);
  for (const LinearIdDivisions::Division &division : divisions.found()) {
    auto *operation = cast<Instruction>(copies[division.operation]);
    IRBuilder<> builder(operation);
    Value *column = builder.CreateCall(declareLocalId(*kernel.getParent(), 0));
    operation->replaceAllUsesWith(division.isRemainder() ? builder.CreateZExtOrTrunc(column, operation->getType())
                                                         : Constant::getNullValue(operation->getType()));
    operation->eraseFromParent();
  }
  const auto cyclesOf = [&](Function &function) {
    const PacketEstimate packet = estimatePacket(function, builtins, profile);
    return packet.cycles / packet.width;
  };
  const double share = cyclesOf(inRows) / cyclesOf(kernel);
  inRows.eraseFromParent();
  return share;
}

bool mayVersionDelinearisedIds(const Function &kernel, uint64_t width) {
  const uint64_t size = fixedLocalSize(kernel)[0];
  if (width < 2 || (size != 0 && size <= width) || numericAttribute(kernel, packetDimensionAttribute) != 0 ||
      kernel.hasFnAttribute(delinearisedAttribute) || kernel.hasFnAttribute(reportsAttribute) ||
      kernel.hasFnAttribute(safeGroupsAttribute))
    return false;
  const auto divides = [](const Instruction &instruction) {
    return isa<BinaryOperator>(instruction) && cast<BinaryOperator>(instruction).isIntDivRem();
  };
  return kernel.getInstructionCount() <= CodeSizes::delinearisedCopy && none_of(kernel, hasBarrier) &&
         any_of(instructions(kernel), divides); // most kernels have no division, and nothing more is examined
}

} // namespace

PreservedAnalyses VersionDelinearisedIdsPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  const uint64_t width = kernel ? scheduleOf(*kernel).width.value_or(0) : 0;
  if (!kernel || scheduleOf(*kernel).delinearise == false || !mayVersionDelinearisedIds(*kernel, width))
    return PreservedAnalyses::all();
  const auto partOfPacket = [&](double share) {
    return static_cast<unsigned>(std::max(2.0, std::ceil(share * static_cast<double>(width))));
  };
  std::optional<LinearIdDivisions> divisions;
  for (const LinearId &number : findLinearIds(*kernel))
    if (LinearIdDivisions found(number, partOfPacket(profile_.rows.minDelinearisedRow));
        found.length() && (!divisions || found.found().size() > divisions->found().size()))
      divisions.emplace(std::move(found));
  if (!divisions)
    return PreservedAnalyses::all();
  // Lanes after the end of a row are empty. So a row must be long enough that packets within rows are quicker in spite
  // of the empty lanes.
  const double share =
      std::clamp(relativeRowCost(*kernel, *divisions, builtins_, profile_), profile_.rows.minDelinearisedRow, 1.0);
  const unsigned shortest = partOfPacket(share);
  DelinearisedVersion(*kernel, *divisions, shortest).make();
  decide(*kernel, &KernelSchedule::delinearise, true);
  OptimizationRemark remark("version-delinearised-ids", "Rows", kernel);
  kernel->getContext().diagnose(remark << "packets keep to rows that the kernel divides its ids into, where these have "
                                       << std::to_string(shortest) << " work-items or more");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
