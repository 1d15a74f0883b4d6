// Local memory as an argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_argument(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[(l + 1) % size] - tile[(l + 2) % size];
}
