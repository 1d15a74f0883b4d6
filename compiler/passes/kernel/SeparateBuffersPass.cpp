// Marks for LLVM which accesses are to different buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/SeparateBuffersPass.h"

#include <bit>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

#include "analysis/PointerOrigins.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An access whose addresses all come from arguments.
struct Access {
  Instruction *instruction;
  uint64_t arguments; ///< bit i: an address comes from argument i
};

class Buffers {
public:
  explicit Buffers(Function &kernel) : kernel_(kernel), origins_(kernel) {
    for (BasicBlock &block : kernel)
      for (Instruction &instruction : block)
        collect(instruction);
  }

  bool separate() {
    // Scopes are useless for a single buffer, and if no buffer is written.
    if (std::popcount(reached_) < 2 || written_ == 0)
      return false;
    for (const Access &access : accesses_) {
      addList(*access.instruction, LLVMContext::MD_alias_scope, access.arguments);
      addList(*access.instruction, LLVMContext::MD_noalias, reached_ & ~access.arguments);
    }
    addBits(distinctArgumentsAttribute, reached_);
    addBits(writtenArgumentsAttribute, written_);
    return true;
  }

private:
  void collect(Instruction &instruction) {
    uint64_t reached = 0, written = 0;
    const auto reach = [&](const Value &pointer, bool writes) {
      const uint64_t arguments = origins_.argumentsOf(pointer);
      reached |= arguments;
      written |= writes ? arguments : 0;
      return arguments != 0;
    };
    bool isKnown = false;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      isKnown = load->isSimple() && reach(*load->getPointerOperand(), false);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      isKnown = store->isSimple() && reach(*store->getPointerOperand(), true);
    else if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      isKnown = isPlainAccess(*call) && all_of(call->args(), [&](const Use &argument) {
                  return !argument->getType()->isPtrOrPtrVectorTy() ||
                         reach(*argument, call->mayWriteToMemory() && !isSource(*call, argument));
                });
    if (!isKnown)
      return;
    accesses_.push_back({&instruction, reached});
    reached_ |= reached;
    written_ |= written;
  }

  /// Whether the call is a copy or fill of memory that isn't volatile, or a masked access of a packet.
  static bool isPlainAccess(const IntrinsicInst &call) {
    if (const auto *copy = dyn_cast<MemIntrinsic>(&call))
      return !copy->isVolatile();
    switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_compressstore:
      return true;
    default:
      return false;
    }
  }
  static bool isSource(const IntrinsicInst &call, const Use &argument) {
    const auto *copy = dyn_cast<MemTransferInst>(&call);
    return copy && &argument == &copy->getRawSourceUse();
  }

  /// Adds the scopes of `arguments` to the access's metadata of the kind `kind` (alias.scope or noalias). An argument's
  /// scope is the same metadata node each time the pass runs.
  void addList(Instruction &access, unsigned kind, uint64_t arguments) {
    LLVMContext &context = kernel_.getContext();
    MDBuilder builder(context);
    MDNode *domain = builder.createAliasScopeDomain("weft.buffers");
    SmallVector<Metadata *> scopes;
    for (uint64_t rest = arguments; rest != 0; rest &= rest - 1)
      scopes.push_back(builder.createAliasScope("weft.buffer." + utostr(std::countr_zero(rest)), domain));
    access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), MDNode::get(context, scopes)));
  }

  void addBits(StringRef attribute, uint64_t bits) {
    setNumericAttribute(kernel_, attribute, numericAttribute(kernel_, attribute) | bits);
  }

  Function &kernel_;
  const PointerOrigins origins_;
  SmallVector<Access> accesses_;
  uint64_t reached_ = 0, written_ = 0;
};

} // namespace

PreservedAnalyses SeparateBuffersPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !kernel->hasFnAttribute(distinctBuffersAttribute))
    return PreservedAnalyses::all();
  return Buffers(*kernel).separate() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft::compiler
