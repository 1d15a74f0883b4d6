// Splits the addresses of gathers and scatters in a group's own memory into one shared address and constant distances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_SHARE_LANE_ADDRESSES_PASS_H
#define WEFT_COMPILER_PASSES_HOST_SHARE_LANE_ADDRESSES_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: rewrites the addresses of gathers and scatters in group-private memory (kernel/GroupPrivateMemory.h) whose
/// lanes are at constant distances from an address that they share (ConstantOffsetAccess). The new addresses are just
/// the shared address plus the constant distances.
/// Why: this lets ForwardStoresPass see which elements of which memory the lanes access.
/// Requires: that claimGroupPrivateMemory has marked the memory. The pass computes each access's address anew, so equal
/// addresses are different values until EarlyCSE has run.
///
///   %sum = add nuw <4 x i32> %all.x, <i32 0, i32 2, i32 4, i32 6>     ; all.x: %x in each lane
///   %index = zext <4 x i32> %sum to <4 x i64>
///   %p = getelementptr i32, ptr %own, <4 x i64> %index
/// =>
///   %index = zext i32 %x to i64
///   %shared = getelementptr i32, ptr %own, i64 %index
///   %p = getelementptr i8, ptr %shared, <4 x i64> <i64 0, i64 8, i64 16, i64 24>
class ShareLaneAddressesPass : public llvm::PassInfoMixin<ShareLaneAddressesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
