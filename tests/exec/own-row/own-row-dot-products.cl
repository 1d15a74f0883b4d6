// Each work-item adds up the products of a row of bytes, in any order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_dot_products(global const uchar4 *a, global const char4 *b, global int *out, int length) {
  const int i = get_global_id(0);
  int sum = i;
  for (int k = 0; k < length; ++k) {
    const uchar4 x = a[i * length + k];
    const char4 y = b[k];
    sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  out[i] = sum;
}
