// Makes masked accesses of gathers and scatters whose lanes find their elements in few runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/AccessRunsPass.h"

#include <optional>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include "passes/host/LaneAccess.h"
#include "passes/host/MaskedAccess.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// What each lane adds to something that lanes share.
using Distances = SmallVector<int64_t, 16>;

/// So deep an expression is looked into.
constexpr unsigned mostDepth = 6;

Distances zeros(const Value &vector) {
  Distances none(cast<FixedVectorType>(vector.getType())->getNumElements(), 0);
  return none;
}

/// Which sums an extension of them may be taken apart for.
enum class Sums { any, unsignedExact, signedExact };

bool isSum(Value &vector, Sums sums) {
  if (match(&vector, m_DisjointOr(m_Value(), m_Value()))) // adds without a carry
    return true;
  auto *sum = dyn_cast<BinaryOperator>(&vector);
  return sum && sum->getOpcode() == Instruction::Add &&
         (sums == Sums::any || (sums == Sums::unsignedExact ? sum->hasNoUnsignedWrap() : sum->hasNoSignedWrap()));
}

/// The distances of a vector of integers; nothing where they aren't known. An extension of a sum is the sum of its
/// operands' extensions where that doesn't wrap.
std::optional<Distances> distancesOf(Value &vector, Sums sums = Sums::any, unsigned depth = 0) {
  Distances distances = zeros(vector);
  if (getSplatValue(&vector))
    return distances;
  if (auto *constant = dyn_cast<Constant>(&vector)) {
    for (unsigned lane = 0; lane < distances.size(); ++lane) {
      auto *number = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
      if (!number || number->getValue().getSignificantBits() > 32 ||
          (sums == Sums::unsignedExact && number->isNegative()))
        return std::nullopt;
      distances[lane] = number->getSExtValue();
    }
    return distances;
  }
  auto *instruction = dyn_cast<Instruction>(&vector);
  if (!instruction || depth == mostDepth)
    return std::nullopt;
  if (isa<ZExtInst>(instruction))
    return distancesOf(*instruction->getOperand(0), Sums::unsignedExact, depth + 1);
  if (isa<SExtInst>(instruction))
    return distancesOf(*instruction->getOperand(0), Sums::signedExact, depth + 1);
  if (!isSum(vector, sums))
    return std::nullopt;
  for (Value *summand : instruction->operand_values()) {
    const auto summands = distancesOf(*summand, sums, depth + 1);
    if (!summands)
      return std::nullopt;
    for (auto [distance, more] : zip_equal(distances, *summands))
      distance += more;
  }
  return distances;
}

/// What lanes share of a vector that distancesOf has distances of.
Value *sharedOf(IRBuilder<> &builder, Value &vector) {
  if (Value *splat = getSplatValue(&vector))
    return splat;
  if (isa<Constant>(vector))
    return Constant::getNullValue(vector.getType()->getScalarType());
  auto &instruction = cast<Instruction>(vector);
  Value *first = sharedOf(builder, *instruction.getOperand(0));
  if (auto *cast = dyn_cast<CastInst>(&instruction))
    return builder.CreateCast(cast->getOpcode(), first, vector.getType()->getScalarType());
  Value *second = sharedOf(builder, *instruction.getOperand(1));
  return match(second, m_Zero()) ? first : builder.CreateAdd(first, second);
}

/// A gather or scatter of which all that is known.
struct KnownLanes : LaneAccess {
  GetElementPtrInst &places;
  Distances distances; ///< in bytes

  static std::optional<KnownLanes> of(Instruction &instruction);
  /// The address that the GEP adds to; null where lanes have different ones.
  Value *base() const {
    Value *pointer = places.getPointerOperand();
    return pointer->getType()->isVectorTy() ? getSplatValue(pointer) : pointer;
  }
  Align alignment() const { return commonAlignment(addressAlignment(), static_cast<uint64_t>(elementBytes())); }
  int64_t elementBytes() const {
    return static_cast<int64_t>(call.getDataLayout().getTypeStoreSize(type()->getElementType()).getFixedValue());
  }
};

std::optional<KnownLanes> KnownLanes::of(Instruction &instruction) {
  const std::optional<LaneAccess> access = LaneAccess::of(instruction);
  if (!access)
    return std::nullopt;
  auto *places = dyn_cast<GetElementPtrInst>(access->addresses());
  if (!places || places->getNumIndices() != 1 || !isa<FixedVectorType>(places->getOperand(1)->getType()) ||
      !places->getOperand(1)->getType()->getScalarType()->isIntegerTy(64))
    return std::nullopt;
  const TypeSize size = instruction.getDataLayout().getTypeAllocSize(places->getSourceElementType());
  auto distances = distancesOf(*places->getOperand(1));
  if (!distances || size.isScalable() || size > 4096)
    return std::nullopt;
  for (int64_t &distance : *distances)
    distance *= static_cast<int64_t>(size.getFixedValue());
  KnownLanes lanes{*access, *places, std::move(*distances)};
  return lanes.base() ? std::optional(std::move(lanes)) : std::nullopt;
}

/// Whether a lane of `mask` is known never to run, as at the end of a row.
bool isOff(const Value &mask, unsigned lane) {
  const auto isOffIn = [&](const Value *part) {
    const auto *constant = dyn_cast<Constant>(part);
    const Constant *runs = constant ? constant->getAggregateElement(lane) : nullptr;
    return runs && runs->isNullValue();
  };
  const Value *left = nullptr;
  const Value *right = nullptr;
  return isOffIn(&mask) ||
         (match(&mask, m_LogicalAnd(m_Value(left), m_Value(right))) && (isOffIn(left) || isOffIn(right)));
}

/// The runs of each register's lanes: of `lanes` each.
SmallVector<LaneRun> runsOf(const KnownLanes &access, unsigned lanes) {
  SmallVector<LaneRun> runs;
  const Distances &distances = access.distances;
  for (unsigned lane = 0; lane < distances.size(); ++lane) {
    if (isOff(*access.mask(), lane))
      continue;
    const bool isBehind = !runs.empty() && runs.back().first + runs.back().count == lane && lane % lanes != 0;
    if (isBehind && distances[lane] == distances[lane - 1] + access.elementBytes())
      ++runs.back().count;
    else
      runs.push_back({lane, 1});
  }
  return runs;
}

/// Accesses the elements of `runs`, from `shared` on, a register of `lanes` lanes at a time.
void write(const KnownLanes &access, ArrayRef<LaneRun> runs, unsigned lanes) {
  IRBuilder<> builder(&access.call);
  Value *shared = builder.CreateGEP(access.places.getSourceElementType(), access.base(),
                                    sharedOf(builder, *access.places.getOperand(1)), "runs");
  const auto part = [&](Value *vector, unsigned first) { return extractRun(builder, vector, {first, lanes}); };
  auto *type = FixedVectorType::get(access.type()->getElementType(), lanes);
  SmallVector<Value *> loaded;
  if (access.isGather())
    for (unsigned first = 0; first < access.distances.size(); first += lanes)
      loaded.push_back(part(access.call.getArgOperand(2), first));
  for (const LaneRun &run : runs) {
    const unsigned first = run.first - run.first % lanes;
    SmallVector<Constant *> goes(lanes, builder.getFalse());
    std::fill_n(goes.begin() + (run.first - first), run.count, builder.getTrue());
    Value *mask = builder.CreateAnd(part(access.mask(), first), ConstantVector::get(goes));
    const int64_t distance = access.distances[run.first] - (run.first - first) * access.elementBytes();
    Value *place = builder.CreatePtrAdd(shared, builder.getInt64(static_cast<uint64_t>(distance)));
    CallInst *made;
    if (access.isGather()) {
      Value *&value = loaded[first / lanes];
      made = builder.CreateMaskedLoad(type, place, access.alignment(), mask, value);
      value = made;
    } else {
      made = builder.CreateMaskedStore(part(access.call.getArgOperand(0), first), place, access.alignment(), mask);
    }
    copyAccessMetadata(access.call, *made);
  }
  if (access.isGather())
    access.call.replaceAllUsesWith(concatenateVectors(builder, loaded));
  access.call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(&access.places);
}

bool splitIntoRuns(const KnownLanes &access, const TargetProfile &profile) {
  const auto bytes = static_cast<uint64_t>(access.elementBytes());
  const auto width = static_cast<unsigned>(access.distances.size());
  const auto lanes = std::min(width, static_cast<unsigned>(profile.registers.bytes / bytes));
  if (isSlowWithMask(profile.legal, bytes, access.isGather()) || lanes < 2 || width % lanes != 0)
    return false;
  const SmallVector<LaneRun> runs = runsOf(access, lanes);
  // Most cross a line, as runs start anywhere; and each has a mask.
  const double forEach = 2 * profile.cycles.vectorAccess + profile.cycles.vectorOperation;
  if (static_cast<double>(runs.size()) * forEach >= width * profile.cycles.gatheredElement)
    return false;
  write(access, runs, lanes);
  return true;
}

} // namespace

PreservedAnalyses AccessRunsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    SmallVector<KnownLanes> accesses;
    for (Instruction &instruction : instructions(function))
      if (auto access = KnownLanes::of(instruction))
        accesses.push_back(std::move(*access));
    for (const KnownLanes &access : accesses)
      changed |= splitIntoRuns(access, profile_);
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
