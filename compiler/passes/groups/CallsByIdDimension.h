// Counts the calls of mathematical functions in a kernel by the ids that their arguments depend on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_CALLS_BY_ID_DIMENSION_H
#define WEFT_COMPILER_PASSES_GROUPS_CALLS_BY_ID_DIMENSION_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
}

namespace weft::compiler {

class WorkItemContext;

/// Numbers of calls of mathematical functions. A field counts a call if the call's arguments are computed only from the
/// ids that the field names, constants, and values that are uniform in the group.
struct CallsByIdDimension {
  unsigned onColumnIds = 0; ///< local ids of dimension 0: each row of the group computes the same values
  unsigned onRowIds = 0;    ///< local ids of dimensions 1 and 2: all work-items of a row compute the same value
};

/// Counts the calls in `blocks`, the blocks of a region. In `blocks`, each block comes after the blocks that dominate
/// it. `context` says which values from other regions are uniform, and which ones this region recomputes.
CallsByIdDimension countCallsByIdDimension(llvm::ArrayRef<llvm::BasicBlock *> blocks, const WorkItemContext &context);

} // namespace weft::compiler

#endif
