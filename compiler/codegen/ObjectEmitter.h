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

/// Runs LLVM's code generator over the module, which has to be compiled for `target` and is unusable afterwards. If an
/// object file has a WeftKernelInfo, it says how much stack the code takes.
llvm::Expected<ObjectBytes> emitObject(llvm::Module &module, llvm::TargetMachine &target);
llvm::Expected<ObjectBytes> emitAssembly(llvm::Module &module, llvm::TargetMachine &target);

} // namespace weft::compiler

#endif
