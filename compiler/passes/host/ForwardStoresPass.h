// Gives loads of a group's own memory what was stored there, also where it was stored by several instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_FORWARD_OWN_MEMORY_PASS_H
#define WEFT_COMPILER_PASSES_HOST_FORWARD_OWN_MEMORY_PASS_H

#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: makes a shuffle of a load of own memory (kernel/GroupPrivateMemory.h) whose elements are known to be those of
/// at most two vectors that were stored before. LLVM only does so where one store has written all that a load reads.
/// Why: in scans, trees and sorting networks a work-item takes what another one of its packet, or of the next, has left
/// in local memory. Where packets are unrolled, that is a shuffle of registers, while a CPU makes a load wait that
/// spans two stores. Behind it the stores often have no use any more. Requires: loops are unrolled and own memory is
/// claimed.
///
///   store <4 x i32> %a, ptr %own
///   store <4 x i32> %b, ptr (%own + 16)
///   %x = load <4 x i32>, ptr (%own + 4)
/// =>
///   %x = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
class ForwardStoresPass : public llvm::PassInfoMixin<ForwardStoresPass> {
public:
  /// `registerBytes`: of a vector register.
  explicit ForwardStoresPass(uint64_t registerBytes) : registerBytes_(registerBytes) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  uint64_t registerBytes_;
};

} // namespace weft::compiler

#endif
