// A private array is filled before a barrier and read after it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void private_array_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = in[get_global_id(0)] * (k + 1);
  tile[l] = own[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[size - 1 - l];
  for (int k = 0; k < 8; ++k)
    sum += own[k];
  out[get_global_id(0)] = sum;
}
