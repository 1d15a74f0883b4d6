// A kernel whose private memory may need more stack than an application's thread has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))
#define WORDS (256 * 1024)

/// The argument block is an array of uint64_t, one for each group.
static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  volatile uint64_t words[WORDS];
  for (uint64_t i = 0; i < WORDS; ++i)
    words[i] = i + group->id[0];
  uint64_t sum = 0;
  for (uint64_t i = 0; i < WORDS; ++i)
    sum += words[i];
  ((uint64_t *)launch->args)[group->id[0]] = sum;
}

EXPORT const WeftKernelInfo weftKernelInfo = {.abiVersion = WEFT_KERNEL_ABI_VERSION,
                                              .executor = WEFT_EXECUTOR_LOOPS,
                                              .entry = entry,
                                              .stackBytes = WORDS * sizeof(uint64_t) + 4096};
