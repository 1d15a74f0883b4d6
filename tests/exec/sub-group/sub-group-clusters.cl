// Reductions of the work-items in each cluster, whole sub-groups and those that come to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(value) out[row++ * items + id] = convert_long(value)
#define ALL(size)                                                                                                      \
  ROW(sub_group_clustered_reduce_add(value, size));                                                                    \
  ROW(sub_group_clustered_reduce_mul((ulong)value, size));                                                             \
  ROW(sub_group_clustered_reduce_min((char)value, size));                                                              \
  ROW(sub_group_clustered_reduce_max((float)value, size));                                                             \
  ROW(sub_group_clustered_reduce_and(value, size));                                                                    \
  ROW(sub_group_clustered_reduce_or((ushort)value, size));                                                             \
  ROW(sub_group_clustered_reduce_xor((long)value, size));                                                              \
  ROW(sub_group_clustered_reduce_logical_and(value % 4, size));                                                        \
  ROW(sub_group_clustered_reduce_logical_or(value % 4 == 0, size));                                                    \
  ROW(sub_group_clustered_reduce_logical_xor(value % 2, size));

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_clusters(global const int *in, global long *out,
                                                                                ulong items) {
  const size_t id = get_global_linear_id();
  const int value = in[id];
  size_t row = 0;
  ALL(1) ALL(2) ALL(4) ALL(SIZE)
}
