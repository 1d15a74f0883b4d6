// Values of other work-items; of those that aren't there a result may be anything.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ROW(from, value)                                                                                               \
  {                                                                                                                    \
    const long moved = convert_long(value);                                                                            \
    out[row++ * items + id] = (uint)(from) < get_sub_group_size() ? moved : -1;                                        \
  }
#define ALL(type)                                                                                                      \
  ROW(value % SIZE, sub_group_shuffle((type)value, value % SIZE));                                                     \
  ROW(lane ^ 3, sub_group_shuffle_xor((type)value, 3));                                                                \
  ROW(lane - 2, sub_group_shuffle_up((type)value, 2));                                                                 \
  ROW(lane + 1, sub_group_shuffle_down((type)value, 1));                                                               \
  ROW((lane + 3) % SIZE, sub_group_rotate((type)value, 3));                                                            \
  ROW((lane + SIZE - 1) % SIZE, sub_group_rotate((type)value, -1));                                                    \
  ROW((lane & ~3) | ((lane + 1) & 3), sub_group_clustered_rotate((type)value, 1, 4));

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_shuffles(global const int *in, global long *out,
                                                                                ulong items) {
  const size_t id = get_global_linear_id();
  const int value = in[id];
  const uint lane = get_sub_group_local_id();
  size_t row = 0;
  ALL(char) ALL(uchar) ALL(short) ALL(ushort) ALL(int) ALL(uint) ALL(long) ALL(ulong) ALL(float) ALL(double) ALL(half)
}
