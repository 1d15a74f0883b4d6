// The usual guard against division by zero, in a branch and in a ternary.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_division(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int a = in[2 * i], b = in[2 * i + 1];
  int first = 0;
  if (b != 0)
    first = a / b;
  out[i] = first + (b ? a % b : -1);
}
