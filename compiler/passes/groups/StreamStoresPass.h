// Adds stores that bypass the caches, for launches that write more bytes than the caches hold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: if the kernel doesn't read a buffer, gives each packet's store to that buffer a second form, which bypasses
/// the caches. A packet executes the second form if the launch has WEFT_LAUNCH_STREAMS and the store fills whole cache
/// lines: all lanes are active, and the address is the start of a line.
/// Why: before a store through the cache, the line is read from memory, and another line is evicted. If the data don't
/// fit the caches, that read is a quarter to a third of the bytes that a kernel moves.
/// Requires: work-item-loops on packets; a CPU with stores that bypass the caches; groups of one row. (Groups of 16 x
/// 16 work-items, which store to 16 rows of a matrix in turn, took 2 to 3 times as long with stores that bypass the
/// caches.)
/// Guarantees: the kernel has weft-streams if it has a store that bypasses the caches. At the end of the launch, the
/// executor makes these stores visible before it continues with commands that wait for the launch. A kernel gets no
/// stores of this kind if other groups might read the stored data during the launch. This is so if the kernel has
/// fences, has atomic or volatile accesses to memory other than local memory, or enqueues kernels.
///
///   call @llvm.masked.store(%v, %p, <16 x i1> splat (i1 true))
/// =>
///   %aligned = icmp eq (and (ptrtoint %p), 63), 0
///   br (and %streams, %aligned), %past, %through
/// past:
///   store <16 x float> %v, ptr addrspace(1) %p, align 64, !nontemporal
class StreamStoresPass : public llvm::PassInfoMixin<StreamStoresPass> {
public:
  /// `lineBytes`: TargetProfile::Legal::streamed.
  explicit StreamStoresPass(unsigned lineBytes) : lineBytes_(lineBytes) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  const unsigned lineBytes_;
};

} // namespace weft::compiler

#endif
