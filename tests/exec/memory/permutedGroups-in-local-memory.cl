// Elements in orders that are the same for each eight or sixteen work-items: runs with gaps, which several stores fill,
// neighbours exchanged, even ones in front of odd ones, and tables of which all have a part.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void permutedGroups_in_local_memory(global const int2 *in, global const short *table, global int2 *out,
                                         global int *sums, local int2 *pairs, local int *numbers, local char *bytes) {
  const uint l = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
  for (uint k = l; k < 4 * (size + 32); k += size)
    pairs[k] = (int2)(0, 0);
  for (uint k = l; k < size + 32; k += size) {
    numbers[k] = 0;
    bytes[k] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const global int2 *mine = in + 3 * group * size;
  const uint run = (l & ~7u) * 4 + (l & 7);
  pairs[run] = mine[l];
  pairs[run + 8] = mine[l + size]; // runs 16 to 23 stay empty
  pairs[run + 24] = mine[l + 2 * size];
  numbers[(l & ~31u) | (l & 1) << 4 | (l >> 1 & 15)] = mine[l].x;
  if (l % 3 != 1) // not all lanes
    bytes[(l & ~7u) | (l & 3) << 1 | (l >> 2 & 1)] = (char)mine[l].y;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint next = ((l >> 3) << 5 | (l & 7)) ^ 1;
  out[3 * group * size + l] = pairs[next] + pairs[(l & ~7u) * 4 + (l & 7) + 16];
  out[3 * group * size + size + l] = pairs[next + 8];
  out[3 * group * size + 2 * size + l] = pairs[next + 24];
  sums[group * size + l] = numbers[l ^ 3] + 1000 * bytes[l] + 100000 * table[3 + (l & 7) * 5] + table[1 + (l & 7) * 5];
}
