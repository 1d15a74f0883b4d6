// A private array, written at an index from memory before each barrier, read at another index after it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void dynamically_indexed_array_across_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  int own[16];
  for (int k = 0; k < 16; ++k)
    own[k] = 100 * k;
  for (int turn = 0; turn < 4; ++turn) {
    own[(value + turn) % 16] += value;
    tile[l] = own[(value + turn) % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[(value + turn) % 16] -= tile[size - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += own[k] * (k + 1);
  out[get_global_id(0)] = sum;
}
