// Collectives of those work-items of a sub-group that come to them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(value) out[row++ * items + id] = convert_long(value)

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_divergence(global const int *in,
                                                                                  global long *out, ulong items) {
  const size_t id = get_global_linear_id();
  const int value = in[id];
  size_t row = 0;
  long results[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
  if (value % 3 == 0) {
    results[0] = sub_group_non_uniform_reduce_add(value);
    results[1] = sub_group_non_uniform_scan_inclusive_mul((ulong)value);
    results[2] = sub_group_non_uniform_scan_exclusive_xor(value);
    results[3] = sub_group_elect();
    if (value % 2 == 0)
      results[4] = sub_group_ballot(1).x;
  } else {
    results[0] = sub_group_non_uniform_reduce_max((float)value);
    results[1] = sub_group_broadcast_first(value);
    results[2] = sub_group_non_uniform_scan_inclusive_logical_xor(value & 1);
    results[3] = sub_group_non_uniform_all_equal(value / 50);
    results[4] = sub_group_ballot_exclusive_scan(sub_group_ballot(value % 2));
  }
  long running = 0;
  for (int trip = 0; trip < value % 7; ++trip)
    running = running * 37 + popcount(sub_group_ballot(1).x);
  results[5] = running;
  long parts = 0;
  for (int trip = 0; trip < 4; ++trip) {
    if ((value + trip) % 3 == 0)
      continue;
    parts = parts * 37 + popcount(sub_group_ballot(1).x);
    if ((value + trip) % 5 == 0)
      continue;
    parts = parts * 37 + popcount(sub_group_ballot(1).x);
  }
  ROW(parts);
  switch (value % 4) {
  case 0:
    results[6] = sub_group_non_uniform_reduce_min(value);
    break;
  case 1:
    results[6] = sub_group_non_uniform_reduce_or(value);
    break;
  case 2:
    results[6] = sub_group_non_uniform_any(value > 50);
    break;
  }
  // Together again.
  results[7] = sub_group_reduce_add(value);
  for (size_t i = 0; i < 8; ++i)
    ROW(results[i]);
}
