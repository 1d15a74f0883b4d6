// A symbol of the right name that is too small to be a description.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const uint32_t weftKernelInfo = WEFT_KERNEL_ABI_VERSION;
