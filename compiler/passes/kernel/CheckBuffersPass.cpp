// Lets a kernel look for reads of buffers that nobody has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/CheckBuffersPass.h"

#include <map>
#include <set>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Of a vector that stands for three elements, as Clang loads those: its first three. Else all.
Type *typeThatIsUsed(const LoadInst &load) {
  auto *vector = dyn_cast<FixedVectorType>(load.getType());
  constexpr int used = 3;
  const auto takesFirst = [](const User *user) {
    const auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
    return shuffle && all_of(shuffle->getShuffleMask(), [](int index) { return index < used; });
  };
  if (!vector || vector->getNumElements() != used + 1U || load.use_empty() || !all_of(load.users(), takesFirst))
    return load.getType();
  return FixedVectorType::get(vector->getElementType(), used);
}

class BufferChecks {
public:
  explicit BufferChecks(Function &kernel) : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    findUnseen();
    for (const uint32_t argument : unseen_)
      calls_.wrote(argument);
    SmallVector<Instruction *> all;
    for (Instruction &instruction : instructions(kernel_))
      if (instruction.getParent() != &kernel_.getEntryBlock())
        all.push_back(&instruction);
    for (Instruction *instruction : all)
      for (const MemoryStretch &stretch : stretchesOf(*instruction, layout_))
        check(*instruction, stretch);
  }

private:
  /// Arguments that are used in ways that can't be followed.
  void findUnseen() {
    for (Instruction &instruction : instructions(kernel_))
      if (const AccessedObject object = isa<LoadInst>(instruction) ? accessedObject(instruction) : AccessedObject();
          object.kind == WEFT_CHECK_BUFFER && object.base == &instruction && !isSeen(instruction))
        unseen_.insert(object.argument);
  }

  /// Whether all that is written through the address can be seen to be.
  bool isSeen(Value &base) const {
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
        } else if (!isSeenUse(use)) {
          return false;
        }
      }
    }
    return true;
  }

  bool isSeenUse(const Use &use) const {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<LoadInst, ICmpInst>(user))
      return true;
    if (isa<PtrToIntInst>(user)) // what checks do, and who asks for alignment
      return all_of(user->users(), [](const User *one) {
        const auto *call = dyn_cast<CallInst>(one);
        const unsigned opcode = cast<Instruction>(one)->getOpcode();
        return (call && isCheckFunction(call->getCalledFunction())) || opcode == Instruction::ICmp ||
               opcode == Instruction::Sub || opcode == Instruction::And;
      });
    if (any_of(stretchesOf(*user, layout_), [&](const MemoryStretch &stretch) { return stretch.address == use.get(); }))
      return !isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(user) || use.getOperandNo() == addressOperand(*user);
    if (const auto *copy = dyn_cast<MemTransferInst>(user))
      return &copy->getRawSourceUse() == &use;
    const auto *call = dyn_cast<CallBase>(user);
    return call && call->onlyReadsMemory();
  }

  static unsigned addressOperand(const Instruction &access) {
    return isa<StoreInst>(access) ? StoreInst::getPointerOperandIndex() : 0;
  }

  void check(Instruction &access, const MemoryStretch &stretch) {
    const AccessedObject object = accessedObject(*stretch.address);
    if (object.kind != WEFT_CHECK_BUFFER || unseen_.contains(object.argument))
      return;
    auto *load = dyn_cast<LoadInst>(&access);
    const bool isUpdate = isa<AtomicRMWInst, AtomicCmpXchgInst>(access);
    if ((load && !isForOtherElements(*load)) || isUpdate)
      look(access, stretch, object, load ? *typeThatIsUsed(*load) : *typeOf(access));
    if (stretch.writes)
      mark(access, stretch, object);
  }

  /// Of what an instruction stores or exchanges.
  static Type *typeOf(const Instruction &access) {
    if (const auto *store = dyn_cast<StoreInst>(&access))
      return store->getValueOperand()->getType();
    if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&access))
      return exchange->getNewValOperand()->getType();
    return access.getType();
  }

  void look(Instruction &access, const MemoryStretch &stretch, const AccessedObject &object, Type &type) {
    Type *marksType = marksTypeOf(type, layout_);
    if (!marksType)
      return;
    Instruction *then = wherePartIsMarked(access, access.getIterator(), stretch, object);
    IRBuilder<> builder(then);
    Value *position = positionOf(builder, stretch, object);
    Value *marks = builder.CreateAlignedLoad(marksType, marksAt(builder, object, position), Align(1), "marks");
    Value *isUnwritten = builder.CreateICmpNE(marks, Constant::getAllOnesValue(marksType));
    if (marksType->isVectorTy())
      isUnwritten = builder.CreateOrReduce(isUnwritten);
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

  void mark(Instruction &access, const MemoryStretch &stretch, const AccessedObject &object) {
    Instruction *then = wherePartIsMarked(access, std::next(access.getIterator()), stretch, object);
    IRBuilder<> builder(then);
    Value *marks = marksAt(builder, object, positionOf(builder, stretch, object));
    const bool hasType = isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(access);
    if (Type *type = hasType ? marksTypeOf(*typeOf(access), layout_) : nullptr)
      builder.CreateAlignedStore(Constant::getAllOnesValue(type), marks, Align(1));
    else
      builder.CreateMemSet(marks, builder.getInt8(0xFF), stretch.bytes, Align(1));
  }

  /// The end of a new block in front of `at`, which is entered where the buffer has marks for the access.
  Instruction *wherePartIsMarked(const Instruction &access, BasicBlock::iterator at, const MemoryStretch &stretch,
                                 const AccessedObject &object) {
    IRBuilder<> &entry = calls_.entry();
    Value *&isMarked = isMarked_[object.argument];
    if (!isMarked)
      isMarked = entry.CreateIsNotNull(calls_.written(object.argument), "is.marked");
    Value *condition = isMarked;
    if (!checksOf(kernel_).has(CodeCheck::memory)) { // which leaves out what is outside
      IRBuilder<> builder(at->getParent(), at);
      builder.SetCurrentDebugLocation(access.getDebugLoc());
      Value *bytes = calls_.bytesBehind(object.argument, stretch.writes);
      Value *isWithin = builder.CreateICmpULT(positionOf(builder, stretch, object), bytes, "is.within");
      condition = builder.CreateAnd(isMarked, isWithin);
    }
    return SplitBlockAndInsertIfThen(condition, at, /*Unreachable=*/false,
                                     MDBuilder(kernel_.getContext()).createUnlikelyBranchWeights());
  }

  Value *positionOf(IRBuilder<> &builder, const MemoryStretch &stretch, const AccessedObject &object) const {
    if (const std::optional<ByteOffset> offset = offsetFrom(*object.base, *stretch.address, layout_))
      return sumOf(builder, *offset);
    Type *number = builder.getInt64Ty();
    return builder.CreateSub(builder.CreatePtrToInt(stretch.address, number),
                             builder.CreatePtrToInt(object.base, number));
  }

  Value *marksAt(IRBuilder<> &builder, const AccessedObject &object, Value *position) {
    return builder.CreateGEP(builder.getInt8Ty(), calls_.written(object.argument), position);
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  std::set<uint32_t> unseen_;
  std::map<uint32_t, Value *> isMarked_;
};

} // namespace

PreservedAnalyses CheckBuffersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !checksOf(*kernel).has(CodeCheck::values))
    return PreservedAnalyses::all();
  BufferChecks(*kernel).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
