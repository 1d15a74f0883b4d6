// Where work-items may meet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_MEETINGS_H
#define WEFT_COMPILER_KERNEL_MEETINGS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft::compiler {

/// Whether work-items may have to reach `instruction` together: a barrier, a collective, or a call of what may have
/// one. A copy of it would be another one.
inline bool isConvergentOp(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->isConvergent() && !llvm::isa<llvm::IntrinsicInst>(call);
}

} // namespace weft::compiler

#endif
