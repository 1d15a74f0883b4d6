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

/// The functions up to markLibrary record facts about the whole program in the IL itself, so that writeManifest finds
/// them even if the IL comes from a cache. This function records that the program has argument information
/// (-cl-kernel-arg-info).
void markArgumentInfo(llvm::Module &program);

/// Records the faults that the program's kernels check for while they run.
void markChecks(llvm::Module &program, CodeChecks checks);

/// Records that the program was not made from source: its kernels have no CL_KERNEL_ATTRIBUTES.
void markIntermediate(llvm::Module &program);
void markLibrary(llvm::Module &program, bool library);

/// Returns the manifest as described in WeftCompiler.h. *Requires* spir64 IL. The types and names of arguments come
/// from the kernel_arg metadata that Clang writes. IL of another compiler may have kernels without this metadata; their
/// arguments get empty types and names.
std::string writeManifest(const llvm::Module &program);

} // namespace weft::compiler

#endif
