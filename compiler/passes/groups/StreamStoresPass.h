// Has launches that write more than the caches hold store past them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives packets' stores to buffers that the kernel does not read a second form, which goes past the caches. It
/// is for launches with WEFT_LAUNCH_STREAMS, and where it fills whole lines: all lanes run, from a line's address on.
/// Why: a line that is stored through the cache is read from memory first, and pushes out another one. Where the data
/// don't fit the caches, that read is a quarter to a third of what a kernel moves.
/// Requires: work-item-loops on packets; a CPU with such stores; groups of one row. (Where groups of 16 x 16 work-items
/// stored to 16 rows of a matrix in turn, memory took 2 to 3 times as long.) Guarantees: weft-streams where there is
/// one. The executor orders these stores before all that waits for the launch. Kernels whose groups tell each other of
/// what they have stored (atomic operations and fences other than on local memory), or enqueue kernels, have none.
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
