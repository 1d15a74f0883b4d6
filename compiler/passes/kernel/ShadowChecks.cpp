// Generates code that records accesses to memory in its shadow, words that say who accessed it last, and finds races.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/ShadowChecks.h"

#include <cstddef>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/AsyncCopies.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr unsigned stampShift = WEFT_SHADOW_SITE_BITS + WEFT_SHADOW_ITEM_BITS;
constexpr unsigned groupShift = stampShift + WEFT_SHADOW_EPOCH_BITS;
/// The most shadow words that one access may have. The code checks an access's words one after the other. If an access
/// has more words, the memory doesn't fit the shadow (ShadowChecks::fits).
constexpr uint64_t mostWords = 4;

} // namespace

struct ShadowChecks::ShadowWords {
  Value *writes, *reads, *otherReads, *writesAgain, *readsAgain;
};

struct ShadowChecks::Words {
  SmallVector<ShadowWords, mostWords> places;
  Value *own = nullptr; ///< the word that the work-item stores
};

ShadowChecks::ShadowChecks(Function &kernel, CheckCalls &calls) : kernel_(kernel), calls_(calls) {}

bool ShadowChecks::fits(const SharedMemory &memory) {
  if (!memory.isKnown || memory.isLocal == memory.isGlobal)
    return false;
  const uint64_t pieceBytes = memory.piece == 4 ? 4 : 1;
  return memory.unit != 0 || memory.longest / pieceBytes <= mostWords;
}

Value *ShadowChecks::shadowMember(Type *type, size_t offset, const char *name) {
  IRBuilder<> &entry = calls_.entry();
  if (!shadow_)
    shadow_ = calls_.shadow();
  Value *&known = members_[offset];
  if (!known)
    known = loadInvariant(entry, type, shadow_, offset, 8, name);
  return known;
}

/// Returns the address of the shadow word for the first byte of the access's memory: of the group's local memory, or of
/// the memory that the access's argument points to. `member` selects one of the pointers in WeftShadowPlanes, for
/// example the words for writes.
Value *ShadowChecks::plane(const SharedAccess &access, size_t member) {
  IRBuilder<> &entry = calls_.entry();
  if (access.object.kind != WEFT_CHECK_BUFFER)
    return shadowMember(entry.getPtrTy(), offsetof(WeftShadow, local) + member, "words");
  Value *arguments = shadowMember(entry.getPtrTy(), offsetof(WeftShadow, arguments), "argument.words");
  const size_t offset = access.object.argument * sizeof(WeftShadowPlanes) + member;
  Value *&known = planes_[{arguments, offset}];
  if (!known)
    known = loadInvariant(entry, entry.getPtrTy(), arguments, offset, alignof(void *), "words");
  return known;
}

/// Returns the stamp, the number of the interval between barriers in which the work-item is. It is returned as shadow
/// words have it, in the bits from stampShift on.
Value *ShadowChecks::stampOf(IRBuilder<> &builder, bool isLocal) {
  AllocaInst *&stamp = stamps_[isLocal ? 1 : 0];
  if (!stamp) {
    IRBuilder<> entry(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    stamp = entry.CreateAlloca(builder.getInt64Ty(), nullptr, isLocal ? "local.stamp" : "global.stamp");
    Value *first = isLocal ? shadowMember(builder.getInt64Ty(), offsetof(WeftShadow, localStart), "start")
                           : shadowMember(builder.getInt64Ty(), offsetof(WeftShadow, globalStamp), "stamp");
    calls_.entry().CreateStore(first, stamp);
  }
  return builder.CreateLoad(builder.getInt64Ty(), stamp);
}

LoadInst *ShadowChecks::load(IRBuilder<> &builder, Value *word, const char *name) {
  LoadInst *load = builder.CreateAlignedLoad(builder.getInt64Ty(), word, Align(8), name);
  shadowAccesses_.push_back(load);
  return load;
}

void ShadowChecks::store(IRBuilder<> &builder, Value *value, Value *word) {
  shadowAccesses_.push_back(builder.CreateAlignedStore(value, word, Align(8)));
}

/// Returns an i1: whether `word`, a shadow word of global memory, describes an access that another group has made in
/// this launch. `own` is the word that the running work-item stores.
Value *ShadowChecks::isByOtherGroup(IRBuilder<> &builder, Value *word, Value *own) {
  Value *difference = builder.CreateXor(word, own);
  Value *start = shadowMember(builder.getInt64Ty(), offsetof(WeftShadow, globalStart), "global.start");
  return builder.CreateAnd(builder.CreateICmpUGE(difference, builder.getInt64(uint64_t{1} << groupShift)),
                           builder.CreateICmpUGE(word, start));
}

/// Returns an i1: whether no barrier orders two accesses. The shadow word `word` describes the earlier access; `own` is
/// the word of the running work-item's access.
Value *ShadowChecks::isUnorderedAccess(IRBuilder<> &builder, Value *word, Value *own, bool isLocal) {
  constexpr auto bit = [](unsigned number) { return uint64_t{1} << number; };
  // True if both words have the same stamp, so that no barrier was between their accesses, but are of different
  // work-items.
  Value *item = builder.CreateSub(builder.CreateXor(word, own), builder.getInt64(bit(WEFT_SHADOW_SITE_BITS)));
  Value *isItems = builder.CreateICmpULT(item, builder.getInt64(bit(stampShift) - bit(WEFT_SHADOW_SITE_BITS)));
  return isLocal ? isItems : builder.CreateOr(isItems, isByOtherGroup(builder, word, own));
}

ShadowChecks::Words ShadowChecks::wordsOf(Instruction *at, const SharedAccess &access, const SharedMemory &memory,
                                          unsigned site) {
  IRBuilder<> builder(at);
  IRBuilder<> &entry = calls_.entry();
  Type *i64 = builder.getInt64Ty();
  const uint64_t scale = hasBytes_ ? 8 : 2;
  Value &address = *access.stretch.address;
  Value *base = access.object.base ? access.object.base : underlyingBase(address);
  Value *offset = builder.CreateSub(builder.CreatePtrToInt(&address, i64), builder.CreatePtrToInt(base, i64));
  if (memory.isLocal) {
    Value *first = loadInvariant(entry, i64, groupParameter(kernel_), offsetof(WeftGroup, localMemory), 8, "first");
    Value *start = builder.CreatePtrToInt(builder.CreateAddrSpaceCast(base, builder.getPtrTy(spirGeneric)), i64);
    offset = builder.CreateAdd(offset, builder.CreateSub(start, first));
  }
  Words words;
  const uint64_t pieceBytes = memory.piece == 4 ? 4 : 1;
  const uint64_t count = memory.unit != 0 ? 1 : access.stretch.bytes / pieceBytes;
  for (uint64_t i = 0; i < count; ++i) {
    Value *distance =
        builder.CreateMul(builder.CreateAdd(offset, builder.getInt64(i * pieceBytes)), builder.getInt64(scale));
    const auto word = [&](size_t member) {
      return builder.CreateGEP(builder.getInt8Ty(), plane(access, member), distance);
    };
    words.places.push_back({word(offsetof(WeftShadowPlanes, writes)), word(offsetof(WeftShadowPlanes, reads)),
                            word(offsetof(WeftShadowPlanes, otherReads)), word(offsetof(WeftShadowPlanes, writesAgain)),
                            word(offsetof(WeftShadowPlanes, readsAgain))});
  }
  Value *item = isByCopy(*access.instruction) ? builder.getInt64(uint64_t{WEFT_SHADOW_COPY} << WEFT_SHADOW_SITE_BITS)
                                              : itemBits(builder);
  words.own = builder.CreateOr(builder.CreateOr(stampOf(builder, memory.isLocal), item), builder.getInt64(site), "own");
  return words;
}

unsigned ShadowChecks::indexOfSite(Constant *site) {
  sites_.push_back(site);
  return sites_.size() - 1;
}

void ShadowChecks::watch(const SharedAccess &access, const SharedMemory &memory, const CheckOptions &wanted) {
  if (sites_.size() >> WEFT_SHADOW_SITE_BITS != 0)
    return;
  const unsigned site = indexOfSite(wanted.site);
  Instruction *behind = access.instruction->getNextNode();
  Instruction *at = guard(access.instruction, wanted.isGroupUniform);
  Instruction *looks = at;
  if (wanted.unless) {
    looks = SplitBlockAndInsertIfThen(IRBuilder<>(at).CreateNot(wanted.unless), at, /*Unreachable=*/false);
    if (memory.isLocal) { // if `unless` is true, the code still has to find reads of unwritten memory
      at = SplitBlockAndInsertIfThen(wanted.unless, at, /*Unreachable=*/false);
      CheckOptions noOthers = wanted;
      noOthers.others = false;
      note(at, access, wordsOf(at, access, memory, site), noOthers);
    }
  }
  note(looks, access, wordsOf(looks, access, memory, site), wanted);
  const bool isStore =
      access.stretch.writes && (access.stretch.kind != WEFT_CHECK_ATOMIC || isa<StoreInst>(access.instruction));
  if (!wanted.others || !isStore)
    return;
  behind = guard(behind, wanted.isGroupUniform);
  if (wanted.unless)
    behind = SplitBlockAndInsertIfThen(IRBuilder<>(behind).CreateNot(wanted.unless), behind, /*Unreachable=*/false);
  recheckWrites(behind, access, wordsOf(behind, access, memory, site), wanted);
}

/// Returns the instruction before which to put the code of a check. This is `at`, unless all groups access the memory
/// in the same way. Then the instruction is in a new block before `at`. The block is skipped once a group of the same
/// size has ended without a report (WeftShadow::skipsGroupUniform).
Instruction *ShadowChecks::guard(Instruction *at, bool isGroupUniform) {
  if (!isGroupUniform)
    return at;
  IRBuilder<> &entry = calls_.entry();
  if (!checksGroupUniform_)
    checksGroupUniform_ = entry.CreateICmpEQ(
        shadowMember(entry.getInt64Ty(), offsetof(WeftShadow, skipsGroupUniform), "skips.alike"), entry.getInt64(0));
  return SplitBlockAndInsertIfThen(checksGroupUniform_, at, /*Unreachable=*/false);
}

/// Returns the bits of a shadow word that name the running work-item: its flattened local id.
Value *ShadowChecks::itemBits(IRBuilder<> &builder) {
  const auto make = [&](IRBuilder<> &at) {
    return at.CreateShl(calls_.flatId(at), WEFT_SHADOW_SITE_BITS, "item.bits", true, true);
  };
  BasicBlock *body = kernel_.getEntryBlock().getSingleSuccessor();
  if (!body) // versionForSafeGroups has made two bodies, of which each group runs one
    return make(builder);
  if (!item_) {
    IRBuilder<> start(&*body->getFirstInsertionPt());
    item_ = make(start);
  }
  return item_;
}

void ShadowChecks::note(Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted) {
  if (access.stretch.kind == WEFT_CHECK_ATOMIC || access.stretch.writes)
    write(at, access, words, wanted);
  else
    read(at, access, words, wanted);
}

/// Stores the work-item's word in each shadow word of the access. Returns the words that these stores replace.
SmallVector<Value *> ShadowChecks::storeOwnWord(Instruction *at, const Words &words, Value *ShadowWords::*plane,
                                                bool isLocal) {
  IRBuilder<> builder(at);
  if (!isLocal) // LLVM may not reuse an earlier load: another thread may have stored a word since
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
  SmallVector<Value *> before;
  for (const ShadowWords &place : words.places) {
    before.push_back(load(builder, place.*plane, "before"));
    store(builder, words.own, place.*plane);
  }
  if (!isLocal) // if two threads store a word and then load the other's, at least one sees the other's
    builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  return before;
}

void ShadowChecks::read(Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted) {
  const bool isLocal = access.object.kind != WEFT_CHECK_BUFFER;
  const bool isNoted = wanted.others && wanted.isNoted;
  SmallVector<Value *> readers;
  if (isNoted)
    readers = storeOwnWord(at, words, &ShadowWords::reads, isLocal);
  for (const auto &[i, place] : enumerate(words.places)) {
    IRBuilder<> builder(at);
    Value *writer = load(builder, place.writes, "writer");
    Value *isBad = wanted.others ? isUnorderedAccess(builder, writer, words.own, isLocal) : builder.getFalse();
    if (isLocal)
      isBad = builder.CreateOr(
          isBad,
          builder.CreateICmpULT(writer, shadowMember(builder.getInt64Ty(), offsetof(WeftShadow, localStart), "start")));
    reportRace(at, isBad, access, wanted, writer);
    if (!isNoted)
      continue;
    builder.SetInsertPoint(at);
    // Another lane of the packet, or another thread, may have read the memory, too. Each replaces the word of an
    // earlier reader in `reads`, so `otherReads` keeps the replaced word: this work-item's word, or the word that was
    // there before.
    Value *isGone = builder.CreateICmpNE(load(builder, place.readsAgain, "again"), words.own);
    Value *hasOther = builder.CreateOr(isGone, isUnorderedAccess(builder, readers[i], words.own, isLocal));
    Instruction *then = SplitBlockAndInsertIfThen(hasOther, at, /*Unreachable=*/false);
    builder.SetInsertPoint(then);
    store(builder, builder.CreateSelect(isGone, words.own, readers[i]), place.otherReads);
  }
}

void ShadowChecks::write(Instruction *at, const SharedAccess &access, const Words &words, const CheckOptions &wanted) {
  const bool isLocal = access.object.kind != WEFT_CHECK_BUFFER;
  IRBuilder<> builder(at);
  if (access.stretch.kind == WEFT_CHECK_ATOMIC && !isa<StoreInst>(access.instruction)) {
    for (const ShadowWords &place : words.places) {
      builder.SetInsertPoint(at);
      Value *writer = load(builder, place.writes, "writer");
      Value *start = shadowMember(builder.getInt64Ty(), offsetof(WeftShadow, localStart), "start");
      reportRace(at, builder.CreateICmpULT(writer, start), access, wanted, writer);
    }
    return;
  }
  if (!wanted.others) {
    for (const ShadowWords &place : words.places)
      store(builder, words.own, place.writes);
    return;
  }
  const SmallVector<Value *> writers = storeOwnWord(at, words, &ShadowWords::writes, isLocal);
  for (const auto &[i, place] : enumerate(words.places)) {
    builder.SetInsertPoint(at);
    Value *word = writers[i];
    Value *isBad = isUnorderedAccess(builder, word, words.own, isLocal);
    if (wanted.readers)
      for (Value *reads : {place.reads, place.otherReads}) {
        Value *reader = load(builder, reads, "reader");
        Value *isReaders = isUnorderedAccess(builder, reader, words.own, isLocal);
        word = builder.CreateSelect(isBad, word, reader);
        isBad = builder.CreateOr(isBad, isReaders);
      }
    reportRace(at, isBad, access, wanted, word);
  }
}

/// Adds code after a write that loads the access's shadow words once more. If another lane wrote at the same time, a
/// word may now name that lane instead of the running work-item; then the code calls the checker.
void ShadowChecks::recheckWrites(Instruction *at, const SharedAccess &access, const Words &words,
                                 const CheckOptions &wanted) {
  const bool isLocal = access.object.kind != WEFT_CHECK_BUFFER;
  for (const ShadowWords &place : words.places) {
    IRBuilder<> builder(at);
    Value *writer = load(builder, place.writesAgain, "again");
    reportRace(at, isUnorderedAccess(builder, writer, words.own, isLocal), access, wanted, writer);
  }
}

/// Returns an i64 that is 1 if the access stores a vector and the memory already contains the same value; otherwise it
/// is 0.
Value *ShadowChecks::storesEqualValue(IRBuilder<> &builder, Instruction &access) {
  auto *store = dyn_cast<StoreInst>(&access);
  Type *type = store ? store->getValueOperand()->getType() : nullptr;
  if (!store || store->isAtomic() || !type->isVectorTy() || type->isPtrOrPtrVectorTy())
    return builder.getInt64(0);
  LoadInst *there = builder.CreateAlignedLoad(type, store->getPointerOperand(), store->getAlign(), "there");
  Type *bits = VectorType::getInteger(cast<VectorType>(type));
  Value *differ =
      builder.CreateICmpNE(builder.CreateBitCast(there, bits), builder.CreateBitCast(store->getValueOperand(), bits));
  return builder.CreateZExt(builder.CreateNot(builder.CreateOrReduce(differ)), builder.getInt64Ty());
}

/// Adds code before `at` that calls the checker if `isBad` is true. `word` is the shadow word of the other access.
void ShadowChecks::reportRace(Instruction *at, Value *isBad, const SharedAccess &access, const CheckOptions &wanted,
                              Value *word) {
  MDNode *rarely = MDBuilder(kernel_.getContext()).createUnlikelyBranchWeights();
  Instruction *then = SplitBlockAndInsertIfThen(isBad, at, /*Unreachable=*/false, rarely);
  IRBuilder<> builder(then);
  if (!table_)
    table_ = new GlobalVariable(*kernel_.getParent(), builder.getPtrTy(), /*isConstant=*/true,
                                GlobalValue::PrivateLinkage, Constant::getNullValue(builder.getPtrTy()),
                                "weft.check.table", nullptr, GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
  Value *address = builder.CreatePtrToInt(access.stretch.address, builder.getInt64Ty());
  Value *stored =
      access.stretch.bytes > sizeof(uint64_t) ? storesEqualValue(builder, *access.instruction) : wanted.stored;
  calls_.met(builder, wanted.site, {wanted.offset, address, stored, word, table_});
}

void ShadowChecks::passBarrier(Instruction &barrier) { barriers_.push_back(&barrier); }

void ShadowChecks::finish() {
  if (sites_.empty())
    return;
  for (Instruction *barrier : barriers_) {
    IRBuilder<> builder(barrier);
    const auto flags = fencesOf(*barrier);
    if (stamps_[1] && (flags & WEFT_CHECK_ORDERS_LOCAL) != 0) {
      Value *next = builder.CreateAdd(stampOf(builder, true), builder.getInt64(uint64_t{1} << stampShift));
      builder.CreateStore(next, stamps_[1]);
      Value *newest =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shadow_, offsetof(WeftShadow, localStamp));
      // All work-items of the group store the same value.
      store(builder, next, newest);
    }
    if (stamps_[0] && (flags & WEFT_CHECK_ORDERS_GLOBAL) != 0) {
      Value *now = stampOf(builder, false);
      constexpr uint64_t stretches = ((uint64_t{1} << WEFT_SHADOW_EPOCH_BITS) - 1) << stampShift;
      Value *isLast = builder.CreateICmpEQ(builder.CreateAnd(now, stretches), builder.getInt64(stretches));
      Value *next = builder.CreateAdd(now, builder.getInt64(uint64_t{1} << stampShift));
      builder.CreateStore(builder.CreateSelect(isLast, now, next), stamps_[0]);
    }
  }
  if (table_) {
    auto *type = ArrayType::get(calls_.entry().getPtrTy(), sites_.size());
    auto *table = new GlobalVariable(*kernel_.getParent(), type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                     ConstantArray::get(type, sites_), "weft.check.sites", nullptr,
                                     GlobalValue::NotThreadLocal, /*AddressSpace=*/0);
    table_->replaceAllUsesWith(table);
    table_->eraseFromParent();
  }
  SmallVector<AllocaInst *> stamps;
  for (AllocaInst *stamp : stamps_)
    if (stamp)
      stamps.push_back(stamp);
  DominatorTree dominators(kernel_);
  PromoteMemToReg(stamps, dominators);
  // Tells LLVM by alias scopes that no access of the program overlaps the shadow.
  MDBuilder metadata(kernel_.getContext());
  MDNode *scope = metadata.createAnonymousAliasScope(metadata.createAnonymousAliasScopeDomain("weft.shadow"));
  MDNode *scopes = MDNode::get(kernel_.getContext(), scope);
  for (Instruction *access : shadowAccesses_)
    access->setMetadata(LLVMContext::MD_alias_scope, scopes);
  for (Instruction &instruction : instructions(kernel_))
    if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(instruction) &&
        !instruction.hasMetadata(LLVMContext::MD_alias_scope))
      instruction.setMetadata(LLVMContext::MD_noalias,
                              MDNode::concatenate(instruction.getMetadata(LLVMContext::MD_noalias), scopes));
  setNumericAttribute(kernel_, shadowsAttribute, hasBytes_ ? 2 : 1);
  kernel_.addFnAttr(reportsAttribute);
}

} // namespace weft::compiler
