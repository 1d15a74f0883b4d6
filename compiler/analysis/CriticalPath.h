// How long operations wait for each other, and how much work they are.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_CRITICAL_PATH_H
#define WEFT_COMPILER_ANALYSIS_CRITICAL_PATH_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// An estimate in CPU cycles.
struct Delays {
  double chain = 0; ///< of the chain of operations each of which waits for the one before
  double work = 0;  ///< of all operations, at full throughput
};

/// Estimates a packet's operations on `data`, with one register for each value. In an innermost loop the chain is what
/// an iteration needs from the iteration before: everything else overlaps with other iterations. Elsewhere it is the
/// longest chain of each block.
Delays delaysOf(const llvm::Function &kernel, const llvm::DenseSet<const llvm::Value *> &data,
                const TargetProfile &profile);

} // namespace weft::compiler

#endif
