// OpenCL C 2.0's name of the barrier, with and without a scope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_group_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  int value = tile[(l + 1) % size];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  tile[l] = value;
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(l + 1) % size];
}
