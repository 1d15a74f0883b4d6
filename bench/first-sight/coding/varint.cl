// Numbers in seven bits a byte: records with sixteen signed fields, and chunks in which a scan finds each number's place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FIELDS 16
#define RECORD_BYTES 80

kernel void varint_decode_records(global const uchar *records, global int *fields, global int *sizes, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  global const uchar *at = records + (size_t)i * RECORD_BYTES;
  global const uchar *start = at;
  for (int f = 0; f < FIELDS; ++f) {
    uint value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      uchar byte = *at++;
      value |= (uint)(byte & 0x7f) << shift;
      if (byte < 0x80)
        break;
    }
    fields[i * FIELDS + f] = (int)(value >> 1) ^ -(int)(value & 1);
  }
  sizes[i] = at - start;
}

#define CHUNK 256

// A number longer than five bytes keeps its last five.
kernel void varint_decode_scan(global const uchar *stream, global uint *numbers, global uint *counts) {
  local uchar bytes[CHUNK];
  local ushort places[2][CHUNK];
  int lid = get_local_id(0);
  size_t base = get_group_id(0) * CHUNK;
  bytes[lid] = stream[base + lid];
  bool last = bytes[lid] < 0x80;
  int side = 0;
  places[0][lid] = last;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < CHUNK; step *= 2) {
    ushort sum = places[side][lid];
    if (lid >= step)
      sum += places[side][lid - step];
    side ^= 1;
    places[side][lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (last) {
    uint value = bytes[lid];
    for (int k = lid - 1; k >= 0 && k >= lid - 4 && bytes[k] >= 0x80; --k)
      value = value << 7 | (bytes[k] & 0x7f);
    numbers[base + places[side][lid] - 1] = value;
  }
  if (lid == CHUNK - 1)
    counts[get_group_id(0)] = places[side][lid];
}
