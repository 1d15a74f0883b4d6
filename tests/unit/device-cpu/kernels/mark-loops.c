// A loops kernel without barriers that counts the visits of each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

#include "Arguments.h"

#ifdef WEFT_OF_WHOLE_GROUPS
#define VISIT 100
#define SCRATCH 64
#else
#define VISIT 1
#define SCRATCH 0
#endif

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  const struct MarkArguments *args = launch->args;
  const uint64_t *size = launch->globalSize;
  const uint64_t *groups = launch->numGroups;
  for (uint64_t z = 0; z < group->localSize[2]; ++z)
    for (uint64_t y = 0; y < group->localSize[1]; ++y)
      for (uint64_t x = 0; x < group->localSize[0]; ++x) {
        const uint64_t idX = group->id[0] * launch->localSize[0] + x;
        const uint64_t idY = group->id[1] * launch->localSize[1] + y;
        const uint64_t idZ = group->id[2] * launch->localSize[2] + z;
        const uint64_t linear = (idZ * size[1] + idY) * size[0] + idX;
        __atomic_fetch_add(&args->visits[linear], VISIT, __ATOMIC_RELAXED);
        args->linearGroupIds[linear] = (group->id[2] * groups[1] + group->id[1]) * groups[0] + group->id[0];
        args->groupSizes[linear] = group->localSize[0] * group->localSize[1] * group->localSize[2];
        for (uint64_t byte = 0; byte < SCRATCH; ++byte)
          ((volatile unsigned char *)group->scratch)[x * SCRATCH + byte] = 1;
      }
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
                                              .scratchBytesPerItem = SCRATCH,
                                              .entry = entry};
