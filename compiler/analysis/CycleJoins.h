// Where the ways out of a cycle join behind it, and bring values with them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CYCLE_JOINS_H
#define WEFT_COMPILER_ANALYSIS_CYCLE_JOINS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CycleInfo.h"

namespace llvm {
class Function;
class PHINode;
} // namespace llvm

namespace weft::compiler {

/// `phi` is behind `cycle`, and its value depends on which of several ways out of that has been taken.
struct CycleJoin {
  const llvm::PHINode *phi;
  const llvm::Cycle *cycle;
};

/// All of a function, each for the innermost cycle and those around it that the phi is behind.
llvm::SmallVector<CycleJoin> findCycleJoins(const llvm::Function &function, const llvm::CycleInfo &cycles);

} // namespace weft::compiler

#endif
