// A kilobyte of private memory per work-item lives across a barrier.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void large_private_array_across_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int own[256];
  for (int k = 0; k < 256; ++k)
    own[(k * 7) % 256] = in[get_global_id(0)] + k;
  tile[l] = own[255];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[size - 1 - l];
  for (int k = 0; k < 256; k += 3)
    sum += own[k];
  out[get_global_id(0)] = sum;
}
