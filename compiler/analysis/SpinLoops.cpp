// Finds the loops in which a work-item waits for others.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/SpinLoops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/MangledName.h"
#include "passes/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// What an operation tells of the exit that depends on it.
enum class Role {
  none,
  waits,     ///< the result can change only if another work-item writes
  progresses ///< each turn brings the exit nearer
};

/// How deep expressions are followed; beyond, an address counts as one that changes.
constexpr unsigned expressionDepth = 16;

/// The operation of an atomic function that is no instruction: "load" of "atomic_load_explicit". Empty for others.
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

/// The memory that a volatile or atomic operation is about, or null for anything else.
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

/// The variable that a private value is kept in, where the program is not optimised; else null.
const AllocaInst *variableOf(const Value *value) {
  const auto *load = dyn_cast<LoadInst>(value);
  return load && !load->isVolatile() ? dyn_cast<AllocaInst>(load->getPointerOperand()->stripPointerCasts()) : nullptr;
}

/// Two pointers with the same result are to the same object.
const Value *objectOf(const Value *pointer) {
  pointer = pointer->stripPointerCasts();
  const AllocaInst *variable = variableOf(pointer);
  return variable ? variable : pointer;
}

/// Each turn gives another value: neither bits nor a comparison do.
bool isStepOf(const Value *next, function_ref<bool(const Value *)> isCurrent) {
  const auto *instruction = dyn_cast<Instruction>(next);
  return instruction && (isa<BinaryOperator, GetElementPtrInst>(instruction)) && !instruction->isBitwiseLogicOp() &&
         any_of(instruction->operands(), [&](const Use &operand) { return isCurrent(operand.get()); });
}

/// What one loop's exits depend on.
class LoopExits {
public:
  LoopExits(const Loop &loop, const DominatorTree &dominators) : loop_(loop), dominators_(dominators) {}

  bool spins() {
    bool waits = false;
    SmallVector<BasicBlock *> exiting;
    loop_.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting) {
      const Role role = roleOfCondition(*block);
      if (role == Role::progresses)
        return false;
      waits |= role == Role::waits;
    }
    return waits;
  }

private:
  Role roleOfCondition(const BasicBlock &exiting) {
    pending_.clear();
    addConditionOf(&exiting);
    bool waits = false;
    for (size_t i = 0; i < pending_.size(); ++i) {
      const Role role = roleOf(*pending_[i]);
      if (role == Role::progresses)
        return role;
      waits |= role == Role::waits;
      if (role == Role::none)
        addSources(*pending_[i]);
    }
    return waits ? Role::waits : Role::none;
  }

  void add(const Value *value) {
    if (const auto *instruction = dyn_cast<Instruction>(value); instruction && loop_.contains(instruction))
      pending_.insert(instruction);
  }

  void addConditionOf(const BasicBlock *block) {
    const Instruction *terminator = block->getTerminator();
    if (terminator->getNumSuccessors() > 1)
      add(terminator->getOperand(0));
  }

  /// The branch that decides whether `block` is run.
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
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block) {
        if (const auto *store = dyn_cast<StoreInst>(&instruction);
            store && store->getPointerOperand()->stripPointerCasts() == &variable) {
          pending_.insert(store);
          addConditionBefore(*block);
        } else if (isa<CallBase>(instruction) && any_of(instruction.operands(), [&](const Use &operand) {
                     return operand->getType()->isPointerTy() && operand->stripPointerCasts() == &variable;
                   })) {
          pending_.insert(&instruction);
        }
      }
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
      return observes(*call->getCalledFunction()) ? Role::waits : Role::none;
    const Value *pointer = observedPointer(instruction);
    if (!pointer || isPrivate(pointer))
      return Role::none;
    if (changesBySteps(instruction))
      return Role::progresses;
    return isInvariant(pointer) && !writesElsewhere(instruction, pointer) ? Role::waits : Role::none;
  }

  bool isCounter(const PHINode &phi) const {
    return phi.getParent() == loop_.getHeader() && any_of(phi.incoming_values(), [&](const Use &next) {
             return isStepOf(next, [&](const Value *value) { return value == &phi; });
           });
  }

  /// Whether the operation itself changes memory in each turn that is not the last one, or succeeds unless another
  /// work-item has got on.
  bool changesBySteps(const Instruction &instruction) const {
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

  /// Whether each turn gives the variable, in which a compare-and-exchange returns what it found, the same value again.
  bool isReset(const Value *expected) const {
    const Value *variable = expected->stripPointerCasts();
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &instruction) {
        const auto *store = dyn_cast<StoreInst>(&instruction);
        return store && store->getPointerOperand()->stripPointerCasts() == variable &&
               isInvariant(store->getValueOperand());
      });
    });
  }

  bool isInvariant(const Value *value, unsigned depth = 0) const {
    const auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction))
      return true;
    if (const AllocaInst *variable = variableOf(instruction))
      return !isWritten(*variable);
    return depth < expressionDepth && !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
           all_of(instruction->operands(), [&](const Use &operand) { return isInvariant(operand, depth + 1); });
  }

  bool isWritten(const AllocaInst &variable) const {
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &instruction) {
        return instruction.mayWriteToMemory() && any_of(instruction.operands(), [&](const Use &operand) {
                 return operand->getType()->isPointerTy() && operand->stripPointerCasts() == &variable;
               });
      });
    });
  }

  /// Whether another operation of the loop writes what `observation` reads.
  bool writesElsewhere(const Instruction &observation, const Value *pointer) const {
    return any_of(loop_.blocks(), [&](const BasicBlock *block) {
      return any_of(*block, [&](const Instruction &instruction) {
        if (&instruction == &observation || !instruction.mayWriteToMemory() || isa<LoadInst>(instruction))
          return false;
        const Value *written = observedPointer(instruction);
        if (const auto *store = dyn_cast<StoreInst>(&instruction))
          written = store->getPointerOperand();
        return written && objectOf(written) == objectOf(pointer);
      });
    });
  }

  static bool isDefined(const CallBase &call) {
    return call.getCalledFunction() && !call.getCalledFunction()->isDeclaration();
  }

  /// Whether a function of the program reads what others may write, or one that it calls does.
  static bool observes(const Function &function) {
    SetVector<const Function *> reached;
    reached.insert(&function);
    for (size_t i = 0; i < reached.size(); ++i)
      for (const Instruction &instruction : instructions(*reached[i])) {
        if (const auto *call = dyn_cast<CallBase>(&instruction); call && isDefined(*call))
          reached.insert(call->getCalledFunction());
        else if (const Value *pointer = observedPointer(instruction); pointer && !isPrivate(pointer))
          return true;
      }
    return false;
  }

  const Loop &loop_;
  const DominatorTree &dominators_;
  SetVector<const Instruction *> pending_;
};

} // namespace

SmallVector<Loop *> findSpinLoops(const LoopInfo &loops, const DominatorTree &dominators) {
  SmallVector<Loop *> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (none_of(loop->blocks(), [](const BasicBlock *block) { return hasBarrier(*block); }) &&
        LoopExits(*loop, dominators).spins())
      found.push_back(loop);
  return found;
}

} // namespace weft::compiler
