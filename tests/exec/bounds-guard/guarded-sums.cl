// Work-items that a bounds guard lets in sum up columns of layers. GUARD says who stays out; x and y are of type ID.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void guarded_sums(global const int *in, global float *sums, global int *digits, int width, int height,
                         int layers) {
  const ID x = get_global_id(0), y = get_global_id(1);
  const size_t columns = get_global_size(0), rows = get_global_size(1);
  if (GUARD)
    return;
  const size_t place = (size_t)y * columns + (size_t)x;
  float sum = 0;
  for (int k = 0; k < layers; ++k)
    sum += in[k * columns * rows + place];
  sums[place] = sum;
  int all = 0;
  for (int k = 0; k < layers; ++k)
    all = (all * 3 + in[k * columns * rows + place] * in[k]) % 10007;
  digits[place] = all;
}
