// The result of a collective is the condition of the loop that it stands in; the compiler can't know the trip count.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void collective_decides_loop(global const int *in, global int *out) {
  size_t i = get_global_linear_id();
  int rest = in[i], turns = 0;
  while (work_group_any(rest > 0)) {
    rest -= 700;
    ++turns;
  }
  out[i] = turns * 10000 + rest + 700 * turns;
}
