// What the host side must know of a program's kernels, as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_MANIFEST_H
#define WEFT_COMPILER_FRONTEND_MANIFEST_H

#include <string>

#include "CodeRequest.h"

namespace llvm {
class Module;
}

namespace weft::compiler {

/// Notes in the IL itself what the manifest says of the whole program, so that it survives the way through a cache.
void markArgumentInfo(llvm::Module &program);

/// Notes what the program's kernels are to look for while they run.
void markChecks(llvm::Module &program, CodeChecks checks);

/// Notes that the program was no source: its kernels have no attributes as CL_KERNEL_ATTRIBUTES has them.
void markIntermediate(llvm::Module &program);
void markLibrary(llvm::Module &program, bool library);

/// The manifest as described in WeftCompiler.h. *Requires* spir64 IL whose kernels carry Clang's kernel_arg metadata;
/// where a kernel has none (it may come from elsewhere), types and names are empty.
std::string writeManifest(const llvm::Module &program);

} // namespace weft::compiler

#endif
