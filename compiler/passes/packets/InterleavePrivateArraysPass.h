// Gives private arrays a place for each lane of a packet beside each of their elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_INTERLEAVE_PRIVATE_ARRAYS_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_INTERLEAVE_PRIVATE_ARRAYS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: lays a private array out so that element 0 of all lanes comes first, then element 1, and so on. The array is
/// one for the packet, and each access is to the lane's place in it. Why: an index that all lanes share is one vector's
/// access then, which the plans of accesses find by themselves; with a copy for each lane it were a gather. Lanes whose
/// indices differ still stay within lines that are near. Requires: packets have a width; the kernel is one for one
/// work-item. Before vectors are made scalars. Guarantees: an array that isn't marked by laneArrayMetadata is as it
/// was: one that is volatile, has elements of different sizes or accesses across them, or whose address is stored,
/// chosen or given to a function.
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
