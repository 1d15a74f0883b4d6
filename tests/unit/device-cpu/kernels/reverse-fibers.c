// A fibers kernel that reverses the elements of each group by way of local memory, with barriers in a loop. Some
// work-items end before others. With WEFT_ONE_BARRIER it is reverse-once-fibers, which is quick for the largest groups.
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
  // Moves every value by one position, `count` times, so every value returns to its position. A barrier that doesn't
  // hold back all work-items loses values.
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
  // The ABI allows a work-item to end while others continue to further barriers.
  for (uint64_t round = 0; round < i % 3; ++round)
    item->barrier(item);
#endif
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_FIBERS,
                                              .entry = entry,
                                              .flags = WEFT_KERNEL_OBSERVES_GROUPS,
                                              .staticLocalBytes = WEFT_MEMORY_ALIGNMENT};
