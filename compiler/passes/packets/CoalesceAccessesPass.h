// Joins a work-item's accesses to neighbouring elements of memory to one access of a vector.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_COALESCE_ACCESSES_PASS_H
#define WEFT_COMPILER_PASSES_PACKETS_COALESCE_ACCESSES_PASS_H

#include "llvm/IR/PassManager.h"

#include "codegen/TargetProfile.h"

namespace weft::compiler {

/// What: joins loads of one block to one load of a vector if a work-item's elements are contiguous in memory, and the
/// elements of neighbouring lanes lie far apart. Joins stores of one block under the same conditions. A joined access
/// has 64 bytes at most, and its size is a power of two.
/// Why: a packet then loads one vector for each lane and transposes the vectors in registers, instead of gathering each
/// element.
/// Requires: kernel code for one work-item, with ids lowered to weft.local.id.N; address spaces are those of spir64.
/// Guarantees: no instruction between the joined accesses can observe that they were joined.
///
///   %p1 = getelementptr i8, ptr addrspace(1) %p, i64 4      %v = load <2 x i32>, ptr addrspace(1) %p
///   %a = load i32, ptr addrspace(1) %p                   => %a = extractelement <2 x i32> %v, i64 0
///   %b = load i32, ptr addrspace(1) %p1                     %b = extractelement <2 x i32> %v, i64 1
class CoalesceAccessesPass : public llvm::PassInfoMixin<CoalesceAccessesPass> {
public:
  explicit CoalesceAccessesPass(const TargetProfile &profile) : profile_(profile) {}
  llvm::PreservedAnalyses run(llvm::Function &kernel, llvm::FunctionAnalysisManager &analyses);

private:
  TargetProfile profile_;
};

} // namespace weft::compiler

#endif
