// Kernels of one program have local variables of the same name; this one must not see the other's.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void other(global int *out) {
  local int tile[64];
  tile[get_local_id(0) % 64] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}

kernel void local_memory_in_two_kernels(global const int *in, global int *out) {
  local int tile[1024];
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}
