// Finds the loops in which a work-item waits for other work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SpinLoops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/KernelAttributes.h"
#include "kernel/KernelInlining.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What an operation says about the loop exit that depends on it.
enum class Role {
  none,
  waits,     ///< the result can change only if another work-item writes
  progresses ///< each iteration brings the exit nearer
};

/// The operation of an atomic builtin that is called as a function: "load" for "atomic_load_explicit". Empty for other
/// calls.
StringRef atomicOperation(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.arg_empty())
    return "";
  StringRef name = functionBaseName(callee->getName());
  if (!name.consume_front("atomic_"))
    return "";
  name.consume_back("_explicit");
  return name;
}

/// The address that a volatile or atomic operation accesses; null for other instructions.
const Value *observedPointer(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isVolatile() || load->isAtomic() ? load->getPointerOperand() : nullptr;
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isVolatile() || store->isAtomic() ? store->getPointerOperand() : nullptr;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getPointerOperand();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  const auto *call = dyn_cast<CallBase>(&instruction);
  return call && !atomicOperation(*call).empty() ? call->getArgOperand(0) : nullptr;
}

bool isPrivate(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == spirPrivate || isa<AllocaInst>(getUnderlyingObject(pointer));
}

/// The private variable from which `value` is loaded, as in a program that isn't optimised; null if `value` isn't such
/// a load.
const AllocaInst *variableOf(const Value *value) {
  const auto *load = dyn_cast<LoadInst>(value);
  return load && !load->isVolatile() ? dyn_cast<AllocaInst>(load->getPointerOperand()->stripPointerCasts()) : nullptr;
}

/// A value that identifies the object of `pointer`: two pointers with the same result point to the same object.
const Value *objectOf(const Value *pointer) {
  pointer = pointer->stripPointerCasts();
  const AllocaInst *variable = variableOf(pointer);
  return variable ? variable : pointer;
}

/// Whether `next`, a variable's value for the next iteration, is computed from its current value so that each iteration
/// gives another value. Bitwise operations and comparisons don't count.
bool isStepOf(const Value *next, function_ref<bool(const Value *)> isCurrent) {
  const auto *instruction = dyn_cast<Instruction>(next);
  return instruction && (isa<BinaryOperator, GetElementPtrInst>(instruction)) && !instruction->isBitwiseLogicOp() &&
         any_of(instruction->operands(), [&](const Use &operand) { return isCurrent(operand.get()); });
}

/// The writes of a loop, found in one pass over its instructions.
class LoopWrites {
public:
  explicit LoopWrites(const Loop &loop) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block)
        add(instruction);
  }

  /// The stores to `variable`, and the calls that have its address as an argument.
  ArrayRef<const Instruction *> changesOf(const Value &variable) const { return find(changes_, variable); }
  /// Whether an instruction that writes to memory has the address of `variable` as an operand.
  bool isWritten(const Value &variable) const { return written_.contains(&variable); }
  /// Whether an instruction other than `observation` writes to `object`.
  bool isWrittenElsewhere(const Value &object, const Instruction &observation) const {
    return any_of(find(writers_, object), [&](const Instruction *writer) { return writer != &observation; });
  }

private:
  using InstructionsByValue = DenseMap<const Value *, SmallVector<const Instruction *, 2>>;

  void add(const Instruction &instruction) {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    if (store)
      changes_[store->getPointerOperand()->stripPointerCasts()].push_back(store);
    for (const Value *operand : instruction.operand_values()) {
      if (!operand->getType()->isPointerTy())
        continue;
      if (isa<CallBase>(instruction))
        changes_[operand->stripPointerCasts()].push_back(&instruction);
      if (instruction.mayWriteToMemory())
        written_.insert(operand->stripPointerCasts());
    }
    const Value *written = store ? store->getPointerOperand() : observedPointer(instruction);
    if (written && instruction.mayWriteToMemory() && !isa<LoadInst>(instruction)) {
      SmallVector<const Instruction *, 2> &writers = writers_[objectOf(written)];
      if (writers.size() < 2) // two are enough: one differs from any observation
        writers.push_back(&instruction);
    }
  }

  static ArrayRef<const Instruction *> find(const InstructionsByValue &values, const Value &value) {
    const auto found = values.find(&value);
    return found == values.end() ? ArrayRef<const Instruction *>() : ArrayRef(found->second);
  }

  InstructionsByValue changes_, writers_;
  SmallPtrSet<const Value *, 16> written_;
};

/// Finds the operations on which the exits of one loop depend.
class LoopExits {
public:
  LoopExits(const Loop &loop, const DominatorTree &dominators, function_ref<bool(const Function &)> observes)
      : loop_(loop), dominators_(dominators), writes_(loop), observes_(observes) {}

  /// Returns whether the loop waits for other work-items. Visits each instruction that an exit depends on once.
  bool spins() {
    SmallVector<BasicBlock *> exiting;
    loop_.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting)
      addConditionOf(block);
    bool waits = false;
    size_t next = 0;
    while (next < pending_.size()) { // the body may add to pending_
      const Instruction &instruction = *pending_[next++];
      const Role role = roleOf(instruction);
      if (role == Role::progresses)
        return false;
      waits |= role == Role::waits;
      if (role == Role::none)
        addSources(instruction);
    }
    return waits;
  }

private:
  void add(const Value *value) {
    if (const auto *instruction = dyn_cast<Instruction>(value); instruction && loop_.contains(instruction))
      pending_.insert(instruction);
  }

  void addConditionOf(const BasicBlock *block) {
    const Instruction *terminator = block->getTerminator();
    if (terminator->getNumSuccessors() > 1)
      add(terminator->getOperand(0));
  }

  /// Adds the condition of the branch that decides whether `block` is run.
  void addConditionBefore(const BasicBlock &block) {
    if (const DomTreeNode *node = dominators_.getNode(&block); node && node->getIDom() && &block != loop_.getHeader())
      addConditionOf(node->getIDom()->getBlock());
  }

  void addSources(const Instruction &instruction) {
    if (const AllocaInst *variable = variableOf(&instruction)) {
      addWritesOf(*variable);
      return;
    }
    if (isa<PHINode>(instruction))
      addConditionBefore(*instruction.getParent());
    for (const Use &operand : instruction.operands())
      add(operand);
  }

  void addWritesOf(const AllocaInst &variable) {
    for (const Instruction *change : writes_.changesOf(variable))
      if (pending_.insert(change) && isa<StoreInst>(change))
        addConditionBefore(*change->getParent());
  }

  Role roleOf(const Instruction &instruction) const {
    if (const auto *phi = dyn_cast<PHINode>(&instruction))
      return isCounter(*phi) ? Role::progresses : Role::none;
    if (const auto *store = dyn_cast<StoreInst>(&instruction); store && !observedPointer(*store)) {
      const Value *variable = store->getPointerOperand()->stripPointerCasts();
      return isStepOf(store->getValueOperand(), [&](const Value *value) { return variableOf(value) == variable; })
                 ? Role::progresses
                 : Role::none;
    }
    if (const auto *call = dyn_cast<CallBase>(&instruction); call && isDefined(*call))
      return observes_(*call->getCalledFunction()) ? Role::waits : Role::none;
    const Value *pointer = observedPointer(instruction);
    if (!pointer || isPrivate(pointer))
      return Role::none;
    if (isAtomicProgress(instruction))
      return Role::progresses;
    return isInvariant(pointer) && !writes_.isWrittenElsewhere(*objectOf(pointer), instruction) ? Role::waits
                                                                                                : Role::none;
  }

  bool isCounter(const PHINode &phi) const {
    return phi.getParent() == loop_.getHeader() && any_of(phi.incoming_values(), [&](const Use &next) {
             return isStepOf(next, [&](const Value *value) { return value == &phi; });
           });
  }

  /// Whether an atomic operation brings the loop's end nearer. It does so if it changes memory in each iteration but
  /// the last one, or if it fails only when another work-item's operation has succeeded.
  bool isAtomicProgress(const Instruction &instruction) const {
    if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      const auto *operand = dyn_cast<Constant>(update->getValOperand());
      const bool adds = is_contained({AtomicRMWInst::Add, AtomicRMWInst::Sub, AtomicRMWInst::FAdd, AtomicRMWInst::FSub},
                                     update->getOperation());
      return adds && !(operand && operand->isNullValue());
    }
    if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return !isInvariant(exchange->getCompareOperand());
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call)
      return false;
    const StringRef operation = atomicOperation(*call);
    if (operation == "cmpxchg")
      return !isInvariant(call->getArgOperand(1));
    if (operation.starts_with("compare_exchange"))
      return !isReset(call->getArgOperand(1));
    return StringSwitch<bool>(operation).Cases({"fetch_add", "fetch_sub", "inc", "dec"}, true).Default(false);
  }

  /// Whether each iteration stores the same value again to `expected`, the variable that a compare-and-exchange
  /// compares with and overwrites if it fails. If so, the loop waits for that one value.
  bool isReset(const Value *expected) const {
    const Value *variable = expected->stripPointerCasts();
    return any_of(writes_.changesOf(*variable), [&](const Instruction *change) {
      const auto *store = dyn_cast<StoreInst>(change);
      return store && isInvariant(store->getValueOperand());
    });
  }

  /// Whether `value` is computed only from values that don't change in the loop.
  bool isInvariant(const Value *value) const {
    SmallSetVector<const Instruction *, 8> parts;
    const auto add = [&](const Value *part) {
      if (const auto *instruction = dyn_cast<Instruction>(part); instruction && loop_.contains(instruction))
        parts.insert(instruction);
    };
    add(value);
    for (size_t i = 0; i < parts.size(); ++i) {
      if (const AllocaInst *variable = variableOf(parts[i])) {
        if (writes_.isWritten(*variable))
          return false;
        continue;
      }
      if (parts.size() > SearchLimits::spinAddress || isa<PHINode>(parts[i]) || parts[i]->mayReadOrWriteMemory())
        return false;
      for (const Value *operand : parts[i]->operand_values())
        add(operand);
    }
    return true;
  }

  static bool isDefined(const CallBase &call) {
    return call.getCalledFunction() && !call.getCalledFunction()->isDeclaration();
  }

  const Loop &loop_;
  const DominatorTree &dominators_;
  const LoopWrites writes_;
  function_ref<bool(const Function &)> observes_;
  SetVector<const Instruction *> pending_;
};

bool isObservation(const Instruction &instruction) {
  const Value *pointer = observedPointer(instruction);
  return pointer && !isPrivate(pointer);
}

} // namespace

SpinLoopFinder::SpinLoopFinder(Module &module) {
  SmallVector<Function *> observers;
  for (Function &function : module)
    if (!function.isDeclaration() && any_of(instructions(function), isObservation))
      observers.push_back(&function);
  observers_.insert_range(observers);
  addCallers(observers, observers_);
}

SmallVector<Loop *> SpinLoopFinder::find(const LoopInfo &loops, const DominatorTree &dominators) const {
  const auto observes = [&](const Function &function) {
    return observers_.contains(const_cast<Function *>(&function));
  };
  SmallVector<Loop *> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (none_of(loop->blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }) &&
        LoopExits(*loop, dominators, observes).spins())
      found.push_back(loop);
  return found;
}

} // namespace weft::compiler
