// goto leaves two loops at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void goto_out_of_loops(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  int i, j = 0;
  for (i = 1; i < 40; ++i)
    for (j = 1; j < 40; ++j)
      if (i * j == value)
        goto found;
  i = j = -1;
found:
  out[get_global_id(0)] = i * 1000 + j;
}
