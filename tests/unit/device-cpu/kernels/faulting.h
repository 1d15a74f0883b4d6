// A kernel in which one work-item faults in the way that its arguments choose, for both executors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

#include "Arguments.h"

#include <string.h>

#ifdef __cplusplus
#error "this is C"
#endif

static __attribute__((noinline)) uint64_t recurse(const struct FaultingArguments *args, uint64_t depth) {
  volatile char frame[512];
  frame[0] = (char)depth;
  if (depth == args->address)
    return 0;
  return recurse(args, depth + 1) + (uint64_t)frame[0];
}

static void fault(const struct FaultingArguments *args) {
  switch (args->kind) {
  case FAULT_WRITE:
    *(volatile uint32_t *)args->address = 1; // line 26
    break;
  case FAULT_READ:
    args->done[0] = *(volatile uint32_t *)args->address; // line 29
    break;
  case FAULT_JUMP:
    ((void (*)(void))args->address)();
    break;
  case FAULT_STACK:
    args->done[0] = (uint32_t)recurse(args, 1);
    break;
  case FAULT_DIVIDE: {
    volatile uint64_t zero = args->address;
    args->done[0] = (uint32_t)(args->bytes / zero);
    break;
  }
  case FAULT_INSTRUCTION:
    __builtin_trap();
  case FAULT_COPY:
    memcpy((void *)args->address, args->done, args->bytes);
    break;
  default:
    break;
  }
}

static void runItem(const struct FaultingArguments *args, uint64_t id) {
  __atomic_fetch_add(&args->done[id], 1, __ATOMIC_RELAXED);
  if (id == args->item)
    fault(args);
}
