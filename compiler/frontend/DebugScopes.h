// Whether debug information of a program that was read leads anywhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_DEBUG_SCOPES_H
#define WEFT_COMPILER_FRONTEND_DEBUG_SCOPES_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// Fails where a block of the source lies in itself, a place is inlined at itself, or a type is made of itself without
/// a structure between, at any distance. LLVM goes from blocks outwards to their function, its verifier too, and would
/// go round for ever.
llvm::Error checkDebugScopes(const llvm::Module &program);

} // namespace weft::compiler

#endif
