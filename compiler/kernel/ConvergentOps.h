// Recognises operations that work-items may have to reach together, such as barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_CONVERGENT_OPS_H
#define WEFT_COMPILER_KERNEL_CONVERGENT_OPS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// Whether work-items may have to reach `instruction` together: it is a barrier, a collective, or a call of a function
/// that may contain one. If a pass copied the instruction, work-items that reach the copy wouldn't wait for those that
/// reach the original, so such an instruction must not be copied.
inline bool isConvergentOp(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->isConvergent() && !llvm::isa<llvm::IntrinsicInst>(call);
}

} // namespace weft::compiler

#endif
