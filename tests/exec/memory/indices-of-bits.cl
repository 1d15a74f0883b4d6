// Places that are bits of the local id: blocks, rows, mirrored and exchanged lanes, also where only some lanes go.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void indices_of_bits(global const int *in, global int *out) {
  const int l = get_local_id(0), size = get_local_size(0), start = get_group_id(0) * size;
  // Of 2,112 numbers, which are more than any group has work-items.
  const global int *table = in;
  int sum = table[l & 63] + table[(l & ~15) + 1000] + 3 * table[l >> 4] + 5 * table[l ^ 15] + 7 * table[l ^ 32];
  sum += 11 * table[l | 64] + 13 * table[(4 * l) & 255] + 17 * table[(4 * l) >> 6] + 19 * table[(l + 48) & 127];
  sum += 23 * table[(l + 3) & 63] + 29 * table[l & 7] + 31 * table[l >> 2] + 37 * table[(l & 31) * 4 + (l >> 5)];
  if ((l & 16) != 0)
    sum += table[(l - 16) & 31] + 41 * table[(l ^ 16) >> 5];
  for (int i = 0; i < (l & 3); ++i)
    sum += table[(l & 15) + 16 * i];
  const int place = l ^ 1;
  if (place < size)
    out[start + place] = sum;
  else
    out[start + l] = sum;
}
