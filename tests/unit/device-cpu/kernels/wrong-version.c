// A kernel of an ABI version that does not exist.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  (void)launch;
  (void)group;
}

EXPORT const WeftKernelInfo weftKernelInfo = {
    .abiVersion = WEFT_KERNEL_ABI_VERSION + 1000, .executor = WEFT_EXECUTOR_LOOPS, .entry = entry};
