// Makes a kernel check whether the texels that it reads or writes lie within the image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_IMAGE_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_IMAGE_CHECKS_H

#include "llvm/IR/Function.h"

#include "kernel/CheckCalls.h"

namespace weft::compiler {

/// Adds a check before each write to an image, and before each read without a sampler. The check reports coordinates
/// outside of the image. The access still runs after a report, because Weft's images accept any coordinates; images of
/// other devices don't (OpenCL C 3.0, 6.15.15). Accesses with a sampler, and accesses that name a mip level, get no
/// check.
void checkImages(llvm::Function &kernel, CheckCalls &calls);

} // namespace weft::compiler

#endif
