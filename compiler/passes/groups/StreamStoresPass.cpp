// Adds stores that bypass the caches, for launches that write more bytes than the caches hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/groups/StreamStoresPass.h"

#include <array>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "KernelAbi.h"
#include "builtins/archive/AddressSpaces.h"
#include "kernel/AbiAccess.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"
#include "passes/groups/UnrollAndJamLoop.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isOfLocalMemory(const Value &pointer) { return pointer.getType()->getPointerAddressSpace() == spirLocal; }

/// Whether `instruction` may let other groups see stored data while the kernel still runs. Fences, and atomic and
/// volatile accesses to memory other than local memory, may.
bool mayPublishStores(const Instruction &instruction) {
  if (isa<FenceInst>(instruction))
    return true;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return !isOfLocalMemory(*update->getPointerOperand());
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return !isOfLocalMemory(*exchange->getPointerOperand());
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  return pointer && (instruction.isAtomic() || instruction.isVolatile()) && !isOfLocalMemory(*pointer);
}

/// Whether an instruction of `function` may let other groups see stored data. This also holds if `function` is called
/// and enqueues kernels, as these kernels may see the data.
bool mayPublishStores(const Function &function) {
  return (findEnqueueFunction(&function) && !function.use_empty()) ||
         any_of(instructions(function), [](const Instruction &instruction) { return mayPublishStores(instruction); });
}

/// The buffer that `pointer` points into: the load that reads the address of the buffer from the kernel's arguments.
/// Null for any other pointer.
const Value *bufferOf(const Value &pointer) {
  const auto *argument = dyn_cast<Instruction>(getUnderlyingObject(&pointer, /*MaxLookup=*/0));
  return argument && argument->hasMetadata(bufferMetadata) ? argument : nullptr;
}

/// The buffer that `instruction`, a load or masked load, reads. Null for any other instruction, even for a call that
/// may read a buffer.
const Value *bufferReadBy(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return bufferOf(*load->getPointerOperand());
  const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  const bool isMasked = intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::masked_load ||
                                      intrinsic->getIntrinsicID() == Intrinsic::masked_gather ||
                                      intrinsic->getIntrinsicID() == Intrinsic::masked_expandload);
  return isMasked ? bufferOf(*intrinsic->getArgOperand(0)) : nullptr;
}

/// A store of a vector to global memory.
struct PacketStore {
  Value *value = nullptr;
  Value *pointer = nullptr;
  Value *mask = nullptr; ///< null if all lanes are stored
};

PacketStore packetStore(Instruction &instruction) {
  PacketStore found;
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
    found = {store->getValueOperand(), store->getPointerOperand(), nullptr};
  if (auto *masked = dyn_cast<IntrinsicInst>(&instruction);
      masked && masked->getIntrinsicID() == Intrinsic::masked_store) {
    Value *mask = masked->getArgOperand(2);
    found = {masked->getArgOperand(0), masked->getArgOperand(1),
             match(mask, PatternMatch::m_AllOnes()) ? nullptr : mask};
  }
  const bool isWanted = found.value && isa<FixedVectorType>(found.value->getType()) &&
                        found.pointer->getType()->getPointerAddressSpace() == spirGlobal;
  return isWanted ? found : PacketStore();
}

/// The stores that fill whole cache lines if all lanes are active, that run once for each packet, and that write
/// buffers which the kernel doesn't read.
SmallVector<Instruction *> findStreams(Function &kernel, unsigned lineBytes) {
  SmallVector<Instruction *> streams;
  SmallPtrSet<const Value *, 8> read;
  for (const Instruction &instruction : instructions(kernel))
    if (const Value *buffer = bufferReadBy(instruction))
      read.insert(buffer);
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const DataLayout &layout = kernel.getDataLayout();
  for (Instruction &instruction : instructions(kernel)) {
    const PacketStore store = packetStore(instruction);
    if (!store.value || !layout.typeSizeEqualsStoreSize(store.value->getType()) ||
        layout.getTypeStoreSize(store.value->getType()).getFixedValue() % lineBytes != 0)
      continue;
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    const Value *buffer = bufferOf(*store.pointer);
    if (buffer && !read.contains(buffer) && (!loop || isPacketLoop(*loop)))
      streams.push_back(&instruction);
  }
  return streams;
}

void addStream(Instruction &instruction, Value *streams, unsigned lineBytes) {
  const PacketStore store = packetStore(instruction);
  IRBuilder<> builder(&instruction);
  Value *address = builder.CreatePtrToInt(store.pointer, builder.getInt64Ty());
  Value *isAligned = builder.CreateICmpEQ(builder.CreateAnd(address, lineBytes - 1), builder.getInt64(0), "aligned");
  Value *isWhole = store.mask ? builder.CreateAnd(isAligned, builder.CreateAndReduce(store.mask)) : isAligned;
  Instruction *past = nullptr, *through = nullptr;
  SplitBlockAndInsertIfThenElse(builder.CreateAnd(streams, isWhole), &instruction, &past, &through);
  builder.SetInsertPoint(past);
  StoreInst *stream = builder.CreateAlignedStore(store.value, store.pointer, Align(lineBytes));
  stream->copyMetadata(instruction,
                       {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_access_group});
  stream->setMetadata(LLVMContext::MD_nontemporal,
                      MDNode::get(builder.getContext(), ConstantAsMetadata::get(builder.getInt32(1))));
  instruction.moveBefore(through->getIterator());
}

} // namespace

PreservedAnalyses StreamStoresPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  const std::array<uint64_t, 3> size = kernel ? fixedLocalSize(*kernel) : std::array<uint64_t, 3>();
  if (!kernel || scheduleOf(*kernel).stream == false || lineBytes_ == 0 || packetWidth(*kernel) == 1 || size[1] != 1 ||
      size[2] != 1 || kernel->hasFnAttribute(reportsAttribute) ||
      any_of(module, [](const Function &function) { return mayPublishStores(function); }))
    return PreservedAnalyses::all();
  const SmallVector<Instruction *> found = findStreams(*kernel, lineBytes_);
  if (found.empty())
    return PreservedAnalyses::all();
  IRBuilder<> builder(&kernel->getEntryBlock(), entryInsertionPoint(*kernel));
  Value *flags = loadInvariant(builder, builder.getInt32Ty(), launchParameter(*kernel), offsetof(WeftLaunch, flags),
                               alignof(uint32_t), "launch.flags");
  Value *streams = builder.CreateIsNotNull(builder.CreateAnd(flags, WEFT_LAUNCH_STREAMS), "streams");
  for (Instruction *store : found)
    addStream(*store, streams, lineBytes_);
  kernel->addFnAttr(streamsAttribute);
  decide(*kernel, &KernelSchedule::stream, true);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
