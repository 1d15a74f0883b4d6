// Double as argument and in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void double_argument(double factor, global const double *in, global double *out, float small) {
  size_t i = get_global_id(0);
  out[i] = in[i] * factor + small;
}
