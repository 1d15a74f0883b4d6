// Makes launches that write more than the caches hold store past the caches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H
#define WEFT_COMPILER_PASSES_GROUPS_STREAM_STORES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: gives a store of a packet a second form, which bypasses the caches, if the kernel doesn't read the buffer that
/// it stores to. A launch with WEFT_LAUNCH_STREAMS runs this form if it fills whole cache lines: if all lanes are
/// active, and the address is the start of a line.
/// Why: before a store through the cache, the line is read from memory, and another line is evicted. If the data don't
/// fit the caches, that read is a quarter to a third of the bytes that a kernel moves.
/// Requires: work-item-loops on packets; a CPU with such stores; groups of one row. (Where groups of 16 x 16 work-items
/// stored to 16 rows of a matrix in turn, memory took 2 to 3 times as long.)
/// Guarantees: the kernel has weft-streams if it has such a store. The executor orders these stores before everything
/// that waits for the launch. A kernel has no such stores if its groups communicate what they have stored (by atomic
/// operations and fences other than on local memory), or if it enqueues kernels.
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
