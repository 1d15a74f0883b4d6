// A private array is written and read at places that the data decide: counting sort of eight digits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void dynamically_indexed_private_array(global const uint *in, global uint *out) {
  uchar counts[16];
  for (int k = 0; k < 16; ++k)
    counts[k] = 0;
  uint value = in[get_global_id(0)];
  for (int k = 0; k < 8; ++k)
    ++counts[(value >> (4 * k)) & 15];
  uint sorted = 0;
  for (uint digit = 0; digit < 16; ++digit)
    for (int k = 0; k < counts[digit]; ++k)
      sorted = (sorted << 4) | digit;
  out[get_global_id(0)] = sorted;
}
