// What images and samplers are on the CPU: addresses of descriptors, and numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_TYPES_H
#define WEFT_COMPILER_KERNEL_IMAGE_TYPES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// Does what LowerImagesPass guarantees (passes/builtins/LowerImagesPass.h). That pass calls it for kernels, and the
/// import of builtins for these, so that both agree. Returns false where nothing had to be done.
bool lowerImageTypes(llvm::Module &module);

/// Whether `mangledName` is the name of a builtin that reads, writes or queries an image.
bool isImageFunction(llvm::StringRef mangledName);
/// Whether it is the name of an image function that may filter texels: its coordinates are floating-point numbers.
bool isFilteringFunction(llvm::StringRef mangledName);

} // namespace weft::compiler

#endif
