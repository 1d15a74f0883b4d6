// A fibers kernel without barriers that counts the visits of each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

#include "Arguments.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group, WeftItem *item) {
  const struct MarkArguments *args = launch->args;
  const uint64_t *size = launch->globalSize;
  const uint64_t *groups = launch->numGroups;
  const uint64_t idX = group->id[0] * launch->localSize[0] + item->localId[0];
  const uint64_t idY = group->id[1] * launch->localSize[1] + item->localId[1];
  const uint64_t idZ = group->id[2] * launch->localSize[2] + item->localId[2];
  const uint64_t linear = (idZ * size[1] + idY) * size[0] + idX;
  __atomic_fetch_add(&args->visits[linear], 1, __ATOMIC_RELAXED);
  args->linearGroupIds[linear] = (group->id[2] * groups[1] + group->id[1]) * groups[0] + group->id[0];
  args->groupSizes[linear] = group->localSize[0] * group->localSize[1] * group->localSize[2];
}

EXPORT const WeftKernelInfo weftKernelInfo = {
    .abiVersion = WEFT_KERNEL_ABI_VERSION, .executor = WEFT_EXECUTOR_FIBERS, .entry = entry};
