// The facts that the host side must know about a program's kernels, as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_MANIFEST_H
#define WEFT_COMPILER_FRONTEND_MANIFEST_H

#include <string>

#include "CodeRequest.h"

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Records in the IL itself the facts of the manifest about the whole program, so that they survive in a cache.
void markArgumentInfo(llvm::Module &program);

/// Records the faults that the program's kernels check for while they run.
void markChecks(llvm::Module &program, CodeChecks checks);

/// Records that the program was not made from source: its kernels have no CL_KERNEL_ATTRIBUTES.
void markIntermediate(llvm::Module &program);
void markLibrary(llvm::Module &program, bool library);

/// Returns the manifest as described in WeftCompiler.h. *Requires* spir64 IL whose kernels have Clang's kernel_arg
/// metadata. Where a kernel has none (it may come from elsewhere), types and names are empty.
std::string writeManifest(const llvm::Module &program);

} // namespace weft::compiler

#endif
