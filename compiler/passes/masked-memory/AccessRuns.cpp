// Replaces gathers and scatters by a few masked accesses, each for a run of lanes that access contiguous elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

#include "analysis/ConstantOffsetAccess.h"
#include "analysis/MaskedAccess.h"
#include "passes/masked-memory/LaneRuns.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// A run: lanes of one register whose elements are as far apart in memory as the lanes are in the register. So
/// neighbouring lanes access neighbouring elements.
struct Run {
  unsigned registerStart; ///< the first lane of the register
  int64_t distance;       ///< of that lane's element, in bytes, even if the lane is outside of the run
  SmallVector<bool, 16> lanes;
};

/// Whether no two lanes that may be active access the same bytes.
bool areLanesDisjoint(const ConstantOffsetAccess &access) {
  Distances places;
  for (unsigned lane = 0; lane < access.distances.size(); ++lane)
    if (!isNeverActive(*access.mask(), lane))
      places.push_back(access.distances[lane]);
  return areDisjoint(std::move(places), access.elementBytes());
}

/// Returns the runs of all registers, each of which has `lanes` lanes. If lanes may store to the same bytes, the runs
/// are such that stores one run after the other keep the order of the lanes.
SmallVector<Run> findRuns(const ConstantOffsetAccess &access, unsigned lanes) {
  SmallVector<Run> runs;
  const bool inAnyOrder = access.isLoad() || areLanesDisjoint(access);
  for (unsigned lane = 0; lane < access.distances.size(); ++lane) {
    if (isNeverActive(*access.mask(), lane))
      continue;
    const unsigned first = lane - lane % lanes;
    const int64_t distance = access.distances[lane] - (lane - first) * access.elementBytes();
    const auto isThat = [&](const Run &run) { return run.registerStart == first && run.distance == distance; };
    auto *const from = inAnyOrder || runs.empty() ? runs.begin() : &runs.back();
    Run *run = std::find_if(from, runs.end(), isThat);
    if (run == runs.end()) {
      runs.push_back({first, distance, SmallVector<bool, 16>(lanes)});
      run = &runs.back();
    }
    run->lanes[lane - first] = true;
  }
  return runs;
}

/// Replaces the access by masked accesses, one for each run. Each works on a register of `lanes` lanes.
void write(const ConstantOffsetAccess &access, ArrayRef<Run> runs, unsigned lanes) {
  IRBuilder<> builder(&access.call);
  Value *shared = access.sharedAddress(builder);
  const auto part = [&](Value *vector, unsigned first) { return extractRun(builder, vector, {first, lanes}); };
  auto *type = FixedVectorType::get(access.type()->getElementType(), lanes);
  SmallVector<Value *> loaded;
  if (access.isLoad())
    for (unsigned first = 0; first < access.distances.size(); first += lanes)
      loaded.push_back(part(access.call.getArgOperand(2), first));
  for (const Run &run : runs) {
    SmallVector<Constant *> goes;
    for (const bool isOfRun : run.lanes)
      goes.push_back(builder.getInt1(isOfRun));
    Value *mask = builder.CreateAnd(part(access.mask(), run.registerStart), ConstantVector::get(goes));
    Value *place = builder.CreatePtrAdd(shared, builder.getInt64(static_cast<uint64_t>(run.distance)));
    CallInst *made;
    if (access.isLoad()) {
      Value *&value = loaded[run.registerStart / lanes];
      made = builder.CreateMaskedLoad(type, place, access.elementAlignment(), mask, value);
      value = made;
    } else {
      made = builder.CreateMaskedStore(part(access.call.getArgOperand(0), run.registerStart), place,
                                       access.elementAlignment(), mask);
    }
    access.copyMetadataTo(*made);
  }
  if (access.isLoad())
    access.call.replaceAllUsesWith(concatenateVectors(builder, loaded));
  Value *addresses = access.address();
  access.call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(addresses);
}

bool splitIntoRuns(const ConstantOffsetAccess &access, const TargetProfile &profile) {
  const auto bytes = static_cast<uint64_t>(access.elementBytes());
  const auto width = static_cast<unsigned>(access.distances.size());
  const auto lanes = std::min(width, static_cast<unsigned>(profile.registers.bytes / bytes));
  if (isSlowWhenMasked(profile.legal, bytes, access.isLoad()) || lanes < 2 || width % lanes != 0)
    return false;
  const SmallVector<Run> runs = findRuns(access, lanes);
  // A run may start anywhere, so most accesses cross the border of a cache line, and each is counted as two. Each
  // access also needs a mask.
  const double forEach = 2 * profile.cycles.vectorAccess + profile.cycles.vectorOperation;
  if (static_cast<double>(runs.size()) * forEach >= width * profile.cycles.gatheredElement)
    return false;
  write(access, runs, lanes);
  return true;
}

} // namespace

bool accessRuns(Function &function, MaskedMemoryContext &context) {
  bool changed = false;
  for (const ConstantOffsetAccess &access : collectAccesses<ConstantOffsetAccess>(function))
    changed |= splitIntoRuns(access, context.profile);
  return changed;
}

} // namespace weft::compiler
