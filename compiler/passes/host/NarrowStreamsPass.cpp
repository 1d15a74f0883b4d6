// Splits the vectors of kernels that do little else than move data, on CPUs where narrower registers move data faster.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/host/NarrowStreamsPass.h"

#include <cmath>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

#include "analysis/MaskedAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The number of iterations that each loop is assumed to have. The work of a block is multiplied by this number for
/// each loop around the block.
constexpr double trips = 8;
/// A kernel counts as a stream, and gets narrow registers, if it has at most this many vector operations for each
/// vector access. At this limit, kernels gain little from narrow registers (docs/measurements.md, "streams in registers
/// of 256 bits"); above it they lose.
constexpr double mostOperations = 1;
/// The bytes of a cache line. Two loads of one object whose distance is no multiple of a line read some lines twice. A
/// kernel with such loads takes longer with narrow registers, because it then has more loads.
constexpr int64_t lineBytes = 64;

enum class Work {
  none, ///< uses no vector that is too wide, or takes no time
  access,
  store,
  maskedStore,
  operation,
  other, ///< work that no stream has
};

/// The work of a block in vectors that are wider than the registers which move data fastest.
struct Traffic {
  unsigned accesses = 0;
  unsigned operations = 0;
  bool storesAll = false;  ///< stores all lanes of a packet
  bool storesSome = false; ///< stores the active lanes of a mask
};

class StreamCheck {
public:
  StreamCheck(Function &kernel, unsigned bytes)
      : kernel_(kernel), layout_(kernel.getDataLayout()), bytes_(bytes), dominators_(kernel), loops_(dominators_) {}

  bool isStream() const {
    SmallVector<std::pair<Traffic, unsigned>> blocks;
    for (BasicBlock &block : kernel_) {
      Traffic traffic;
      if (!count(block, traffic) || readsLinesAgain(block))
        return false;
      blocks.emplace_back(traffic, loops_.getLoopDepth(&block));
    }
    // Blocks with masked stores are for partial packets. They don't count, unless all stores of the kernel are masked.
    const bool hasWhole = any_of(blocks, [](const auto &block) { return block.first.storesAll; });
    double accesses = 0, operations = 0;
    bool stores = false;
    for (const auto &[traffic, depth] : blocks) {
      if (hasWhole && traffic.storesSome && !traffic.storesAll)
        continue;
      const double weight = std::pow(trips, depth);
      accesses += weight * traffic.accesses;
      operations += weight * traffic.operations;
      stores |= traffic.storesAll || traffic.storesSome;
    }
    return stores && operations <= mostOperations * accesses;
  }

private:
  bool isWide(const Type &type) const {
    return isa<FixedVectorType>(type) &&
           layout_.getTypeSizeInBits(const_cast<Type *>(&type)).getFixedValue() > uint64_t{8} * bytes_;
  }

  bool hasWide(const Instruction &instruction) const {
    return isWide(*instruction.getType()) ||
           any_of(instruction.operands(), [&](const Use &use) { return isWide(*use->getType()); });
  }

  Work workOf(Instruction &instruction) const {
    if (instruction.isAtomic() || instruction.isVolatile())
      return Work::other;
    if (!hasWide(instruction)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      return call && !isa<IntrinsicInst>(call) ? Work::other : Work::none;
    }
    if (const auto masked = MaskedAccess::of(instruction))
      return masked->isLoad() ? Work::access : Work::maskedStore;
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      return isTriviallyVectorizable(call->getIntrinsicID()) ? Work::operation : Work::other;
    if (isa<LoadInst>(instruction))
      return Work::access;
    if (isa<StoreInst>(instruction))
      return Work::store;
    if (isa<BitCastInst, FreezeInst, InsertElementInst>(instruction) || isSplatValue(&instruction))
      return Work::none;
    const bool isDivision = instruction.isIntDivRem();
    const bool isElementwise = isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(instruction);
    return isElementwise && !isDivision ? Work::operation : Work::other;
  }

  /// Counts the work of `block` in `traffic`. Returns false if the block does anything that streams don't.
  bool count(BasicBlock &block, Traffic &traffic) const {
    for (Instruction &instruction : block) {
      const Work work = workOf(instruction);
      if (work == Work::other)
        return false;
      traffic.accesses += work == Work::access || work == Work::store || work == Work::maskedStore ? 1 : 0;
      traffic.operations += work == Work::operation ? 1 : 0;
      traffic.storesAll |= work == Work::store;
      traffic.storesSome |= work == Work::maskedStore;
    }
    return true;
  }

  bool readsLinesAgain(BasicBlock &block) const {
    SmallDenseMap<const Value *, int64_t> first;
    for (Instruction &instruction : block) {
      if (workOf(instruction) != Work::access)
        continue;
      int64_t offset = 0;
      const auto masked = MaskedAccess::of(instruction);
      const Value *pointer = masked ? masked->address() : getLoadStorePointerOperand(&instruction);
      const Value *base = GetPointerBaseWithConstantOffset(pointer, offset, layout_);
      const auto [known, isNew] = first.try_emplace(base, offset);
      if (!isNew && (offset - known->second) % lineBytes != 0)
        return true;
    }
    return false;
  }

  Function &kernel_;
  const DataLayout &layout_;
  const unsigned bytes_;
  DominatorTree dominators_;
  LoopInfo loops_;
};

} // namespace

PreservedAnalyses NarrowStreamsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  Function *kernel = findKernel(module);
  if (!kernel || bytes_ == 0 || kernel->isDeclaration() || !StreamCheck(*kernel, bytes_).isStream())
    return PreservedAnalyses::all();
  // The pass splits vectors itself, because LLVM's code generator stores the parts of split vectors in any order: half
  // of a cache line, then half of another line. A sum of two streams of double then took 1.2 times as long.
  ScalarizerPassOptions options;
  options.ScalarizeMinBits = 8 * bytes_;
  options.ScalarizeLoadStore = true;
  options.ScalarizeVariableInsertExtract = false;
  ScalarizerPass(options).run(*kernel, analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager());
  kernel->addFnAttr("prefer-vector-width", std::to_string(8 * bytes_));
  kernel->addFnAttr("min-legal-vector-width", "0");
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
