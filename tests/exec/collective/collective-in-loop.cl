// A reduction and a scan in each turn of a loop, each turn's operands made from the results of the one before.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void collective_in_loop(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  int value = in[i];
  for (int turn = 0; turn < 5; ++turn) {
    int sum = work_group_reduce_add(value);
    int before = work_group_scan_exclusive_add(value);
    value = (sum - before) % 1000;
  }
  out[i] = value;
}
