// Ids narrowed to int before arithmetic, as most kernels do, with an offset.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void ids_as_int(global const int *in, global int *out) {
  int i = get_global_id(0) - get_global_offset(0);
  int count = get_global_size(0);
  int mirror = count - 1 - i;
  out[i] = in[mirror] + (int)get_global_id(0);
}
