// A fibers kernel in which one work-item of a group faults while the others wait at a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faulting.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group, WeftItem *item) {
  if (item->localId[0] % 2 == 0)
    item->barrier(item);
  runItem(launch->args, group->id[0] * launch->localSize[0] + item->localId[0]);
}

EXPORT const WeftKernelInfo weftKernelInfo = {
    .abiVersion = WEFT_KERNEL_ABI_VERSION, .executor = WEFT_EXECUTOR_FIBERS, .entry = entry};
