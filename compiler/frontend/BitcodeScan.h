// A check of untrusted bitcode, to be made before LLVM's reader reads the bitcode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_BITCODE_SCAN_H
#define WEFT_COMPILER_FRONTEND_BITCODE_SCAN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace weft::compiler {

/// Fails if the stream's blocks are not properly nested, or if the stream announces more types, basic blocks or
/// parameters than its bytes could describe: LLVM's reader allocates memory for the announced number at once.
llvm::Error scanBitcode(llvm::StringRef bitcode);

} // namespace weft::compiler

#endif
