// Functions of mathematics in a kernel, by the ids that they are functions of.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_GROUPS_FUNCTIONS_OF_IDS_H
#define WEFT_COMPILER_PASSES_GROUPS_FUNCTIONS_OF_IDS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
}

namespace weft::compiler {

class WorkItemContext;

/// How many calls have arguments that are made of values which the group has in common, constants, and these ids alone.
struct FunctionsOfIds {
  unsigned ofColumns = 0; ///< local ids of dimension 0: each row of the group computes the same
  unsigned ofRows = 0;    ///< local ids of dimensions 1 and 2: all of a row compute the same
};

/// Of a region's blocks, each behind those that dominate it, which get from `context` what other regions make.
FunctionsOfIds countFunctionsOfIds(llvm::ArrayRef<llvm::BasicBlock *> blocks, const WorkItemContext &context);

} // namespace weft::compiler

#endif
