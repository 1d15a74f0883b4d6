// Each work-item runs its loop as often as its value says (Collatz steps).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_loop(global const uint *in, global int *out) {
  uint value = in[get_global_id(0)];
  int steps = 0;
  while (value != 1) {
    value = value % 2 == 0 ? value / 2 : value * 3 + 1;
    ++steps;
  }
  out[get_global_id(0)] = steps;
}
