// Turns optimised IR into an object file or assembly, in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_OBJECT_EMITTER_H
#define WEFT_COMPILER_CODEGEN_OBJECT_EMITTER_H

#include <string>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using ObjectBytes = llvm::SmallVector<char, 0>;

/// Run LLVM's code generator over `module`, which must have been compiled for `target` and is unusable afterwards. In
/// an object file, the WeftKernelInfo, if there is one, gets the number of stack bytes that the code takes.
llvm::Expected<ObjectBytes> emitObject(llvm::Module &module, llvm::TargetMachine &target);
llvm::Expected<ObjectBytes> emitAssembly(llvm::Module &module, llvm::TargetMachine &target);

} // namespace weft::compiler

#endif
