// Work-items return from different places.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void early_return(global const int *in, global int *out) {
  int value = in[get_global_id(0)];
  out[get_global_id(0)] = 1;
  if (value % 2 == 0)
    return;
  out[get_global_id(0)] = 2;
  for (int k = 3; k < 10; k += 2)
    if (value % k == 0) {
      out[get_global_id(0)] = k;
      return;
    }
}
