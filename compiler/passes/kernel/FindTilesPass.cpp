// Finds kernels that use the cache better if their work-groups are square tiles of the global range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/FindTilesPass.h"

#include <array>
#include <cstdlib>
#include <optional>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "analysis/AffineAddress.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/ImageTypes.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr unsigned dimensions = 3;
constexpr int64_t lineBytes = 64;

/// One dimension: its local id, and the instructions whose values depend on this id.
class Dimension {
public:
  explicit Dimension(ArrayRef<CallInst *> ids) : id_(ids.size() == 1 ? ids.front() : nullptr) {
    SmallVector<const Value *> worklist(ids.begin(), ids.end());
    while (!worklist.empty())
      for (const User *user : worklist.pop_back_val()->users())
        if (isa<Instruction>(user) && dependent_.insert(user).second)
          worklist.push_back(user);
  }

  /// Returns the distance in bytes between the addresses that two work-items access which are neighbours in this
  /// dimension. Returns nothing if the distance isn't a constant.
  std::optional<int64_t> strideOf(const Value &pointer, const AffineAddress &address) const {
    if (!dependent_.contains(&pointer))
      return 0;
    if (!id_)
      return std::nullopt; // AffineAddress can follow only one call of the id function
    return address.strideIn(*id_, [this](const Value &value) { return &value == id_ || dependent_.contains(&value); });
  }
  bool decides(const Value &value) const { return dependent_.contains(&value); }

private:
  const CallInst *id_;
  SmallPtrSet<const Value *, 32> dependent_;
};

using Dimensions = std::array<Dimension, dimensions>;

/// Returns the address of a load or store of global or constant memory; null for other instructions.
const Value *sharedAddress(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  const unsigned space = pointer ? pointer->getType()->getPointerAddressSpace() : spirPrivate;
  return space == spirGlobal || space == spirConstant ? pointer : nullptr;
}

/// Returns a bit for each dimension along which neighbouring work-items access different cache lines at `pointer`, or
/// access addresses at an unknown distance. Returns 0 if there is no other dimension along which neighbours access
/// different bytes of the same cache line.
unsigned acrossLines(const Value &pointer, const DataLayout &layout, const Dimensions &all) {
  const AffineAddress address(pointer, layout, /*assumesNoIndexWrap=*/true);
  unsigned across = 0;
  bool isShared = false;
  for (unsigned d = 0; d < dimensions; ++d) {
    const std::optional<int64_t> stride = all[d].strideOf(pointer, address);
    if (!stride || std::abs(*stride) >= lineBytes)
      across |= 1U << d;
    else
      isShared |= *stride != 0;
  }
  return isShared ? across : 0;
}

/// Whether the instruction reads an image with a filter, at coordinates that depend on the ids of more than one
/// dimension.
bool isSample(const Instruction &instruction, const Dimensions &all) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !isFilteringFunction(callee->getName()))
    return false;
  return count_if(all, [&](const Dimension &dimension) {
           return any_of(call->args(), [&](const Use &argument) { return dimension.decides(*argument); });
         }) > 1;
}

} // namespace

PreservedAnalyses FindTilesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || fixedLocalSize(*kernel)[1] != 0) // the shape of its groups is fixed
    return PreservedAnalyses::all();
  const LocalIdCalls ids = findLocalIds(*kernel);
  unsigned asked = 0;
  for (unsigned d = 0; d < dimensions; ++d)
    asked |= ids[d].empty() ? 0 : 1U << d;
  if (asked == 0 || isPowerOf2_32(asked))
    return PreservedAnalyses::all();
  const Dimensions all{Dimension(ids[0]), Dimension(ids[1]), Dimension(ids[2])};
  unsigned across = 0;
  bool prefersTiles = false;
  for (const Instruction &instruction : instructions(*kernel)) {
    if (const Value *pointer = sharedAddress(instruction))
      across |= acrossLines(*pointer, module.getDataLayout(), all);
    prefersTiles |= isSample(instruction, all);
  }
  if (!prefersTiles && across != asked)
    return PreservedAnalyses::all();
  kernel->addFnAttr(prefersTilesAttribute);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
