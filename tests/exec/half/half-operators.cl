// Arithmetic, comparison and constants of half: each operation rounds to half.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_operators(global const half *a, global const half *b, global half *out, global int *tests) {
  size_t i = get_global_id(0);
  half x = a[i], y = b[i];
  out += 6 * i;
  out[0] = x + y;
  out[1] = x - y;
  out[2] = x * y;
  out[3] = x / y;
  out[4] = -x;
  out[5] = sqrt(x);
  tests[i] = (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= 0.5h) << 4 | (x > HALF_MAX) << 5;
}
