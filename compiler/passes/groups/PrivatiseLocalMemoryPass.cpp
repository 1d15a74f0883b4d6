// Turns local arrays that each work-item uses only for itself into private values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/PrivatiseLocalMemoryPass.h"

#include <array>
#include <vector>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include "analysis/IdExpressions.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// All accesses to one local array in which each work-item uses one element, which no other work-item uses.
class PerWorkItemArray {
public:
  PerWorkItemArray(AddrSpaceCastInst &array, const std::array<uint64_t, 3> &sizes) : array_(array), sizes_(sizes) {}

  /// Collects the accesses. Returns whether each work-item uses only one element of its own, and may read this element
  /// at the kernel's start.
  bool find(const DominatorTree &dominators) {
    return collect(array_, {}) && type_ &&
           isDisjointPerItem(offset_, array_.getDataLayout().getTypeStoreSize(type_), sizes_) &&
           isInitialReadSafe(dominators);
  }

  /// Redirects the accesses to a new variable, whose initial value is what the array holds at the start.
  AllocaInst *privatise() {
    Module &module = *array_.getModule();
    IRBuilder<> builder(array_.getNextNode());
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &array_, offset_.constant());
    const std::array<int64_t, 3> factors = localIdFactors(offset_);
    for (unsigned d = 0; d < 3; ++d)
      if (factors[d] != 0) {
        Value *id = builder.CreateZExt(builder.CreateCall(declareLocalId(module, d)), builder.getInt64Ty());
        address = builder.CreateInBoundsGEP(builder.getInt8Ty(), address,
                                            builder.CreateMul(id, builder.getInt64(factors[d])));
      }
    first_ = builder.CreateAlignedLoad(type_, address, alignment_, array_.getName() + ".first");
    BasicBlock &entry = array_.getFunction()->getEntryBlock();
    auto *element = new AllocaInst(type_, spirPrivate, array_.getName() + ".own", entry.begin());
    builder.CreateStore(first_, element);
    for (Instruction *access : accesses_) {
      Use &address = access->getOperandUse(getPointerOperandIndex(*access));
      addresses_.emplace_back(address);
      address.set(element);
    }
    return element;
  }

  /// Deletes the addresses that the accesses no longer use. Deletes the load of the array's initial contents, too, if
  /// it is unused; mostly it is, because kernels write the array first.
  void dropUnused() {
    RecursivelyDeleteTriviallyDeadInstructions(first_);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(addresses_);
  }

private:
  static unsigned getPointerOperandIndex(const Instruction &access) {
    return isa<LoadInst>(access) ? LoadInst::getPointerOperandIndex() : StoreInst::getPointerOperandIndex();
  }

  /// Whether every work-item may read its element at the kernel's start. The array may be too short for work-items that
  /// don't reach an access. So either all work-items reach an access, or the initial contents aren't needed, because a
  /// store precedes each load.
  bool isInitialReadSafe(const DominatorTree &dominators) const {
    if (any_of(accesses_, [](const Instruction *access) { return access->getParent()->isEntryBlock(); }))
      return true;
    DenseMap<const BasicBlock *, const Instruction *> stores; // the first store of each block
    for (const Instruction *access : accesses_)
      if (isa<StoreInst>(access)) {
        const Instruction *&first = stores[access->getParent()];
        if (!first || access->comesBefore(first))
          first = access;
      }
    SmallPtrSet<const BasicBlock *, 16> dominatedByStore; // blocks that begin after a store
    return all_of(accesses_, [&](const Instruction *load) {
      const Instruction *store = stores.lookup(load->getParent());
      return isa<StoreInst>(load) || (store && store->comesBefore(load)) ||
             isDominatedByStore(*load->getParent(), stores, dominatedByStore, dominators);
    });
  }

  /// Whether a store dominates `block`. Searches upwards in the dominator tree until the answer is known; the blocks on
  /// the way have the same answer.
  static bool isDominatedByStore(const BasicBlock &block,
                                 const DenseMap<const BasicBlock *, const Instruction *> &stores,
                                 SmallPtrSetImpl<const BasicBlock *> &dominatedByStore,
                                 const DominatorTree &dominators) {
    SmallVector<const BasicBlock *> way;
    for (const DomTreeNode *node = dominators.getNode(&block); node; node = node->getIDom()) {
      way.push_back(node->getBlock());
      const DomTreeNode *above = node->getIDom();
      if (dominatedByStore.contains(node->getBlock()) || (above && stores.contains(above->getBlock()))) {
        dominatedByStore.insert_range(way);
        return true;
      }
    }
    return false; // the caller then gives up the array, so the blocks needn't be remembered
  }

  /// Collects the accesses through `address`, which is `offset` bytes into the array. Returns false if the address can
  /// be used for anything else than simple accesses to one element of each work-item.
  bool collect(Instruction &address, const AffineExpression &offset) {
    return all_of(address.users(), [&](User *user) {
      if (isa<LifetimeIntrinsic>(user))
        return true;
      if (auto *next = dyn_cast<GetElementPtrInst>(user)) {
        std::optional<AffineExpression> sum = readOffsetOverLocalIds(cast<GEPOperator>(*next), sizes_);
        if (sum)
          sum->add(offset);
        return sum && collect(*next, *sum);
      }
      auto *load = dyn_cast<LoadInst>(user);
      auto *store = dyn_cast<StoreInst>(user);
      if (load && load->isSimple())
        return addAccess(*load, load->getType(), load->getAlign(), offset);
      return store && store->isSimple() && store->getPointerOperand() == &address &&
             addAccess(*store, store->getValueOperand()->getType(), store->getAlign(), offset);
    });
  }

  bool addAccess(Instruction &access, Type *type, Align alignment, const AffineExpression &offset) {
    if (type_ && (type_ != type || !(offset_ == offset)))
      return false;
    type_ = type;
    offset_ = offset;
    alignment_ = accesses_.empty() ? alignment : std::min(alignment_, alignment);
    accesses_.push_back(&access);
    return true;
  }

  AddrSpaceCastInst &array_;
  const std::array<uint64_t, 3> sizes_;
  SmallVector<Instruction *> accesses_;
  Type *type_ = nullptr;
  AffineExpression offset_;
  Align alignment_;
  LoadInst *first_ = nullptr;
  SmallVector<WeakTrackingVH> addresses_; ///< the addresses that the accesses used before
};

/// Whether generic pointers may point to local memory. The kernel loads the address of local memory from the ABI's
/// structs, as a pointer in the address space of private variables. So LLVM may have merged the cast of this address to
/// local memory with a further cast to generic memory.
bool hasGenericAccess(Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction);
    return cast && cast->getDestAddressSpace() == spirGeneric && cast->getSrcAddressSpace() == spirPrivate &&
           !isa<AllocaInst>(getUnderlyingObject(cast->getPointerOperand()));
  });
}

/// The address space casts at which local arrays begin. Returns none if two of them cast the same address, because each
/// array's accesses must go through one cast, or if accesses may go through generic pointers.
SmallVector<AddrSpaceCastInst *> findArrays(Function &kernel) {
  if (hasGenericAccess(kernel))
    return {};
  SmallVector<AddrSpaceCastInst *> arrays;
  SmallPtrSet<const Value *, 8> addresses;
  for (Instruction &instruction : kernel.getEntryBlock()) {
    auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction);
    if (!cast || cast->getDestAddressSpace() != spirLocal)
      continue;
    if (!addresses.insert(cast->getPointerOperand()).second)
      return {};
    arrays.push_back(cast);
  }
  return arrays;
}

} // namespace

PreservedAnalyses PrivatiseLocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel)
    return PreservedAnalyses::all();
  const std::array<uint64_t, 3> sizes = knownIdSizes(*kernel);
  if (sizes[0] == 0)
    return PreservedAnalyses::all();
  DominatorTree dominators(*kernel);
  std::vector<PerWorkItemArray> found;
  SmallVector<AllocaInst *> variables;
  for (AddrSpaceCastInst *array : findArrays(*kernel)) {
    PerWorkItemArray elements(*array, sizes);
    if (!elements.find(dominators))
      continue;
    variables.push_back(elements.privatise());
    found.push_back(std::move(elements));
  }
  if (found.empty())
    return PreservedAnalyses::all();
  PromoteMemToReg(variables, dominators);
  for (PerWorkItemArray &elements : found)
    elements.dropUnused();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
