// Adds a check before each memory access that the access lies within its object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InsertChecksPass.h"

#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "analysis/CodeLength.h"
#include "analysis/GroupIntervals.h"
#include "codegen/CompileBudget.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"
#include "passes/kernel/CastChecks.h"
#include "passes/kernel/ImageChecks.h"
#include "passes/kernel/SafeGroups.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The check of an access. If the i1 isGood is true, the access runs; otherwise the code reports the access with its
/// site (its place in the source) and its position in the object.
struct Condition {
  Value *isGood;
  Constant *site;
  bool isReported = false;          ///< whether the call that computes isGood also reports the access
  Value *position = nullptr;        ///< of the access, in bytes from the object's base; null: take `offset`
  std::optional<ByteOffset> offset; ///< the position as a sum for which no code exists yet
};

class MemoryChecks {
public:
  explicit MemoryChecks(Function &kernel)
      : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()), ranges_(kernel, calls_.entry()) {}

  void run() {
    SmallVector<Instruction *> accesses;
    for (Instruction &instruction : instructions(kernel_))
      if (instruction.getParent() != &kernel_.getEntryBlock() && !accessedRanges(instruction, layout_).empty())
        accesses.push_back(&instruction);
    const SmallPtrSet<Instruction *, 16> safe = findGroupSafeAccesses(accesses);
    ValueToValueMapTy copies;
    if (areSafe_)
      versionForSafeGroups(kernel_, calls_.entry(), areSafe_, copies);
    for (Instruction *access : accesses) {
      if (areSafe_ && !alwaysSafe_.contains(access))
        checkAll(*cast<Instruction>(copies[access]));
      if (!safe.contains(access))
        checkAll(*access);
    }
    checkImages(kernel_, calls_);
    checkCasts(kernel_, calls_);
  }

private:
  void checkAll(Instruction &access) {
    for (const AccessedRange &stretch : stretchesTo(access))
      check(access, stretch);
  }

  SmallVector<AccessedRange, 2> stretchesTo(Instruction &access) const {
    SmallVector<AccessedRange, 2> stretches = accessedRanges(access, layout_);
    if (auto *load = dyn_cast<LoadInst>(&access); load && isLoadOfPartialWrite(*load))
      stretches.front().writes = true;
    return stretches;
  }

  /// Returns the accesses for which one test in the entry block can prove that no work-item of the group accesses
  /// memory outside of the object. `areSafe_` becomes the conjunction of these tests. A group for which it is true runs
  /// code without checks of these accesses.
  SmallPtrSet<Instruction *, 16> findGroupSafeAccesses(ArrayRef<Instruction *> accesses) {
    SmallPtrSet<Instruction *, 16> safe;
    if (!kernel_.getEntryBlock().getSingleSuccessor() || codeLength(kernel_) > CodeSizes::safeGroupsCopy)
      return safe;
    for (Instruction *access : accesses) {
      Value *isSafe = nullptr;
      if (!all_of(stretchesTo(*access), [&](const AccessedRange &stretch) {
            const std::optional<Value *> one = groupSafetyTest(*access, stretch);
            isSafe = one ? ranges_.both(isSafe, *one) : isSafe;
            return one.has_value();
          }))
        continue;
      safe.insert(access);
      if (!isSafe)
        alwaysSafe_.insert(access);
      areSafe_ = ranges_.both(areSafe_, isSafe);
    }
    return safe;
  }

  /// Returns an i1 in the entry block: whether this access of each work-item of the group stays within its object.
  /// Returns null instead of an i1 if the access stays within its object in each group. Returns nothing if no test can
  /// prove this for a whole group.
  std::optional<Value *> groupSafetyTest(Instruction &access, const AccessedRange &stretch) {
    AccessedObject object = accessedObject(*stretch.address);
    if (object.isOfLaunch())
      return nullptr;
    SmallVector<AccessedObject, 2> objects = {object};
    if (object.known != AccessedObject::Known::object) {
      object.base = underlyingBase(*stretch.address);
      objects = objectsBeginningAt(*object.base);
      if (objects.empty() || any_of(objects, [](const AccessedObject &one) { return one.isOfLaunch(); }))
        return std::nullopt;
    }
    const std::optional<ByteOffset> offset = offsetFrom(*object.base, *stretch.address, layout_);
    if (!offset || !isKnownToBeAligned(stretch, offset) || !offset->constant.isSignedIntN(32))
      return std::nullopt;
    IRBuilder<> &entry = calls_.entry();
    Value *holds = nullptr;
    bool isKnown = true;
    const auto boundsOf = [&](Value &index) {
      const GroupIntervals::Range range = ranges_.of(index, *access.getParent());
      isKnown &= range.isBounded();
      holds = ranges_.both(holds, range.holds);
      return range;
    };
    forEachIndex(stretch, object, [&](Value &index, const ArrayType &array) {
      const GroupIntervals::Range range = boundsOf(index);
      if (!isKnown)
        return;
      holds = ranges_.both(holds, entry.CreateICmpSGE(range.low, entry.getInt64(0)));
      holds = ranges_.both(holds, entry.CreateICmpSLT(range.high, entry.getInt64(array.getNumElements())));
    });
    Value *low = entry.getInt64(offset->constant.getZExtValue());
    Value *high = low;
    for (const auto &[value, scale] : offset->variable) {
      const GroupIntervals::Range range = boundsOf(*value);
      if (!isKnown || !scale.isSignedIntN(20))
        return std::nullopt;
      Value *bytes = entry.getInt64(scale.getZExtValue());
      low = entry.CreateAdd(low, entry.CreateMul(scale.isNegative() ? range.high : range.low, bytes));
      high = entry.CreateAdd(high, entry.CreateMul(scale.isNegative() ? range.low : range.high, bytes));
    }
    if (!isKnown)
      return std::nullopt;
    Value *end = entry.CreateAdd(high, entry.getInt64(stretch.bytes));
    for (const AccessedObject &one : objects) {
      holds =
          ranges_.both(holds, entry.CreateICmpSGE(entry.CreateAdd(low, before(one)), entry.getInt64(0), "is.behind"));
      Value *limit = zeroIfMisaligned(one, stretch.alignment, bytesFromBase(one, stretch.writes));
      holds = ranges_.both(holds, entry.CreateICmpSLE(end, limit, "is.before.end"));
    }
    return holds;
  }

  void check(Instruction &access, const AccessedRange &stretch) {
    const AccessedObject object = accessedObject(*stretch.address);
    if (object.isOfLaunch())
      return;
    checkArrays(access, stretch, object);
    IRBuilder<> builder(&access);
    const std::optional<Condition> condition = object.known == AccessedObject::Known::object
                                                   ? withinObject(builder, access, stretch, object)
                                                   : withinAnyObject(builder, access, stretch);
    if (condition)
      guard(access, stretch, *condition);
  }

  /// Adds a check of each index into an array that is a part of the object. The check of the object alone isn't enough:
  /// an index that is too large may lead to another member of a struct, or to another array, within the same object.
  void checkArrays(Instruction &access, const AccessedRange &stretch, const AccessedObject &object) {
    forEachIndex(stretch, object,
                 [&](Value &index, const ArrayType &array) { checkIndex(access, stretch, object, &index, array); });
  }

  /// Calls `visit` for each index that may leave its array, if the array is only a part of the object.
  void forEachIndex(const AccessedRange &stretch, const AccessedObject &object,
                    function_ref<void(Value &index, const ArrayType &array)> visit) const {
    for (Value *at = stretch.address; at != object.base;) {
      if (auto *element = dyn_cast<GEPOperator>(at)) {
        visitIndices(object, *element, visit);
        at = element->getPointerOperand();
      } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(at)) {
        at = cast->getPointerOperand();
      } else {
        return;
      }
    }
  }

  void visitIndices(const AccessedObject &object, GEPOperator &element,
                    function_ref<void(Value &index, const ArrayType &array)> visit) const {
    Type *type = element.getSourceElementType();
    for (Value *index : drop_begin(element.indices())) { // the first index counts whole objects
      auto *array = dyn_cast<ArrayType>(type);
      const auto *constant = dyn_cast<ConstantInt>(index);
      // An array of one element gets no check, because at the end of a struct it may stand for an array of any length.
      // If the whole object is the array, the check of the object is a check of the index, too.
      if (array && array->getNumElements() > 1 && !(constant && constant->getValue().ult(array->getNumElements())) &&
          object.bytes != layout_.getTypeAllocSize(array).getFixedValue())
        visit(*index, *array);
      type = GetElementPtrInst::getTypeAtIndex(type, index);
    }
  }

  void checkIndex(Instruction &access, const AccessedRange &stretch, const AccessedObject &object, Value *index,
                  const ArrayType &array) {
    const uint64_t count = array.getNumElements();
    const uint64_t stride = layout_.getTypeAllocSize(array.getElementType()).getFixedValue();
    IRBuilder<> builder(&access);
    Value *number = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
    CheckSite description = siteOf(stretch, object);
    description.object = "an array in " + description.object;
    description.argument = WEFT_CHECK_NO_ARGUMENT;
    description.objectBytes = count * stride;
    description.elementBytes = static_cast<uint32_t>(stride);
    guard(access, stretch,
          {.isGood = builder.CreateICmpULT(number, builder.getInt64(count), "is.in.array"),
           .site = calls_.site(access, description),
           .position = builder.CreateMul(number, builder.getInt64(stride)),
           .offset = std::nullopt});
  }

  /// Returns the condition under which an access may run if it isn't known for certain which object it accesses. If the
  /// address belongs to one of several known objects, the access is good if it lies within any of them. Otherwise the
  /// condition is a call of the checker, which looks the address up among all objects of the launch.
  Condition withinAnyObject(IRBuilder<> &builder, Instruction &access, const AccessedRange &stretch) {
    const SmallVector<AccessedObject, 2> objects = accessedObjects(*stretch.address);
    const DominatorTree dominators(kernel_);
    const bool areAvailable = all_of(objects, [&](const AccessedObject &object) {
      return object.known == AccessedObject::Known::object && dominators.dominates(object.base, &access);
    });
    if (!objects.empty() && areAvailable) {
      Value *isWithin = nullptr;
      for (const AccessedObject &object : objects) {
        Value *position = distanceFrom(builder, *object.base, *stretch.address);
        Value *isWithinOne = builder.CreateICmpULT(builder.CreateAdd(position, before(object)), limit(object, stretch));
        isWithin = isWithin ? builder.CreateOr(isWithin, isWithinOne) : isWithinOne;
      }
      return {.isGood = isWithin,
              .site = calls_.site(access, siteOf(stretch, objects.front())),
              .position = distanceFrom(builder, *objects.front().base, *stretch.address),
              .offset = std::nullopt};
    }
    Constant *site = calls_.site(access, siteOf(stretch, AccessedObject()));
    Value *found = calls_.find(builder, site, builder.CreatePtrToInt(stretch.address, builder.getInt64Ty()));
    return {.isGood = found, .site = site, .isReported = true, .offset = std::nullopt};
  }

  /// Returns the condition under which an access to `object` may run. Returns nothing if the access is aligned and
  /// within the object in any case.
  std::optional<Condition> withinObject(IRBuilder<> &builder, Instruction &access, const AccessedRange &stretch,
                                        const AccessedObject &object) {
    const std::optional<ByteOffset> offset = offsetFrom(*object.base, *stretch.address, layout_);
    Value *isAligned = alignmentCondition(builder, stretch, offset);
    if (offset && offset->variable.empty() && object.bytes && !isAligned &&
        fits(offset->constant.getSExtValue(), stretch.bytes, *object.bytes))
      return std::nullopt;
    CheckSite description = siteOf(stretch, object);
    Value *isWithin = nullptr;
    Value *position = nullptr;
    if (offset && isElement(*offset, stretch)) {
      const auto &[index, scale] = *offset->variable.begin();
      description.elementBytes = static_cast<uint32_t>(scale.getZExtValue());
      isWithin =
          elementCondition(builder, index, scale.getZExtValue(), offset->constant.getZExtValue(), stretch, object);
    } else {
      position = distanceFrom(builder, *object.base, *stretch.address, offset);
      isWithin = builder.CreateICmpULT(builder.CreateAdd(position, before(object)), limit(object, stretch));
    }
    Value *isGood = isAligned ? builder.CreateAnd(isWithin, isAligned) : isWithin;
    return Condition{
        .isGood = isGood, .site = calls_.site(access, description), .position = position, .offset = offset};
  }

  static bool fits(int64_t offset, uint64_t bytes, uint64_t objectBytes) {
    return offset >= 0 && bytes <= objectBytes && static_cast<uint64_t>(offset) <= objectBytes - bytes;
  }

  CheckSite siteOf(const AccessedRange &stretch, const AccessedObject &object) const {
    return {.kind = stretch.kind,
            .objectKind = object.kind,
            .argument = object.argument,
            .object = object.name(),
            .objectBytes = object.bytes.value_or(0),
            .bytes = static_cast<uint32_t>(std::min<uint64_t>(stretch.bytes, std::numeric_limits<uint32_t>::max())),
            .elementBytes = static_cast<uint32_t>(stretch.elementBytes),
            .alignment = static_cast<uint32_t>(stretch.alignment)};
  }

  /// Whether the variable part of the offset is one index times an element's size, and the access stays within that
  /// element. Then it is enough to compare the index with the number of elements.
  static bool isElement(const ByteOffset &offset, const AccessedRange &stretch) {
    if (offset.variable.size() != 1 || offset.constant.isNegative())
      return false;
    const APInt &scale = offset.variable.begin()->second;
    return scale.isStrictlyPositive() && scale.isIntN(31) && offset.constant.isIntN(31) &&
           offset.constant.getZExtValue() + stretch.bytes <= scale.getZExtValue();
  }

  /// Returns an i1: whether `index` is the index of an element of the object. The comparison has 32 bits if the index
  /// was computed in 32 bits; otherwise it has 64.
  Value *elementCondition(IRBuilder<> &builder, Value *index, uint64_t scale, uint64_t constant,
                          const AccessedRange &stretch, const AccessedObject &object) {
    auto *extension = dyn_cast<CastInst>(index);
    const bool isShort = index->getType()->isIntegerTy(32) ||
                         (extension && extension->getSrcTy()->isIntegerTy(32) &&
                          (isa<SExtInst>(extension) || (isa<ZExtInst>(extension) && extension->hasNonNeg())));
    if (isShort && !index->getType()->isIntegerTy(32))
      index = extension->getOperand(0);
    if (!isShort && !index->getType()->isIntegerTy(64))
      index = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
    const Elements elements = elementsOf(object, scale, constant, stretch, isShort);
    Value *fromFirst = elements.before ? builder.CreateAdd(index, elements.before) : index;
    return builder.CreateICmpULT(fromFirst, elements.all, "is.within");
  }

  struct Elements {
    Value *before; ///< elements before the base; null if there are none
    Value *all;
  };

  /// Returns how many elements the object has before its base, and how many in all, as values of the index's type. A
  /// count is at most the number of elements that an index of this type can reach.
  Elements elementsOf(const AccessedObject &object, uint64_t scale, uint64_t constant, const AccessedRange &stretch,
                      bool isShort) {
    const uint64_t bytes = stretch.bytes;
    const bool writes = stretch.writes;
    auto [known, isNew] =
        elements_.try_emplace({object.base, scale, constant, bytes, stretch.alignment, isShort, writes});
    if (!isNew)
      return known->second;
    IRBuilder<> &entry = calls_.entry();
    Type *type = isShort ? entry.getInt32Ty() : entry.getInt64Ty();
    const uint64_t most = isShort ? std::numeric_limits<int32_t>::max() : std::numeric_limits<int64_t>::max() / 2;
    const auto count = [&](Value *number) {
      return entry.CreateTrunc(entry.CreateBinaryIntrinsic(Intrinsic::umin, number, entry.getInt64(most)), type);
    };
    // Count the elements that begin at the base or after it, and whose accessed bytes lie within the object.
    Value *behind = entry.CreateBinaryIntrinsic(Intrinsic::usub_sat, bytesFromBase(object, writes),
                                                entry.getInt64(constant + bytes));
    Value *hasOne = entry.CreateICmpUGE(bytesFromBase(object, writes), entry.getInt64(constant + bytes));
    Value *others = entry.CreateAdd(entry.CreateUDiv(behind, entry.getInt64(scale)), entry.getInt64(1));
    Value *all = count(entry.CreateSelect(hasOne, others, entry.getInt64(0)));
    Value *before = object.bytes || object.kind != WEFT_CHECK_BUFFER
                        ? nullptr
                        : count(entry.CreateUDiv(calls_.bytesBefore(object.argument), entry.getInt64(scale)));
    Value *both = before ? entry.CreateAdd(all, before) : all;
    known->second = {before, zeroIfMisaligned(object, stretch.alignment, both)};
    return known->second;
  }

  /// Computes a buffer's address again in the entry block by copies of the instructions that compute it. Returns null
  /// if one of them is neither an invariant load nor a getelementptr, because the entry block can't repeat it.
  Value *cloneInEntry(Value &address) {
    auto *made = dyn_cast<Instruction>(&address);
    if (!made || made->getParent() == calls_.entry().GetInsertBlock())
      return &address;
    if (Value *known = entryClones_.lookup(made))
      return known;
    if (!isa<GetElementPtrInst>(made) && !(isa<LoadInst>(made) && made->hasMetadata(LLVMContext::MD_invariant_load)))
      return nullptr;
    Instruction *copy = made->clone();
    for (Use &operand : copy->operands()) {
      Value *copied = cloneInEntry(*operand);
      if (!copied) {
        copy->deleteValue();
        return nullptr;
      }
      operand = copied;
    }
    return entryClones_[made] = calls_.entry().Insert(copy, made->getName());
  }

  /// Returns a value that is `count` (a number of elements) if the buffer's address is aligned for the access.
  /// Otherwise the value is zero, so that no index is good and every access is reported. Memory that the application
  /// provides (CL_MEM_USE_HOST_PTR) may be misaligned.
  Value *zeroIfMisaligned(const AccessedObject &object, uint64_t alignment, Value *count) {
    IRBuilder<> &entry = calls_.entry();
    Value *base = object.kind == WEFT_CHECK_BUFFER && alignment > 1 ? cloneInEntry(*object.base) : nullptr;
    if (!base)
      return count;
    Value *rest = entry.CreateAnd(entry.CreatePtrToInt(base, entry.getInt64Ty()), entry.getInt64(alignment - 1));
    return entry.CreateSelect(entry.CreateICmpEQ(rest, entry.getInt64(0)), count,
                              Constant::getNullValue(count->getType()));
  }

  /// Returns how many bytes the kernel may access from the base to the object's end. The base is the address that the
  /// kernel is given; a buffer may have bytes before the base.
  Value *bytesFromBase(const AccessedObject &object, bool writes) {
    return object.bytes ? static_cast<Value *>(calls_.entry().getInt64(*object.bytes))
                        : calls_.bytesAfter(object.argument, writes);
  }
  Value *before(const AccessedObject &object) {
    return object.kind == WEFT_CHECK_BUFFER ? calls_.bytesBefore(object.argument)
                                            : static_cast<Value *>(calls_.entry().getInt64(0));
  }

  /// Returns the least position at which the bytes of the access no longer fit into the object. A position is a
  /// distance in bytes from the object's first byte; an access at a lower position is good.
  Value *limit(const AccessedObject &object, const AccessedRange &stretch) {
    const uint64_t bytes = stretch.bytes;
    const bool writes = stretch.writes;
    auto [known, isNew] = limits_.try_emplace({object.base, bytes, stretch.alignment, writes}, nullptr);
    if (isNew) {
      IRBuilder<> &entry = calls_.entry();
      Value *all = entry.CreateAdd(bytesFromBase(object, writes), before(object));
      Value *places = entry.CreateAdd(entry.CreateSub(all, entry.getInt64(bytes)), entry.getInt64(1));
      Value *fitting = entry.CreateSelect(entry.CreateICmpULT(all, entry.getInt64(bytes)), entry.getInt64(0), places);
      known->second = zeroIfMisaligned(object, stretch.alignment, fitting);
    }
    return known->second;
  }

  /// Whether the access needs no test of its alignment. If the offset in the object is known, no test is needed if the
  /// offset is certainly a multiple of the alignment; zeroIfMisaligned() handles an object that is misaligned itself.
  /// If the offset isn't known, for example because a loop moves the pointer, only accesses to vectors are tested: most
  /// misaligned addresses come from casts to pointers to vectors.
  static bool isKnownToBeAligned(const AccessedRange &stretch, const std::optional<ByteOffset> &offset) {
    const auto isMultiple = [&](const APInt &number) { return number.urem(stretch.alignment) == 0; };
    if (!offset)
      return stretch.alignment <= stretch.elementBytes;
    return isMultiple(offset->constant) &&
           all_of(offset->variable, [&](const auto &part) { return isMultiple(part.second); });
  }

  /// Returns an i1: whether the address is a multiple of the access's alignment. Returns null if the access needs no
  /// test of its alignment (isKnownToBeAligned).
  Value *alignmentCondition(IRBuilder<> &builder, const AccessedRange &stretch,
                            const std::optional<ByteOffset> &offset) {
    if (isKnownToBeAligned(stretch, offset))
      return nullptr;
    Value *rest = builder.CreateAnd(builder.CreatePtrToInt(stretch.address, builder.getInt64Ty()),
                                    builder.getInt64(stretch.alignment - 1));
    return builder.CreateICmpEQ(rest, builder.getInt64(0), "is.aligned");
  }

  /// Makes the access run only if the condition is true. If it is false, the code reports the access instead of running
  /// it.
  void guard(Instruction &access, const AccessedRange &stretch, const Condition &condition) {
    BasicBlock *before = access.getParent();
    BasicBlock *inside = before->splitBasicBlock(access.getIterator(), "access");
    BasicBlock *behind = inside->splitBasicBlock(std::next(access.getIterator()), "behind");
    BasicBlock *bad = behind;
    IRBuilder<> builder(before->getTerminator());
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    const auto *object = dyn_cast<Instruction>(getUnderlyingObject(stretch.address));
    const bool isOfMarks = object && object->hasMetadata(marksMetadata);
    if (!condition.isReported && !isOfMarks) {
      bad = BasicBlock::Create(kernel_.getContext(), "bad", &kernel_, behind);
      IRBuilder<> report(bad);
      report.SetCurrentDebugLocation(access.getDebugLoc());
      Value *address = report.CreatePtrToInt(stretch.address, report.getInt64Ty());
      Value *position = condition.position ? condition.position : sumOf(report, *condition.offset);
      calls_.report(report, condition.site, position, address);
      report.CreateBr(behind);
    }
    builder.CreateCondBr(condition.isGood, inside, bad); // without weights: the report's call is cold
    before->getTerminator()->eraseFromParent();
    // Marks say which bytes were written. A load of marks that doesn't run gives ones, which say written. The kernel's
    // own load gives zero instead of memory's contents, and the use of this zero must not be reported as a second
    // error.
    substituteResult(access, inside, bad == behind ? before : bad, behind,
                     isOfMarks ? Constant::getAllOnesValue : Constant::getNullValue);
    if (bad != behind)
      loadFromWriteOnlyBuffer(access, stretch, *bad, *behind);
    if ((isa<LoadInst>(access) || isa<StoreInst>(access)) && !access.isAtomic() && !access.isVolatile())
      access.setMetadata(checkedMetadata, MDNode::get(kernel_.getContext(), {}));
  }

  /// Makes the kernel load from a write-only buffer in spite of the report. OpenCL forbids this load, but it does no
  /// harm, and the kernel continues with the value from memory instead of zero. `bad` is the block that reports the
  /// load.
  void loadFromWriteOnlyBuffer(Instruction &access, const AccessedRange &stretch, BasicBlock &bad, BasicBlock &behind) {
    auto *load = dyn_cast<LoadInst>(&access);
    const AccessedObject object = accessedObject(*stretch.address);
    if (!load || load->isAtomic() || stretch.writes || object.known != AccessedObject::Known::object ||
        object.kind != WEFT_CHECK_BUFFER)
      return;
    IRBuilder<> builder(bad.getTerminator());
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    Value *position =
        distanceFrom(builder, *object.base, *stretch.address, offsetFrom(*object.base, *stretch.address, layout_));
    AccessedRange anyway = stretch; // a write's limit: for reads, a write-only buffer has no bytes
    anyway.writes = true;
    anyway.alignment = 1;
    Value *isThere = builder.CreateICmpULT(builder.CreateAdd(position, before(object)), limit(object, anyway));
    Value *isWriteOnly = builder.CreateICmpULT(bytesFromBase(object, /*writes=*/false), bytesFromBase(object, true));
    BasicBlock *take = BasicBlock::Create(kernel_.getContext(), "write.only", &kernel_, &behind);
    builder.CreateCondBr(builder.CreateAnd(isThere, isWriteOnly), take, &behind);
    bad.getTerminator()->eraseFromParent();
    IRBuilder<> taking(take);
    auto *taken = cast<LoadInst>(taking.Insert(load->clone()));
    taken->setAlignment(Align(1)); // the load may be misaligned as well
    taken->setMetadata(reportedMetadata, MDNode::get(kernel_.getContext(), {}));
    taking.CreateBr(&behind);
    cast<PHINode>(load->user_back())->addIncoming(taken, take);
  }

  /// Replaces the access's result by a phi in `behind`. The phi is the result if the access ran, and `make(type)` if it
  /// didn't.
  void substituteResult(Instruction &access, BasicBlock *inside, BasicBlock *from, BasicBlock *behind,
                        Constant *(*make)(Type *)) {
    SmallVector<Instruction *> results;
    if (isa<AtomicCmpXchgInst>(access)) {
      for (User *user : access.users()) // the users, which extract from the result's struct, move into `inside`
        results.push_back(cast<ExtractValueInst>(user));
      for (Instruction *part : results)
        part->moveBefore(inside->getTerminator()->getIterator());
    } else if (!access.getType()->isVoidTy()) {
      results.push_back(&access);
    }
    for (Instruction *result : results) {
      IRBuilder<> builder(behind, behind->begin());
      PHINode *phi = builder.CreatePHI(result->getType(), 2, result->getName());
      result->replaceAllUsesWith(phi);
      phi->addIncoming(result, inside);
      phi->addIncoming(make(result->getType()), from);
    }
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  std::map<std::tuple<Value *, uint64_t, uint64_t, uint64_t, uint64_t, bool, bool>, Elements> elements_;
  std::map<std::tuple<Value *, uint64_t, uint64_t, bool>, Value *> limits_;
  DenseMap<Instruction *, Value *> entryClones_;
  GroupIntervals ranges_;
  Value *areSafe_ = nullptr;
  SmallPtrSet<Instruction *, 16> alwaysSafe_; ///< accesses that stay within their object in any group
};

} // namespace

void insertMemoryChecks(Function &kernel) { MemoryChecks(kernel).run(); }

} // namespace weft::compiler
