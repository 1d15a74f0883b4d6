// What images and samplers are on the CPU: addresses of descriptors, and numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_TYPES_H
#define WEFT_COMPILER_KERNEL_IMAGE_TYPES_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace weft::compiler {

/// Does what LowerImagesPass promises (passes/builtins/LowerImagesPass.h), for kernels in that pass and for the
/// builtins when they are imported, so that both agree. False where there was nothing to do.
bool lowerImageTypes(llvm::Module &module);

/// Whether `mangledName` is of one of the builtins that read, write or ask for something of an image.
bool isImageFunction(llvm::StringRef mangledName);
/// Whether it is one of those that may mix texels: they take coordinates that are floating-point numbers.
bool isFilteringFunction(llvm::StringRef mangledName);

} // namespace weft::compiler

#endif
