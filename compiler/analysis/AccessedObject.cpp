// Finds the object that an address points into, and the offset of the address in the object.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/AccessedObject.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include "builtins/archive/MangledName.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The number of values that a search for objects visits at most. Phis of different addresses are rare, and a long
/// chain of them isn't worth the time.
constexpr size_t mostAddresses = 64;

uint64_t numberIn(const MDNode &node, unsigned index) {
  return mdconst::extract<ConstantInt>(node.getOperand(index))->getZExtValue();
}

AccessedObject ofVariable(Value &base, WeftCheckObject kind, std::optional<TypeSize> bytes) {
  return {.known = AccessedObject::Known::object,
          .base = &base,
          .kind = kind,
          .bytes = bytes && !bytes->isScalable() ? std::optional(bytes->getFixedValue()) : std::nullopt};
}

/// Describes the object that a loaded pointer points to: a buffer argument, or memory of the launch itself.
AccessedObject ofLoad(LoadInst &load) {
  if (load.hasMetadata(marksMetadata))
    return {.known = AccessedObject::Known::launch, .base = &load};
  if (const MDNode *buffer = load.getMetadata(bufferMetadata))
    return {.known = AccessedObject::Known::object,
            .base = &load,
            .kind = WEFT_CHECK_BUFFER,
            .argument = static_cast<uint32_t>(numberIn(*buffer, 0)),
            .bytes = std::nullopt};
  if (load.hasMetadata(LLVMContext::MD_invariant_load) &&
      accessedObject(*load.getPointerOperand()).known == AccessedObject::Known::launch)
    return {.known = AccessedObject::Known::launch, .base = &load};
  return {};
}

/// The object whose first address is `address`. Its `known` is `nothing` if `address` is computed from other addresses.
AccessedObject objectAtBase(Value &address) {
  if (auto *instruction = dyn_cast<Instruction>(&address))
    if (const MDNode *object = instruction->getMetadata(objectMetadata)) {
      const uint64_t bytes = numberIn(*object, 2);
      return {.known = AccessedObject::Known::object,
              .base = &address,
              .kind = static_cast<WeftCheckObject>(numberIn(*object, 0)),
              .argument = static_cast<uint32_t>(numberIn(*object, 1)),
              .bytes = bytes == 0 ? std::nullopt : std::optional(bytes)};
    }
  if (auto *load = dyn_cast<LoadInst>(&address))
    return ofLoad(*load);
  if (auto *variable = dyn_cast<AllocaInst>(&address))
    return ofVariable(address, WEFT_CHECK_PRIVATE, variable->getAllocationSize(variable->getDataLayout()));
  if (auto *variable = dyn_cast<GlobalVariable>(&address))
    return ofVariable(address, WEFT_CHECK_PROGRAM,
                      variable->getDataLayout().getTypeAllocSize(variable->getValueType()));
  if (isa<Argument>(address))
    return {.known = AccessedObject::Known::launch, .base = &address};
  return {};
}

/// The addresses from which `address` is computed. Empty if `address` is the first address of an object, or unknown.
SmallVector<Value *, 2> addressOperands(Value &address) {
  if (auto *element = dyn_cast<GEPOperator>(&address))
    return {element->getPointerOperand()};
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&address))
    return {cast->getPointerOperand()};
  if (auto *frozen = dyn_cast<FreezeInst>(&address))
    return {frozen->getOperand(0)};
  if (auto *phi = dyn_cast<PHINode>(&address))
    return {phi->op_begin(), phi->op_end()};
  if (auto *choice = dyn_cast<SelectInst>(&address))
    return {choice->getTrueValue(), choice->getFalseValue()};
  return {};
}

/// The memory that a call of a builtin such as `fract` stores to. The last argument points to a value of the result's
/// type, or to as many 32-bit integers. `atomic_init` stores to its first argument.
SmallVector<AccessedRange, 2> storedByBuiltin(const CallInst &call, const DataLayout &layout) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.arg_empty())
    return {};
  if (functionBaseName(callee->getName()) == "atomic_init" && call.arg_size() == 2) {
    Type *type = call.getArgOperand(1)->getType();
    const uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
    return {{call.getArgOperand(0), bytes, layout.getABITypeAlign(type).value(), bytes, WEFT_CHECK_STORE, true}};
  }
  if (call.getType()->isVoidTy())
    return {};
  Value *address = call.getArgOperand(call.arg_size() - 1);
  const StringRef name = functionBaseName(callee->getName());
  const bool storesResultType = name == "fract" || name == "modf" || name == "sincos";
  const bool storesIntegers = name == "frexp" || name == "lgamma_r" || name == "remquo";
  if (!address->getType()->isPointerTy() || (!storesResultType && !storesIntegers))
    return {};
  Type *type = storesResultType ? call.getType() : call.getType()->getWithNewType(Type::getInt32Ty(call.getContext()));
  return {{address, layout.getTypeStoreSize(type).getFixedValue(), layout.getABITypeAlign(type).value(),
           layout.getTypeStoreSize(type->getScalarType()).getFixedValue(), WEFT_CHECK_STORE, true}};
}

} // namespace

/// Follows `address` back through `addressOperands` to the first addresses of objects. If `withArithmetic`, follows
/// address arithmetic as well, and ignores NULL. Otherwise the result is empty if the search meets address arithmetic
/// or NULL.
static SmallVector<AccessedObject, 2> objectsOf(Value &address, bool withArithmetic) {
  constexpr size_t mostObjects = 4;
  SmallVector<AccessedObject, 2> found;
  SmallVector<Value *> open = {&address};
  SmallPtrSet<Value *, 8> seen;
  while (!open.empty()) {
    Value *next = open.pop_back_val();
    // NULL points into no object.
    if (!seen.insert(next).second || isa<UndefValue, ConstantPointerNull>(next)) {
      if (isa<ConstantPointerNull>(next) && !withArithmetic)
        return {};
      continue;
    }
    if (seen.size() > mostAddresses)
      return {};
    const AccessedObject here = objectAtBase(*next);
    if (here.known != AccessedObject::Known::nothing) {
      if (none_of(found, [&](const AccessedObject &other) { return other.base == here.base; }))
        found.push_back(here);
      if (found.size() > mostObjects)
        return {};
      continue;
    }
    const SmallVector<Value *, 2> parts = addressOperands(*next);
    if (parts.empty() || (!withArithmetic && isa<GEPOperator>(next)))
      return {};
    append_range(open, parts);
  }
  return found;
}

SmallVector<AccessedObject, 2> accessedObjects(Value &address) { return objectsOf(address, /*withArithmetic=*/true); }

SmallVector<AccessedObject, 2> objectsBeginningAt(Value &value) { return objectsOf(value, /*withArithmetic=*/false); }

Value *underlyingBase(Value &address) {
  Value *at = &address;
  while (!isa<PHINode, SelectInst>(at)) {
    const SmallVector<Value *, 2> parts = addressOperands(*at);
    if (parts.empty())
      break;
    at = parts.front();
  }
  return at;
}

AccessedObject accessedObject(Value &address) {
  const SmallVector<AccessedObject, 2> objects = accessedObjects(address);
  return objects.size() == 1 ? objects.front() : AccessedObject();
}

std::string AccessedObject::name() const {
  if (!base)
    return {};
  // Inlining appends a suffix to the name of a private variable. The name of any other variable begins with its
  // function's name and a dot.
  StringRef name = base->getName();
  name.consume_back(copySuffix);
  return (kind == WEFT_CHECK_PRIVATE ? name.split('.').first : name.substr(name.rfind('.') + 1)).str();
}

std::optional<ByteOffset> offsetFrom(const Value &base, Value &address, const DataLayout &layout) {
  ByteOffset offset;
  Value *at = &address;
  while (at != &base) {
    if (auto *element = dyn_cast<GEPOperator>(at)) {
      SmallMapVector<Value *, APInt, 4> variable;
      if (element->getType()->isVectorTy() || !element->collectOffset(layout, 64, variable, offset.constant))
        return std::nullopt;
      for (const auto &[value, scale] : variable) {
        auto [known, isNew] = offset.variable.try_emplace(value, scale);
        if (!isNew)
          known->second += scale;
      }
      at = element->getPointerOperand();
    } else if (auto *cast = dyn_cast<AddrSpaceCastOperator>(at)) {
      at = cast->getPointerOperand();
    } else if (auto *frozen = dyn_cast<FreezeInst>(at)) {
      at = frozen->getOperand(0);
    } else {
      return std::nullopt;
    }
  }
  return offset;
}

Value *sumOf(IRBuilderBase &builder, const ByteOffset &offset) {
  Value *sum = builder.getInt64(offset.constant.getZExtValue());
  for (const auto &[value, scale] : offset.variable)
    sum = builder.CreateAdd(builder.CreateMul(builder.CreateSExtOrTrunc(value, builder.getInt64Ty()),
                                              builder.getInt64(scale.getZExtValue())),
                            sum);
  return sum;
}

Value *distanceFrom(IRBuilderBase &builder, Value &base, Value &address, const std::optional<ByteOffset> &offset) {
  if (offset)
    return sumOf(builder, *offset);
  Type *number = builder.getInt64Ty();
  return builder.CreateSub(builder.CreatePtrToInt(&address, number), builder.CreatePtrToInt(&base, number));
}

const Instruction &loadedResult(const LoadInst &load) {
  const bool isChecked = load.hasMetadata(checkedMetadata) && load.hasOneUse() && isa<PHINode>(load.user_back());
  return isChecked ? *load.user_back() : cast<Instruction>(load);
}

bool isLoadOfPartialWrite(const LoadInst &load) {
  const Instruction &taken = loadedResult(load);
  const Instruction *at = &taken;
  while (at->hasOneUse()) {
    const auto *user = cast<Instruction>(at->user_back());
    if (const auto *store = dyn_cast<StoreInst>(user))
      return at != &taken && store->getValueOperand() == at && store->getPointerOperand() == load.getPointerOperand();
    if (!isa<ShuffleVectorInst>(user) && !(isa<InsertElementInst>(user) && user->getOperand(0) == at))
      return false;
    at = user;
  }
  return false;
}

SmallVector<AccessedRange, 2> accessedRanges(Instruction &instruction, const DataLayout &layout) {
  const auto of = [&](Value *address, Type *type, Align alignment, WeftCheckKind kind) -> AccessedRange {
    return {address,
            layout.getTypeStoreSize(type).getFixedValue(),
            alignment.value(),
            layout.getTypeStoreSize(type->getScalarType()).getFixedValue(),
            kind,
            !isa<LoadInst>(instruction)};
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return {of(load->getPointerOperand(), load->getType(), load->getAlign(),
               load->isAtomic() ? WEFT_CHECK_ATOMIC : WEFT_CHECK_LOAD)};
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return {of(store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign(),
               store->isAtomic() ? WEFT_CHECK_ATOMIC : WEFT_CHECK_STORE)};
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return {of(update->getPointerOperand(), update->getType(), update->getAlign(), WEFT_CHECK_ATOMIC)};
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return {of(exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), exchange->getAlign(),
               WEFT_CHECK_ATOMIC)};
  if (auto *call = dyn_cast<CallInst>(&instruction); call && !isa<IntrinsicInst>(call))
    return storedByBuiltin(*call, layout);
  SmallVector<AccessedRange, 2> stretches;
  auto *transfer = dyn_cast<MemIntrinsic>(&instruction);
  auto *length = transfer ? dyn_cast<ConstantInt>(transfer->getLength()) : nullptr;
  if (!length || length->isZero())
    return stretches;
  stretches.push_back({transfer->getRawDest(), length->getZExtValue(), 1, 1, WEFT_CHECK_STORE, true});
  if (auto *copy = dyn_cast<MemTransferInst>(transfer))
    stretches.push_back({copy->getRawSource(), length->getZExtValue(), 1, 1, WEFT_CHECK_LOAD, false});
  return stretches;
}

} // namespace weft::compiler
