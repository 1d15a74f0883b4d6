// Sets of work-items, votes and broadcasts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ROW(value) out[row++ * items + id] = convert_long(value)

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_ballots(global const int *in, global long *out,
                                                                               ulong items) {
  const size_t id = get_global_linear_id();
  const int value = in[id];
  size_t row = 0;
  const uint4 odd = sub_group_ballot(value & 1);
  ROW(odd.x);
  ROW(odd.y | odd.z | odd.w);
  ROW(sub_group_inverse_ballot(odd));
  ROW(sub_group_ballot_bit_extract(odd, value % SIZE));
  ROW(sub_group_ballot_bit_count(odd));
  ROW(sub_group_ballot_inclusive_scan(odd));
  ROW(sub_group_ballot_exclusive_scan(odd));
  ROW(odd.x == 0 ? 0 : sub_group_ballot_find_lsb(odd));
  ROW(odd.x == 0 ? 0 : sub_group_ballot_find_msb(odd));
  ROW(get_sub_group_eq_mask().x);
  ROW(get_sub_group_ge_mask().x);
  ROW(get_sub_group_gt_mask().x);
  ROW(get_sub_group_le_mask().x);
  ROW(get_sub_group_lt_mask().x);
  ROW(sub_group_all(value > 5));
  ROW(sub_group_any(value > 55));
  ROW(sub_group_non_uniform_all(value > 5));
  ROW(sub_group_broadcast(value, get_sub_group_size() - 1));
  ROW(sub_group_broadcast((double)value, 0));
  const char3 three = sub_group_broadcast((char3)(value, value + 1, value + 2), get_sub_group_size() / 2);
  ROW(three.x * 10000 + three.y * 100 + three.z);
  // Other builtins on vectors of this many elements.
  ROW(fmax((float)value, 30.0f));
  ROW(convert_uchar_sat(value * 9));
  ROW(mul24(value, 3));
}
