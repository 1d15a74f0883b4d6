// Local variables of the kernel itself: an array and a scalar.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_kernel_scope(global const int *in, global int *out) {
  local int tile[1024];
  local int first;
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  if (l == 0)
    first = in[get_global_id(0)] * 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] + first;
}
