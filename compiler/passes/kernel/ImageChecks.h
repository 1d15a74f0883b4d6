// Lets a kernel look whether it reads or writes texels that an image has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_KERNEL_IMAGE_CHECKS_H
#define WEFT_COMPILER_PASSES_KERNEL_IMAGE_CHECKS_H

#include "llvm/IR/Function.h"

#include "kernel/CheckCalls.h"

namespace weft::compiler {

/// In front of each write to an image, and of each read without a sampler: coordinates that the image doesn't have are
/// reported. The access stays, as Weft's images take any coordinates; other devices' don't (OpenCL C 3.0, 6.15.15).
/// Accesses with a sampler, or of another level than the first, are left alone.
void checkImages(llvm::Function &kernel, CheckCalls &calls);

} // namespace weft::compiler

#endif
