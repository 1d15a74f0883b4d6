// Replaces opaque types by their representation on the CPU: images become addresses of descriptors, samplers integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_TYPES_H
#define WEFT_COMPILER_KERNEL_IMAGE_TYPES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// Replaces the opaque types of all values in `module`, as LowerImagesPass guarantees
/// (passes/builtins/LowerImagesPass.h). That pass calls this function for kernels, and the import of builtins calls it
/// for builtins, so that both have the same types. Returns false if the module has no opaque types.
bool lowerImageTypes(llvm::Module &module);

/// Whether `mangledName` is the name of a builtin that reads, writes or queries an image.
bool isImageFunction(llvm::StringRef mangledName);
/// Whether `mangledName` is the name of an image function that may filter texels, as its coordinates are floating-point
/// numbers.
bool isFilteringFunction(llvm::StringRef mangledName);

} // namespace weft::compiler

#endif
