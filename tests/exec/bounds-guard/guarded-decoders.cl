// Behind a bounds guard each work-item decodes a stream of its own, whose codes have lengths that a table tells, until the stream ends,
// or there is no room left, or a code would go beyond the end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_decoders(global const uint *bits, global const uchar *table, global uchar *out, global int *counts, int streams,
                             int length, int room) {
  const int id = get_global_id(0);
  if (id >= streams)
    return;
  global const uint *own = bits + id * 5;
  int at = 0, n = 0;
  while (at < length && n < room) {
    const int word = at / 32, shift = at % 32;
    const uint next = shift ? own[word] << shift | own[word + 1] >> (32 - shift) : own[word];
    const uchar entry = table[next >> 28];
    const int taken = entry % 8;
    if (at + taken > length)
      break;
    out[id * room + n++] = entry / 8;
    at += taken;
  }
  counts[id] = n;
}
