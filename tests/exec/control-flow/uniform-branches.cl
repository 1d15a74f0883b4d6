// Control flow by arguments and group ids only.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void uniform_branches(global const int *in, global int *out, int mode) {
  size_t i = get_global_id(0);
  int value = in[i];
  if (mode == 0)
    value += 1;
  else if (mode == 1)
    value *= 2;
  for (int k = 0; k < mode; ++k)
    value += (int)get_group_id(0) + k;
  out[i] = value;
}
