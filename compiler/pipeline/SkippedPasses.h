// Which of LLVM's passes a function or a loop goes without.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H
#define WEFT_COMPILER_PIPELINE_SKIPPED_PASSES_H

#include "llvm/ADT/Any.h"
#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Whether the pass `name` gives nothing on `unit`, or takes too long on it. `unit` is what LLVM's pass instrumentation
/// names: a pointer to a module, a function, a loop or a strongly connected component.
bool skipsPass(llvm::StringRef name, const llvm::Any &unit);

} // namespace weft::compiler

#endif
