// Pipe reservations that a sub-group makes and commits together (OpenCL C 3.0, section 6.15.19.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../SubGroupPrimitives.h"
#include "../Pipes.h"

void WEFT_OVERLOAD sub_group_barrier(cl_mem_fence_flags flags) __attribute__((convergent));

#define WEFT_SUB_GROUP_PIPES(access, way)                                                                              \
  reserve_id_t __sub_group_reserve_##way##_pipe(access pipe int p, uint count, uint bytes, uint alignment) {           \
    const uint first = weftFirst(weftRunning());                                                                       \
    ulong number = 0;                                                                                                  \
    if (get_sub_group_local_id() == first)                                                                             \
      number = __weft_reservation_number(__reserve_##way##_pipe(p, count, bytes, alignment));                          \
    return __weft_reservation(__weft_sub_group_broadcast_ulong(number, first));                                        \
  }                                                                                                                    \
  void __sub_group_commit_##way##_pipe(access pipe int p, reserve_id_t id, uint bytes, uint alignment) {               \
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                                           \
    if (get_sub_group_local_id() == weftFirst(weftRunning()))                                                          \
      __commit_##way##_pipe(p, id, bytes, alignment);                                                                  \
  }

WEFT_SUB_GROUP_PIPES(read_only, read)
WEFT_SUB_GROUP_PIPES(write_only, write)
