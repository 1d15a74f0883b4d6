// A kernel that requires a local size for only one dimension.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  (void)launch;
  (void)group;
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
                                              .entry = entry,
                                              .requiredLocalSize = {64, 0, 0}};
