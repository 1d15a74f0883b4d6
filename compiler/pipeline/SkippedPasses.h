// Decides which of LLVM's passes to skip on a function or a loop, because they gain nothing or take too long.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H
#define WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H

#include "llvm/ADT/Any.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Whether LLVM is to skip the pass `name` on `unit`, because the pass gains nothing there or takes too long. `unit` is
/// the IR unit that LLVM's pass instrumentation passes: a pointer to a module, a function, a loop or a strongly
/// connected component.
bool skipsPass(llvm::StringRef name, const llvm::Any &unit);

} // namespace weft::compiler

#endif
