// How long operations wait for each other, and how much there is to do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_OPERATION_CHAINS_H
#define WEFT_COMPILER_ANALYSIS_OPERATION_CHAINS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace weft::compiler {

struct TargetProfile;

/// An estimate in CPU cycles.
struct Delays {
  double chain = 0; ///< of operations each of which waits for the one before
  double work = 0;  ///< of all, at full throughput
};

/// Of a packet's operations on `data`, one register each. In an innermost loop a chain is what a trip needs of the one
/// before: all else overlaps with other trips. Elsewhere it is the longest of each block.
Delays delaysOf(const llvm::Function &kernel, const llvm::DenseSet<const llvm::Value *> &data,
                const TargetProfile &profile);

} // namespace weft::compiler

#endif
