// A fibers kernel in which each work-item calls the launch's enqueuer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EnqueueAbi.h"

#define EXPORT __attribute__((visibility("default")))

static void entry(const WeftLaunch *launch, const WeftGroup *group, WeftItem *item) {
  item->barrier(item);
  launch->enqueuer->enqueue(launch->enqueuer, group, 0);
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_FIBERS,
                                              .entry = entry,
                                              .flags = WEFT_KERNEL_OBSERVES_GROUPS | WEFT_KERNEL_ENQUEUES};
