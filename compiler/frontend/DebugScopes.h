// A check for cycles in the debug information of a program that was read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_DEBUG_SCOPES_H
#define WEFT_COMPILER_FRONTEND_DEBUG_SCOPES_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// Fails if, directly or through others, a block of the source lies within itself, a location is inlined at itself, or
/// a type consists of itself with no structure in between. LLVM and its verifier follow blocks outwards until they find
/// the function, and would follow a cycle for ever.
llvm::Error checkDebugScopes(const llvm::Module &program);

} // namespace weft::compiler

#endif
