// c = a + b, one element a work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void vecadd(__global const float *a, __global const float *b, __global float *c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
