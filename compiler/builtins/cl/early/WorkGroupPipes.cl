// Pipe reservations that a work-group makes and commits together (OpenCL C 3.0, section 6.15.13).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../GroupPrimitives.h"
#include "../Pipes.h"

#define WEFT_WORK_GROUP_PIPES(access, way)                                                                             \
  reserve_id_t __work_group_reserve_##way##_pipe(access pipe int p, uint count, uint bytes, uint alignment) {          \
    local ulong *result = __weft_group_result();                                                                       \
    if (__weft_begin_once())                                                                                           \
      *result = __weft_reservation_number(__reserve_##way##_pipe(p, count, bytes, alignment));                         \
    WEFT_END_ONCE();                                                                                                   \
    return __weft_reservation(*result);                                                                                \
  }                                                                                                                    \
  void __work_group_commit_##way##_pipe(access pipe int p, reserve_id_t id, uint bytes, uint alignment) {              \
    if (__weft_begin_once())                                                                                           \
      __commit_##way##_pipe(p, id, bytes, alignment);                                                                  \
    WEFT_END_ONCE();                                                                                                   \
  }

WEFT_WORK_GROUP_PIPES(read_only, read)
WEFT_WORK_GROUP_PIPES(write_only, write)
