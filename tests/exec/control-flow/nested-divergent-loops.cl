// Both loops' trip counts differ among work-items; break and continue at several depths.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void nested_divergent_loops(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  int sum = 0;
  for (int i = 0; i < value % 20; ++i) {
    if (i % 5 == 3)
      continue;
    for (int j = 0; j <= i; ++j) {
      if (j * i > value)
        break;
      sum += i * j + 1;
    }
    if (sum > 500)
      break;
  }
  out[get_global_id(0)] = sum;
}
