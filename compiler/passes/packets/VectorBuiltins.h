// Builtins on OpenCL C's vectors, taken apart before a kernel becomes one for packets.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_PACKETS_VECTOR_BUILTINS_H
#define WEFT_COMPILER_PASSES_PACKETS_VECTOR_BUILTINS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
}

namespace weft::compiler {

class BuiltinLibrary;

/// Makes one call for each element of a builtin that does the same to all (sin of a float4: four sines), and replaces
/// calls of the others that have no pointers (dot, select, isequal) by the builtin's body, so that the packet's lanes
/// are the only vectors that are left to call builtins with.
llvm::Error takeApartVectorBuiltins(llvm::Function &kernel, const BuiltinLibrary &builtins);

} // namespace weft::compiler

#endif
