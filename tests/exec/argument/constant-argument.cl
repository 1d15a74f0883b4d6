// A buffer in constant memory, read at the same place by all and at places of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void constant_argument(constant float *weights, constant int *table, global const int *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = weights[0] * in[i] + weights[1] + table[in[i] % 10];
}
