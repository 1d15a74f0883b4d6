// A kernel that adds a value to each work-item's sum. Its first group waits until the expected executions have begun.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sched.h>

#include "KernelAbi.h"
#include "Meet.h"

static void entry(const WeftLaunch *launch, const WeftGroup *group) {
  const struct MeetArguments *args = launch->args;
  if (group->id[0] == 0) {
    __atomic_fetch_add(&args->meeting[0], 1, __ATOMIC_SEQ_CST);
    unsigned patience = 20 * 1000 * 1000; // lasts many seconds
    while (__atomic_load_n(&args->meeting[0], __ATOMIC_SEQ_CST) < args->expected && --patience != 0)
      sched_yield();
    if (patience == 0)
      __atomic_fetch_add(&args->meeting[1], 1, __ATOMIC_SEQ_CST);
  }
  for (uint64_t x = 0; x < group->localSize[0]; ++x)
    __atomic_fetch_add(&args->sums[group->id[0] * launch->localSize[0] + x], args->amount, __ATOMIC_RELAXED);
}

__attribute__((visibility("default"))) const WeftKernelInfo weftKernelInfo = {
    .abiVersion = WEFT_KERNEL_ABI_VERSION, .executor = WEFT_EXECUTOR_LOOPS, .entry = entry};
