// Pairs of elements at a distance, as sorting networks and Fourier transforms have them, and other indices made of bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void exchanges_in_local_memory(global const int *in, global int *out, uint distance, uint bits,
                                      local int *tile) {
  const uint l = get_local_id(0), size = get_local_size(0), base = 2 * get_group_id(0) * size;
  tile[l] = in[base + l];
  tile[l + size] = in[base + l + size];
  for (uint k = l; k < 64; k += size)
    tile[2 * size + k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint low = 2 * l - (l & (distance - 1));
  const int a = tile[low];
  const int b = tile[low + distance];
  tile[low] = 3 * a + b;
  tile[low + distance] = b - a;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[l ^ bits] + tile[(l & bits) + (l | 4)];
  if (l % 3 != 0) // not all lanes
    sum += tile[2 * l - (l & bits)];
  out[base + l] = sum;
  out[base + size + l] = tile[l + size];
}
