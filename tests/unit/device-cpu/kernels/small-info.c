// A shared object whose symbol weftKernelInfo is too small to be a kernel's description.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const uint32_t weftKernelInfo = WEFT_KERNEL_ABI_VERSION;
