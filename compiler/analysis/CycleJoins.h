// Finds phis after a cycle whose value depends on the exit by which the cycle was left.
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

/// `phi` is after `cycle`, and the value of `phi` depends on which of several exits of the cycle was taken.
struct CycleJoin {
  const llvm::PHINode *phi;
  const llvm::Cycle *cycle;
};

/// Returns all cycle joins of `function`. A phi after several nested cycles has one CycleJoin for each of these cycles
/// whose exits bring different values.
llvm::SmallVector<CycleJoin> findCycleJoins(const llvm::Function &function, const llvm::CycleInfo &cycles);

} // namespace weft::compiler

#endif
