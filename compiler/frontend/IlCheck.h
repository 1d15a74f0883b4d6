// What IL may hold, wherever it comes from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_IL_CHECK_H
#define WEFT_COMPILER_FRONTEND_IL_CHECK_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Fails with a sentence where a well-formed module has what no OpenCL C makes, or what the passes after this door have
/// no answer for: another data layout, assembly, constructors, aliases, foreign types and intrinsics, vectors and
/// objects without bounds, numbers about program variables that contradict each other. So that neither a strange source
/// nor a forged binary goes further than to this sentence.
llvm::Error checkIl(const llvm::Module &program);

} // namespace weft::compiler

#endif
