// Forwards stored values to loads of memory that only one group accesses, even if several stores wrote a load's value.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FORWARD_STORES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FORWARD_STORES_PASS_H

#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: replaces a load of group-private memory (kernel/GroupPrivateMemory.h) by shuffles, if all loaded elements are
/// known from earlier stores and loads. Each register of the loaded value may take its elements from up to four
/// registers. LLVM replaces a load only if a single store has written all that the load reads.
/// Why: in scans, trees and sorting networks a work-item reads from local memory what another work-item of its packet,
/// or of the next packet, has written. If the loop over packets is unrolled, the exchange can be a shuffle of
/// registers. In memory the exchange is a load that spans the bytes of two stores, and a CPU makes the load wait until
/// both stores are in the cache. Afterwards the stores are often dead.
/// Requires: that loops are unrolled, and claimGroupPrivateMemory has marked the memory.
///
///   store <4 x i32> %a, ptr %own
///   store <4 x i32> %b, ptr (%own + 16)
///   %x = load <4 x i32>, ptr (%own + 4)
/// =>
///   %x = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
class ForwardStoresPass : public llvm::PassInfoMixin<ForwardStoresPass> {
public:
  /// `registerBytes`: the size of a vector register.
  explicit ForwardStoresPass(uint64_t registerBytes) : registerBytes_(registerBytes) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  uint64_t registerBytes_;
};

} // namespace weft::compiler

#endif
