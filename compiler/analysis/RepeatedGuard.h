// Finds a bounds guard (comparisons of ids with the bounds of the data) that a kernel with barriers tests again and
// again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H
#define WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H

#include <optional>

#include "analysis/BoundsGuard.h"

namespace weft::compiler {

/// Looks for branches that skip a piece of code depending on a bounds guard. If at least CodeSizes::minRepeatedGuards
/// branches do so, returns all comparisons that decide them, as one guard. Returns nothing for a kernel without
/// barriers. If the guard holds for a group, each of these comparisons has the result that the guard states, wherever a
/// work-item reaches it. So the guard can be tested early, before `begin`, which all work-items reach.
///
///   %inside = icmp ult i32 %local.id.0, %rest
///   br i1 %inside, label %load, label %all        ; and the same at each of a transform's steps
std::optional<BoundsGuard> findRepeatedGuard(llvm::Function &kernel, const llvm::Instruction &begin);

} // namespace weft::compiler

#endif
