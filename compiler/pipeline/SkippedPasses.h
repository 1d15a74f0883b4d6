// Decides which of LLVM's passes to skip on a function or a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H
#define WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H

#include "llvm/ADT/Any.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Whether the pass `name` gains nothing on `unit`, or takes too long on it. `unit` is the IR unit that LLVM's pass
/// instrumentation passes: a pointer to a module, a function, a loop or a strongly connected component.
bool skipsPass(llvm::StringRef name, const llvm::Any &unit);

} // namespace weft::compiler

#endif
