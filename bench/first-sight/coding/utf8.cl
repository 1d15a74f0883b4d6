// UTF-8: whether each byte belongs to a well-formed sequence, and the code points of chunks, summed in local memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The length of the well-formed sequence that begins here, or 0.
uint sequence_at(global const uchar *text, uint at, uint end) {
  uchar lead = text[at];
  if (lead < 0x80)
    return 1;
  if (lead < 0xc2 || lead > 0xf4)
    return 0;
  uint length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > end)
    return 0;
  uchar low = 0x80, high = 0xbf;
  if (lead == 0xe0)
    low = 0xa0;
  else if (lead == 0xed)
    high = 0x9f;
  else if (lead == 0xf0)
    low = 0x90;
  else if (lead == 0xf4)
    high = 0x8f;
  if (text[at + 1] < low || text[at + 1] > high)
    return 0;
  for (uint k = 2; k < length; ++k)
    if ((text[at + k] & 0xc0) != 0x80)
      return 0;
  return length;
}

kernel void utf8_flag_bytes(global const uchar *text, global uchar *good, uint length) {
  uint i = get_global_id(0);
  if (i >= length)
    return;
  uchar flag = 0;
  for (uint back = 0; back < 4 && back <= i; ++back)
    if (sequence_at(text, i - back, length) > back) {
      flag = 1;
      break;
    }
  good[i] = flag;
}

kernel void utf8_count_chunks(global const uchar16 *text, global uint *points, global uint *units, local uint *partial) {
  uint lid = get_local_id(0), size = get_local_size(0);
  uchar16 c = text[get_global_id(0)];
  char16 first = (c & (uchar16)0xc0) != (uchar16)0x80, pairs = c >= (uchar16)0xf0;
  uchar16 n = convert_uchar16(-first), p = convert_uchar16(-pairs);
  uchar8 n8 = n.lo + n.hi, p8 = p.lo + p.hi;
  uchar4 n4 = n8.lo + n8.hi, p4 = p8.lo + p8.hi;
  partial[lid] = n4.x + n4.y + n4.z + n4.w;
  partial[size + lid] = p4.x + p4.y + p4.z + p4.w;
  for (uint step = size / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < step) {
      partial[lid] += partial[lid + step];
      partial[size + lid] += partial[size + lid + step];
    }
  }
  if (lid == 0) {
    points[get_group_id(0)] = partial[0];
    units[get_group_id(0)] = partial[0] + partial[size];
  }
}
