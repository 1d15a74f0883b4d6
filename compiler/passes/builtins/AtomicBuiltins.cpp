// Lowers OpenCL C's atomic functions to atomic instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include <optional>

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An atomic function, parsed from its name. The operation of "atomic_fetch_add_explicit" is "fetch_add".
struct AtomicFunction {
  StringRef operation;
  bool isOfC11;    ///< a function of OpenCL C 2.0; its default order is sequentially consistent
  bool isExplicit; ///< the order is the parameter after the operands
  bool isSigned;
};

/// Parses the mangled name of an atomic function on integers of 32 or 64 bits. Returns nothing for any other name.
std::optional<AtomicFunction> readAtomicName(StringRef mangled) {
  StringRef operation = functionBaseName(mangled);
  // The pointee: the first parameter is "PU3AS1Vj", or "PU3AS4VU7_Atomicj" in OpenCL C 2.0.
  auto [before, pointee] = mangled.split("V");
  const bool isOfC11 = pointee.consume_front("U7_Atomic");
  if (!operation.consume_front("atomic_") && !operation.consume_front("atom_"))
    return std::nullopt;
  if (pointee.empty() || !StringRef("ijlm").contains(pointee.front()))
    return std::nullopt;
  const bool isExplicit = operation.consume_back("_explicit");
  return AtomicFunction{operation, isOfC11, isExplicit, pointee.front() == 'i' || pointee.front() == 'l'};
}

std::optional<AtomicRMWInst::BinOp> updateOf(const AtomicFunction &function) {
  using BinOp = AtomicRMWInst::BinOp;
  StringRef name = function.operation;
  if (function.isOfC11 && !name.consume_front("fetch_") && name != "exchange")
    return std::nullopt;
  return StringSwitch<std::optional<BinOp>>(name)
      .Cases({"add", "inc"}, BinOp::Add)
      .Cases({"sub", "dec"}, BinOp::Sub)
      .Cases({"xchg", "exchange"}, BinOp::Xchg)
      .Case("and", BinOp::And)
      .Case("or", BinOp::Or)
      .Case("xor", BinOp::Xor)
      .Case("min", function.isSigned ? BinOp::Min : BinOp::UMin)
      .Case("max", function.isSigned ? BinOp::Max : BinOp::UMax)
      .Default(std::nullopt);
}

/// Returns the memory order of the call; nothing if it is known only at run time. `operands` is the number of
/// parameters before the order.
std::optional<AtomicOrdering> orderOf(const AtomicFunction &function, const CallBase &call, unsigned operands) {
  if (!function.isExplicit)
    return function.isOfC11 ? AtomicOrdering::SequentiallyConsistent : AtomicOrdering::Monotonic;
  auto *order = call.arg_size() > operands ? dyn_cast<ConstantInt>(call.getArgOperand(operands)) : nullptr;
  if (!order)
    return std::nullopt;
  // memory_order (OpenCL C 3.0, 6.15.12.1) has the same values as in C11 implementations.
  switch (order->getZExtValue()) {
  case __ATOMIC_RELAXED:
    return AtomicOrdering::Monotonic;
  case __ATOMIC_ACQUIRE:
    return AtomicOrdering::Acquire;
  case __ATOMIC_RELEASE:
    return AtomicOrdering::Release;
  case __ATOMIC_ACQ_REL:
    return AtomicOrdering::AcquireRelease;
  case __ATOMIC_SEQ_CST:
    return AtomicOrdering::SequentiallyConsistent;
  default:
    return std::nullopt;
  }
}

Align naturalAlignment(const Type *type) { return Align(type->getScalarSizeInBits() / 8); }

/// Lowers a call of atomic_load or atomic_store. Returns null if `function` is neither of them, or if the order isn't
/// allowed for it; then the call stays.
Value *lowerAtomicAccess(IRBuilder<> &builder, CallBase &call, const AtomicFunction &function) {
  Value *object = call.getArgOperand(0);
  if (function.operation == "load") {
    std::optional<AtomicOrdering> order = orderOf(function, call, 1);
    if (!order || isReleaseOrStronger(*order) != (*order == AtomicOrdering::SequentiallyConsistent))
      return nullptr;
    LoadInst *load = builder.CreateAlignedLoad(call.getType(), object, naturalAlignment(call.getType()));
    load->setAtomic(*order);
    return load;
  }
  if (function.operation == "store") {
    std::optional<AtomicOrdering> order = orderOf(function, call, 2);
    if (!order || isAcquireOrStronger(*order) != (*order == AtomicOrdering::SequentiallyConsistent))
      return nullptr;
    Value *value = call.getArgOperand(1);
    StoreInst *store = builder.CreateAlignedStore(value, object, naturalAlignment(value->getType()));
    store->setAtomic(*order);
    return store;
  }
  return nullptr;
}

/// Returns the value that replaces the call, or null if the call stays.
Value *lowerUpdateOrAccess(IRBuilder<> &builder, CallBase &call, const AtomicFunction &function) {
  if (Value *access = lowerAtomicAccess(builder, call, function))
    return access;
  Value *object = call.getArgOperand(0);
  if (function.operation == "cmpxchg") {
    Value *pair = builder.CreateAtomicCmpXchg(object, call.getArgOperand(1), call.getArgOperand(2), MaybeAlign(),
                                              AtomicOrdering::Monotonic, AtomicOrdering::Monotonic);
    return builder.CreateExtractValue(pair, 0);
  }
  std::optional<AtomicRMWInst::BinOp> update = updateOf(function);
  const bool byOne = function.operation == "inc" || function.operation == "dec";
  std::optional<AtomicOrdering> order = orderOf(function, call, byOne ? 1 : 2);
  if (!update || !order)
    return nullptr;
  Value *operand = byOne ? ConstantInt::get(call.getType(), 1) : call.getArgOperand(1);
  // For an atomic object that holds a pointer, the operand is a difference of pointers, whose type differs from the
  // object's type. The call then stays.
  if (operand->getType() != call.getType())
    return nullptr;
  return builder.CreateAtomicRMW(*update, object, operand, MaybeAlign(), *order);
}

} // namespace

bool isAtomic(const Function &function) { return readAtomicName(function.getName()).has_value(); }

void lowerAtomic(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *lowered = lowerUpdateOrAccess(builder, call, *readAtomicName(call.getCalledFunction()->getName()));
  if (!lowered)
    return;
  if (!call.getType()->isVoidTy()) {
    lowered->takeName(&call);
    call.replaceAllUsesWith(lowered);
  }
  call.eraseFromParent();
}

} // namespace weft::compiler
