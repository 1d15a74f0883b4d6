// Estimates how many cycles a kernel's operations take: the longest chain of dependent operations, and the sum of all.
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
struct CriticalPath {
  double latency = 0;    ///< the longest chain of operations, each of which waits for the result of the one before
  double throughput = 0; ///< the sum of all operations, if none waits for another
};

/// Estimates a packet's operations on the values `data`, as if each value filled one register. In an innermost loop,
/// `latency` counts only the chain from one iteration to the next, because all other operations overlap with those of
/// other iterations. Outside these loops it counts the longest chain of each block.
CriticalPath criticalPathOf(const llvm::Function &kernel, const llvm::DenseSet<const llvm::Value *> &data,
                            const TargetProfile &profile);

} // namespace weft::compiler

#endif
