// Bytes and shorts of tables that begin anywhere in a word, at places that are known at run time, where these are inside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define LOOK_UP(type, table)                                                                                           \
  for (int start = 0; start < 4; ++start) {                                                                            \
    global const type *first = (table) + start;                                                                        \
    int found = -1;                                                                                                    \
    if (place < count - start)                                                                                         \
      found = first[place];                                                                                            \
    sum = sum * 31 + found;                                                                                            \
    if (place % 3 != 0)                                                                                                \
      sum += first[(uint)place % (uint)(count - start)];                                                               \
  }
kernel void looked_up_bytes(global const uchar *bytes, global const short *shorts, global const int *places,
                            global int *out, int count) {
  const size_t i = get_global_id(0);
  const int place = places[i];
  int sum = 0;
  LOOK_UP(uchar, bytes)
  LOOK_UP(char, (global const char *)bytes)
  LOOK_UP(short, shorts)
  LOOK_UP(ushort, (global const ushort *)shorts)
  out[i] = sum;
}
