// A kernel calls another kernel that has a barrier and local memory as argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void mirror(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}

kernel void kernel_calls_kernel_with_barrier(global const int *in, global int *out, local int *tile) {
  mirror(in, out, tile);
  out[get_global_id(0)] += 1;
}
