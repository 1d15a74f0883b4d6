// Intel's functions on values of 8 and 16 bits: broadcasts, reductions, scans, shuffles of scalars and of vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(from, value)                                                                                               \
  {                                                                                                                    \
    const long moved = (value);                                                                                        \
    out[row++ * items + id] = (uint)(from) < get_sub_group_size() ? moved : -1;                                        \
  }
#define THREE(function, value)                                                                                         \
  ROW(0, function##_add(value))                                                                                        \
  ROW(0, function##_min(value))                                                                                        \
  ROW(0, function##_max(value))
#define ALL(type)                                                                                                      \
  {                                                                                                                    \
    const type own = (type)(value * 1237);                                                                             \
    const type##16 many =                                                                                              \
        (type##16)(own) + (type##16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * (type##16)(7);            \
    ROW(0, intel_sub_group_broadcast(own, 0))                                                                          \
    THREE(intel_sub_group_reduce, own)                                                                                 \
    THREE(intel_sub_group_scan_inclusive, own)                                                                         \
    THREE(intel_sub_group_scan_exclusive, own)                                                                         \
    ROW(value % SIZE, intel_sub_group_shuffle(own, value % SIZE))                                                      \
    ROW(value % SIZE, intel_sub_group_shuffle(many.s01, value % SIZE).y)                                               \
    ROW(value % SIZE, intel_sub_group_shuffle(many.s012, value % SIZE).z)                                              \
    ROW(value % SIZE, intel_sub_group_shuffle(many.lo, value % SIZE).s6)                                               \
    ROW(lane ^ 3, intel_sub_group_shuffle_xor(many.s0123, 3).w)                                                        \
    ROW((lane + 3) % SIZE, intel_sub_group_shuffle_down(own, (type)~own, 3))                                           \
    ROW((lane + SIZE - 3) % SIZE, intel_sub_group_shuffle_up(many, ~many, 3).sd)                                       \
  }

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_narrow_values(global const int *in,
                                                                                     global long *out, ulong items) {
  const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
               z = get_global_id(2) - get_global_offset(2);
  const size_t id = (z * get_global_size(1) + y) * get_global_size(0) + x;
  const int value = in[id];
  const uint lane = get_sub_group_local_id();
  size_t row = 0;
  ALL(char) ALL(uchar) ALL(short) ALL(ushort)
}
