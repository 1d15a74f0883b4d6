// bool, char, short, half-sized and 64-bit values live across a barrier, next to each other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void small_values_across_barrier(global const int *in, global long *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  bool odd = value & 1;
  char byte = value;
  uchar unsigned_byte = value;
  short word = value * 7;
  ulong wide = (ulong)value * 0x100000001UL;
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  long sum = tile[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum + odd * 1000000 + byte + unsigned_byte + word + (long)wide;
}
