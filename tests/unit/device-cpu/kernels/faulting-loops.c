// A loops kernel in which one work-item of a group faults.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faulting.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  for (uint64_t x = 0; x < group->localSize[0]; ++x)
    runItem(launch->args, group->id[0] * launch->localSize[0] + x);
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
#ifdef WEFT_STACK_OF_ITS_OWN
                                              .privateBytesPerItem = 1024 * 1024,
#endif
                                              .entry = entry};
