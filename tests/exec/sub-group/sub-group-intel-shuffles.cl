// Shuffles of one and of two values, and what else OpenCL C 1.2 has of sub-groups by cl_intel_subgroups.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(from, value)                                                                                               \
  {                                                                                                                    \
    const long moved = convert_long(value);                                                                            \
    out[row++ * items + id] = (uint)(from) < get_sub_group_size() ? moved : -1;                                        \
  }

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_intel_shuffles(global const int *in,
                                                                                      global long *out, ulong items) {
  const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
               z = get_global_id(2) - get_global_offset(2);
  const size_t id = (z * get_global_size(1) + y) * get_global_size(0) + x;
  const int value = in[id];
  const uint lane = get_sub_group_local_id();
  size_t row = 0;
  ROW(value % SIZE, intel_sub_group_shuffle((int2)(value, value + 1), value % SIZE).y);
  ROW(value % SIZE, intel_sub_group_shuffle((double)value, value % SIZE));
  ROW(lane ^ 3, intel_sub_group_shuffle_xor((float)value, 3));
  ROW((lane + 3) % SIZE, intel_sub_group_shuffle_down(value, value + 1000, 3));
  ROW((lane + SIZE - 3) % SIZE, intel_sub_group_shuffle_up((long)value, value + 1000l, 3));
  ROW((lane + SIZE - 1) % SIZE, intel_sub_group_shuffle_up((uint3)value, (uint3)(value + 1000), 1).z);
  ROW(0, sub_group_reduce_add(value));
  ROW(0, sub_group_scan_inclusive_max((ulong)value));
  ROW(0, sub_group_broadcast(value, 0));
  ROW(0, sub_group_any(value > 55));
}
