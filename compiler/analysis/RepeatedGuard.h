// A guard of ids that a kernel with barriers asks again and again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H
#define WEFT_COMPILER_ANALYSIS_REPEATED_GUARD_H

#include <optional>

#include "analysis/BoundsGuard.h"

namespace weft::compiler {

/// All comparisons that decide branches round a piece of code, if they decide CodeSizes::repeatedGuards of them or
/// more, none where there are no barriers. Where the guard holds for a group, each of these comparisons is as its part
/// says, wherever a work-item comes to it. A test of it can be made ahead, in front of `begin`, through which all
/// work-items come.
///
///   %inside = icmp ult i32 %local.id.0, %rest
///   br i1 %inside, label %load, label %all        ; and the same at each of a transform's steps
std::optional<BoundsGuard> findRepeatedGuard(llvm::Function &kernel, const llvm::Instruction &begin);

} // namespace weft::compiler

#endif
