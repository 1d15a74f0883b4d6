// Interleaves the private arrays of the lanes of a packet, element by element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_INTERLEAVE_PRIVATE_ARRAYS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_INTERLEAVE_PRIVATE_ARRAYS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: lays a private array out so that element 0 of all lanes comes first, then element 1 of all lanes, and so on.
/// The packet then has one array for all lanes, and each access goes to the lane's own element in that array.
/// Why: an access with an index that all lanes share is then one vector access (AccessPlans finds this). If each lane
/// had an array of its own, the access would be a gather. If lanes have different indices, the cache lines that they
/// access are still near each other.
/// Requires: kernel code for one work-item, with a chosen packet width. The pass runs before vectors are made scalars.
/// Guarantees: interleaved arrays have laneArrayMetadata; all other arrays are unchanged. An array stays unchanged if
/// it is volatile, if it has elements of different sizes or accesses across elements, or if its address is stored,
/// selected or given to a function.
///
///   %a = alloca [8 x i32]                     %a = alloca [8 x [16 x i32]], !weft.lane.array
///                                        =>   %lane = call i32 @weft.lane.id()
///   %p = getelementptr i32, ptr %a, i64 %i    %p = getelementptr [16 x i32], ptr %a, i64 %i, i32 %lane
///   %v = load i32, ptr %p                     %v = load i32, ptr %p
class InterleavePrivateArraysPass : public llvm::PassInfoMixin<InterleavePrivateArraysPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
