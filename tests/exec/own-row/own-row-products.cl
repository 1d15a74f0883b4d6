// Products of a row by work-items along one dimension with a row by those along the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_products(global const float *a, global const float *b, global float *c, int length) {
  const int x = get_global_id(0), y = get_global_id(1);
  float sum = 0.0f;
  for (int i = 0; i < length; ++i)
    sum += a[y * length + i] * b[x * length + i];
  c[y * get_global_size(0) + x] = sum;
}
