// Plain matrix product: one work-item per element.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void matrix_product(global const float *a, global const float *b, global float *c, int inner) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < inner; ++k)
    sum += a[y * inner + k] * b[k * width + x];
  c[y * width + x] = sum;
}
