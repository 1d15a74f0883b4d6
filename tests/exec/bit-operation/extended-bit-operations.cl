// Fields of bits inserted and taken out, and bits in reverse (cl_khr_extended_bit_ops).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void extended_bit_operations(global const ulong *base, global const ulong *insert, global const uchar2 *field,
                                    global ulong *longs, global uint *ints, global uchar4 *bytes) {
  size_t i = get_global_id(0);
  ulong b = base[i], n = insert[i];
  uint offset = field[i].x, count = field[i].y;
  longs += 4 * i;
  longs[0] = bitfield_insert(b, n, offset, count);
  longs[1] = bitfield_extract_unsigned(b, offset, count);
  longs[2] = bitfield_extract_signed(b, offset, count);
  longs[3] = bit_reverse(b);
  uint offset32 = offset / 2, count32 = count / 2;
  ints += 4 * i;
  ints[0] = bitfield_insert((uint)b, (uint)n, offset32, count32);
  ints[1] = bitfield_extract_unsigned((int)b, offset32, count32);
  ints[2] = bitfield_extract_signed((uint2)(n, b), offset32, count32).y;
  ints[3] = bit_reverse((int)b);
  uint offset8 = offset / 8, count8 = count / 8;
  uchar4 four = as_uchar4((uint)b);
  bytes += 4 * i;
  bytes[0] = bitfield_insert(four, as_uchar4((uint)n), offset8, count8);
  bytes[1] = bitfield_extract_unsigned(four, offset8, count8);
  bytes[2] = as_uchar4(bitfield_extract_signed(four, offset8, count8));
  bytes[3] = (uchar4)(bit_reverse(four.x), bit_reverse(four).yzw);
}
