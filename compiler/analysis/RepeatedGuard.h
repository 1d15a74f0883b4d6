// A bounds guard that a kernel with barriers tests again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H
#define WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H

#include <optional>

#include "analysis/BoundsGuard.h"

namespace weft::compiler {

/// Collects all comparisons that decide branches around a piece of code, if they decide at least
/// CodeSizes::minRepeatedGuards branches; returns nothing where there are no barriers. Where the guard holds for a
/// group, each of these comparisons has the result that its part says, wherever a work-item reaches it. A test of the
/// guard can be made early, before `begin`, which all work-items pass.
///
///   %inside = icmp ult i32 %local.id.0, %rest
///   br i1 %inside, label %load, label %all        ; and the same at each of a transform's steps
std::optional<BoundsGuard> findRepeatedGuard(llvm::Function &kernel, const llvm::Instruction &begin);

} // namespace weft::compiler

#endif
