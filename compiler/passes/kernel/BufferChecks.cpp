// Adds checks that find reads of buffer memory that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InsertChecksPass.h"

#include <map>
#include <set>

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "analysis/CodeLength.h"
#include "codegen/CompileBudget.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"
#include "passes/kernel/SafeGroups.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the type of those loaded elements that the kernel uses. Clang loads a vector of three elements as a vector
/// of four and uses the first three: then the type is a vector of three. For all other loads it is the load's own type.
Type *typeThatIsUsed(const LoadInst &load) {
  auto *vector = dyn_cast<FixedVectorType>(load.getType());
  constexpr int used = 3;
  const auto takesFirst = [](const User *user) {
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
    return shuffle && all_of(shuffle->getShuffleMask(), [](int index) { return index < used; });
  };
  const Instruction &taken = loadedResult(load);
  if (!vector || vector->getNumElements() != used + 1U || taken.use_empty() || !all_of(taken.users(), takesFirst))
    return load.getType();
  return FixedVectorType::get(vector->getElementType(), used);
}

class BufferChecks {
public:
  explicit BufferChecks(Function &kernel) : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    findEscapingArguments();
    for (const uint32_t argument : unseen_)
      calls_.wrote(argument);
    SmallVector<Instruction *> accesses;
    for (Instruction &instruction : instructions(kernel_))
      if (instruction.getParent() != &kernel_.getEntryBlock() && !instruction.hasMetadata(reportedMetadata) &&
          accessesBuffer(instruction))
        accesses.push_back(&instruction);
    if (!accesses.empty())
      skipInUnmarkedGroups(accesses);
    for (Instruction *access : accesses)
      for (const AccessedRange &stretch : accessedRanges(*access, layout_))
        check(*access, stretch);
  }

private:
  /// Makes groups run code without checks if no argument has marks, which say which bytes were written. If the
  /// memory checks have already made two versions of the code, this function adds a condition to the branch between
  /// them: a group runs the version without checks only if none of its accesses can leave its object and no argument
  /// has marks. Afterwards `accesses` contains only the accesses of the version with checks.
  void skipInUnmarkedGroups(SmallVector<Instruction *> &accesses) {
    IRBuilder<> &entry = calls_.entry();
    for (Instruction *access : accesses)
      for (const AccessedRange &stretch : accessedRanges(*access, layout_))
        if (const AccessedObject object = accessedObject(*stretch.address); isLookedAt(object))
          isMarked(object.argument);
    Value *isOneMarked = nullptr;
    for (const auto &[argument, isThisMarked] : isMarked_)
      isOneMarked = isOneMarked ? entry.CreateOr(isOneMarked, isThisMarked) : isThisMarked;
    Value *isNoneMarked = entry.CreateNot(isOneMarked, "is.none.marked");
    if (BranchInst *branch = safeGroupsBranch(kernel_)) {
      branch->setCondition(entry.CreateAnd(branch->getCondition(), isNoneMarked));
      SmallPtrSet<BasicBlock *, 16> safe;
      for (BasicBlock *block : depth_first(branch->getSuccessor(0)))
        safe.insert(block);
      erase_if(accesses, [&](const Instruction *access) { return safe.contains(access->getParent()); });
    } else if (kernel_.getEntryBlock().getSingleSuccessor() && codeLength(kernel_) <= CodeSizes::safeGroupsCopy) {
      ValueToValueMapTy copies;
      versionForSafeGroups(kernel_, entry, isNoneMarked, copies);
      for (Instruction *&access : accesses)
        access = cast<Instruction>(copies[access]);
    }
  }

  /// Collects in unseen_ the buffer arguments to whose memory the kernel may write by instructions that the pass can't
  /// find.
  void findEscapingArguments() {
    for (Instruction &instruction : instructions(kernel_))
      if (const AccessedObject object = isa<LoadInst>(instruction) ? accessedObject(instruction) : AccessedObject();
          object.kind == WEFT_CHECK_BUFFER && object.base == &instruction && !areAllWritesVisible(instruction))
        unseen_.insert(object.argument);
  }

  /// Whether the pass finds every instruction that may write through `base` or through an address computed from `base`.
  bool areAllWritesVisible(Value &base) const {
    SmallVector<Value *> addresses{&base};
    SmallPtrSet<Value *, 8> known{&base};
    while (!addresses.empty()) {
      Value *address = addresses.pop_back_val();
      for (const Use &use : address->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (isa<GetElementPtrInst, AddrSpaceCastInst, FreezeInst, PHINode, SelectInst>(user)) {
          if (accessedObject(*user).base != &base)
            return false;
          if (known.insert(user).second)
            addresses.push_back(user);
        } else if (!isVisibleUse(use)) {
          return false;
        }
      }
    }
    return true;
  }

  bool isVisibleUse(const Use &use) const {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<LoadInst, ICmpInst>(user))
      return true;
    if (isa<PtrToIntInst>(user)) // used by checks, and by code that tests the alignment
      return all_of(user->users(), [](const User *one) {
        const auto *call = dyn_cast<CallInst>(one);
        const unsigned opcode = cast<Instruction>(one)->getOpcode();
        return (call && isCheckFunction(call->getCalledFunction())) || opcode == Instruction::ICmp ||
               opcode == Instruction::Sub || opcode == Instruction::And;
      });
    if (any_of(accessedRanges(*user, layout_),
               [&](const AccessedRange &stretch) { return stretch.address == use.get(); }))
      return !isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(user) || use.getOperandNo() == addressOperand(*user);
    if (const auto *copy = dyn_cast<MemTransferInst>(user))
      return &copy->getRawSourceUse() == &use;
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->onlyReadsMemory();
  }

  static unsigned addressOperand(const Instruction &access) {
    return isa<StoreInst>(access) ? StoreInst::getPointerOperandIndex() : 0;
  }

  bool isLookedAt(const AccessedObject &object) const {
    return object.kind == WEFT_CHECK_BUFFER && !unseen_.contains(object.argument);
  }

  bool accessesBuffer(Instruction &instruction) const {
    return any_of(accessedRanges(instruction, layout_),
                  [&](const AccessedRange &stretch) { return isLookedAt(accessedObject(*stretch.address)); });
  }

  void check(Instruction &access, const AccessedRange &stretch) {
    const AccessedObject object = accessedObject(*stretch.address);
    if (!isLookedAt(object))
      return;
    auto *load = dyn_cast<LoadInst>(&access);
    const bool isUpdate = isa<AtomicRMWInst, AtomicCmpXchgInst>(access);
    if ((load && !isLoadOfPartialWrite(*load)) || isUpdate)
      look(access, stretch, object, load ? *typeThatIsUsed(*load) : *typeOf(access));
    if (stretch.writes)
      mark(access, stretch, object);
  }

  /// Returns the type of the value that an instruction stores or exchanges.
  static Type *typeOf(const Instruction &access) {
    if (const auto *store = dyn_cast<StoreInst>(&access))
      return store->getValueOperand()->getType();
    if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access))
      return exchange->getNewValOperand()->getType();
    return access.getType();
  }

  void look(Instruction &access, const AccessedRange &stretch, const AccessedObject &object, Type &type) {
    Type *marksType = marksTypeOf(type, layout_);
    if (!marksType)
      return;
    Instruction *then = createMarkedBlock(access, access.getIterator(), stretch, object);
    IRBuilder<> builder(then);
    Value *position = positionOf(builder, stretch, object);
    Value *marks = builder.CreateAlignedLoad(marksType, marksAt(builder, object, position), Align(1), "marks");
    Value *isUnwritten = lackMarks(builder, *marks);
    isUnwritten->setName("is.unwritten");
    Constant *site =
        calls_.site(access, {.kind = WEFT_CHECK_UNWRITTEN,
                             .objectKind = WEFT_CHECK_BUFFER,
                             .argument = object.argument,
                             .object = object.name(),
                             .bytes = static_cast<uint32_t>(layout_.getTypeStoreSize(&type).getFixedValue()),
                             .elementBytes = static_cast<uint32_t>(stretch.elementBytes)});
    Instruction *bad = SplitBlockAndInsertIfThen(isUnwritten, then->getIterator(), /*Unreachable=*/false,
                                                 MDBuilder(kernel_.getContext()).createUnlikelyBranchWeights());
    IRBuilder<> report(bad);
    report.SetCurrentDebugLocation(access.getDebugLoc());
    calls_.report(report, site, position, report.getInt64(0));
  }

  void mark(Instruction &access, const AccessedRange &stretch, const AccessedObject &object) {
    Instruction *then = createMarkedBlock(access, std::next(access.getIterator()), stretch, object);
    IRBuilder<> builder(then);
    Value *marks = marksAt(builder, object, positionOf(builder, stretch, object));
    const bool hasType = isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(access);
    if (Type *type = hasType ? marksTypeOf(*typeOf(access), layout_) : nullptr)
      builder.CreateAlignedStore(Constant::getAllOnesValue(type), marks, Align(1));
    else
      builder.CreateMemSet(marks, builder.getInt8(0xFF), stretch.bytes, Align(1));
  }

  /// Creates a new block before `at`. It runs only if the buffer has marks (which say which bytes were written) and the
  /// access is within the buffer. Returns the block's terminator, before which the caller inserts its code.
  Instruction *createMarkedBlock(const Instruction &access, BasicBlock::iterator at, const AccessedRange &stretch,
                                 const AccessedObject &object) {
    Value *condition = isMarked(object.argument);
    if (!checksOf(kernel_).has(
            CodeCheck::memory)) { // otherwise the memory checks skip each access outside of the buffer
      IRBuilder<> builder(at->getParent(), at);
      builder.SetCurrentDebugLocation(access.getDebugLoc());
      Value *bytes = calls_.bytesAfter(object.argument, stretch.writes);
      Value *isWithin = builder.CreateICmpULT(positionOf(builder, stretch, object), bytes, "is.within");
      condition = builder.CreateAnd(condition, isWithin);
    }
    return SplitBlockAndInsertIfThen(condition, at, /*Unreachable=*/false,
                                     MDBuilder(kernel_.getContext()).createUnlikelyBranchWeights());
  }

  /// Returns an i1 in the entry block: whether the launch has marks, which say which bytes were written, for the
  /// argument's memory.
  Value *isMarked(uint32_t argument) {
    Value *&known = isMarked_[argument];
    if (!known)
      known = calls_.entry().CreateIsNotNull(calls_.written(argument), "is.marked");
    return known;
  }

  Value *positionOf(IRBuilder<> &builder, const AccessedRange &stretch, const AccessedObject &object) const {
    return distanceFrom(builder, *object.base, *stretch.address, offsetFrom(*object.base, *stretch.address, layout_));
  }

  Value *marksAt(IRBuilder<> &builder, const AccessedObject &object, Value *position) {
    return builder.CreateGEP(builder.getInt8Ty(), calls_.written(object.argument), position);
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  std::set<uint32_t> unseen_;
  std::map<uint32_t, Value *> isMarked_; ///< by argument
};

} // namespace

void insertBufferChecks(Function &kernel) { BufferChecks(kernel).run(); }

} // namespace weft::compiler
