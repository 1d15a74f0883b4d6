// Adds branches to plain loads and stores for the case that all lanes run, for CPUs that are slow at masked accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/masked-memory/LegaliseMaskedMemoryPass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/MaskedAccess.h"
#include "passes/masked-memory/LaneRuns.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The greatest depth to which a mask's operands are searched for lanes that never run.
constexpr unsigned longestSearch = 6;

/// Whether `lane` of `mask` may run. Returns false only if the code shows that the lane never runs. Such lanes are in
/// gaps: if one store writes several vectors, the lanes between these vectors never run. `left` is the remaining depth
/// of the search.
bool mayRun(const Value &mask, unsigned lane, unsigned left = longestSearch) {
  if (const auto *constant = dyn_cast<Constant>(&mask)) {
    const Constant *value = constant->getAggregateElement(lane);
    return !value || !value->isNullValue();
  }
  if (left == 0)
    return true;
  if (const auto *phi = dyn_cast<PHINode>(&mask))
    return any_of(phi->incoming_values(), [&](const Use &value) { return mayRun(*value, lane, left - 1); });
  if (const auto *both = dyn_cast<BinaryOperator>(&mask); both && both->getOpcode() == Instruction::And)
    return mayRun(*both->getOperand(0), lane, left - 1) && mayRun(*both->getOperand(1), lane, left - 1);
  const auto *shuffle = dyn_cast<ShuffleVectorInst>(&mask);
  const int from = shuffle ? shuffle->getMaskValue(lane) : -1;
  if (from < 0)
    return true;
  const auto given = static_cast<int>(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
  return mayRun(*shuffle->getOperand(from < given ? 0 : 1), static_cast<unsigned>(from % given), left - 1);
}

Constant *lanesThatMayRun(const Value &mask) {
  SmallVector<Constant *> lanes;
  for (unsigned lane = 0; lane < cast<FixedVectorType>(mask.getType())->getNumElements(); ++lane)
    lanes.push_back(ConstantInt::getBool(mask.getContext(), mayRun(mask, lane)));
  return ConstantVector::get(lanes);
}

/// The code that tests at run time whether all lanes of a mask that may run do run.
struct Test {
  Value *all = nullptr; ///< null if no position for the test exists
  Constant *lanes = nullptr;
};

/// Creates the test of `mask`, directly after the definition of the mask.
Test createAllActiveTest(Value &mask, BasicBlock &entry) {
  auto *made = dyn_cast<Instruction>(&mask);
  const auto place = made ? made->getInsertionPointAfterDef() : entry.getFirstNonPHIOrDbgOrAlloca();
  if (!place)
    return {};
  IRBuilder<> builder((*place)->getParent(), *place);
  Constant *lanes = lanesThatMayRun(mask);
  Value *asked = lanes->isAllOnesValue() ? &mask : builder.CreateOr(&mask, ConstantExpr::getNot(lanes));
  return {builder.CreateAndReduce(asked), lanes};
}

/// Writes one plain store for each run of lanes. A run whose length is not a power of two becomes several stores, each
/// with a length that is a power of two.
void storeRuns(IRBuilder<> &builder, const MaskedAccess &access, ArrayRef<LaneRun> runs) {
  for (LaneRun run : runs)
    while (run.count != 0) {
      const LaneRun part{run.first, bit_floor(run.count)};
      const auto [place, alignment] = addressOfRun(builder, access, part);
      Value *values = extractRun(builder, access.call.getArgOperand(0), part);
      access.copyMetadataTo(*builder.CreateAlignedStore(values, place, alignment));
      run = {run.first + part.count, run.count - part.count};
    }
}

/// Replaces a store with a constant mask by plain stores.
bool storeConstantRuns(const MaskedAccess &access) {
  const auto runs = runsOf(*access.mask());
  if (access.isLoad() || !runs)
    return false;
  IRBuilder<> builder(&access.call);
  storeRuns(builder, access, *runs);
  access.call.eraseFromParent();
  return true;
}

/// Executes plain accesses instead of `access` if all lanes run. `test` is the test of the access's mask, or empty for
/// the first access with this mask.
bool branch(const MaskedAccess &access, Test &test, Function &function) {
  // A plain load would also read the lanes that never run, perhaps beyond the end of the memory.
  if (access.isLoad() && !lanesThatMayRun(*access.mask())->isAllOnesValue())
    return false;
  if (!test.all)
    test = createAllActiveTest(*access.mask(), function.getEntryBlock());
  const auto runs = test.all ? runsOf(*test.lanes) : std::nullopt;
  if (!runs)
    return false;
  IntrinsicInst &call = access.call;
  Instruction *plain = nullptr, *masked = nullptr;
  SplitBlockAndInsertIfThenElse(test.all, call.getIterator(), &plain, &masked,
                                MDBuilder(call.getContext()).createLikelyBranchWeights());
  BasicBlock *tail = call.getParent();
  call.moveBefore(masked->getIterator());
  IRBuilder<> builder(plain);
  if (!access.isLoad()) {
    if (test.lanes->isAllOnesValue())
      access.copyMetadataTo(*builder.CreateAlignedStore(call.getArgOperand(0), access.address(), access.alignment()));
    else
      storeRuns(builder, access, *runs);
    return true;
  }
  LoadInst *load = builder.CreateAlignedLoad(access.type(), access.address(), access.alignment());
  access.copyMetadataTo(*load);
  builder.SetInsertPoint(tail, tail->begin());
  PHINode *both = builder.CreatePHI(access.type(), 2, "lanes");
  call.replaceAllUsesWith(both);
  both->addIncoming(load, plain->getParent());
  both->addIncoming(&call, masked->getParent());
  return true;
}

} // namespace

bool branchOnMasks(Function &function, MaskedMemoryContext &context) {
  const auto accesses = collectAccesses<MaskedAccess>(
      function, [&](const MaskedAccess &access) { return access.isSlow(context.profile.legal); });
  DenseMap<Value *, Test> tests;
  bool changed = false;
  for (const MaskedAccess &access : accesses) {
    if (context.branchesLeft == 0)
      break;
    const bool isDone =
        isa<Constant>(access.mask()) ? storeConstantRuns(access) : branch(access, tests[access.mask()], function);
    context.branchesLeft -= isDone ? 1 : 0;
    changed |= isDone;
  }
  return changed;
}

} // namespace weft::compiler
