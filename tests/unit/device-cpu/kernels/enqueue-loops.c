// A loops kernel that calls the launch's enqueuer for each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EnqueueAbi.h"

#define EXPORT __attribute__((visibility("default")))

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  for (uint64_t i = 0; i < group->localSize[0]; ++i)
    launch->enqueuer->enqueue(launch->enqueuer, group, 0);
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
                                              .entry = entry,
                                              .flags = WEFT_KERNEL_OBSERVES_GROUPS | WEFT_KERNEL_ENQUEUES};
