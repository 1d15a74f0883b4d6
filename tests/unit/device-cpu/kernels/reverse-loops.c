// A loops kernel that reverses the elements of each group by way of local memory and scratch, like code with a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

#include "Arguments.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  const struct ReverseArguments *args = launch->args;
  uint32_t *local = (uint32_t *)((char *)group->localMemory + args->local);
  uint64_t *indices = group->scratch;
  const uint64_t count = group->localSize[0];
  const uint64_t first = group->id[0] * launch->localSize[0];
  for (uint64_t i = 0; i < count; ++i) {
    indices[i] = first + count - 1 - i;
    local[i] = args->source[first + i];
  }
  for (uint64_t i = 0; i < count; ++i)
    args->destination[indices[i]] = local[i];
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
                                              .entry = entry,
                                              .flags = WEFT_KERNEL_OBSERVES_GROUPS,
                                              .staticLocalBytes = WEFT_MEMORY_ALIGNMENT,
                                              .scratchBytesPerItem = sizeof(uint64_t)};
