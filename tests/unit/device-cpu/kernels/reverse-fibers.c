// Reverses each group by way of local memory, with barriers in a loop; some work-items end before the others. With
// WEFT_ONE_BARRIER as reverse-once-fibers, which is quick also for the largest groups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

#include "Arguments.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group, WeftItem *item) {
  const struct ReverseArguments *args = launch->args;
  uint32_t *local = (uint32_t *)((char *)group->localMemory + args->local);
  const uint64_t count = group->localSize[0];
  const uint64_t first = group->id[0] * launch->localSize[0];
  const uint64_t i = item->localId[0];
  local[i] = args->source[first + i];
#ifndef WEFT_ONE_BARRIER
  // Moves every value one place on, count times over, and so back to where it was: any barrier that fails to hold
  // the others back loses values.
  for (uint64_t round = 0; round < count; ++round) {
    item->barrier(item);
    const uint32_t value = local[(i + 1) % count];
    item->barrier(item);
    local[i] = value;
  }
#endif
  item->barrier(item);
  args->destination[first + i] = local[count - 1 - i];
#ifndef WEFT_ONE_BARRIER
  // The ABI lets a work-item end while others go on to further barriers.
  for (uint64_t round = 0; round < i % 3; ++round)
    item->barrier(item);
#endif
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_FIBERS,
                                              .entry = entry,
                                              .flags = WEFT_KERNEL_OBSERVES_GROUPS,
                                              .staticLocalBytes = WEFT_MEMORY_ALIGNMENT};
