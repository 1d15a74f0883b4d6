// Quantiles by bisection: of rows in single precision, and medians of columns of 16-bit numbers, found bit by bit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define STEPS 24

kernel void quantile_rows(global const float *values, global float *quantiles, int columns, int rank, int rows) {
  int row = get_global_id(0);
  if (row >= rows)
    return;
  global const float *v = values + row * columns;
  float low = v[0], high = v[0];
  for (int k = 1; k < columns; ++k) {
    low = fmin(low, v[k]);
    high = fmax(high, v[k]);
  }
  for (int step = 0; step < STEPS; ++step) {
    float middle = 0.5f * (low + high);
    int count = 0;
    for (int k = 0; k < columns; ++k)
      if (v[k] <= middle)
        ++count;
    if (count > rank)
      high = middle;
    else
      low = middle;
  }
  quantiles[row] = high;
}

kernel void median_bit_columns(global const ushort *values, global ushort *medians, int rows) {
  size_t column = get_global_id(0), columns = get_global_size(0);
  uint median = 0;
  for (uint bit = 1 << 15; bit > 0; bit >>= 1) {
    uint trial = median | bit;
    int below = 0;
    for (int k = 0; k < rows; ++k)
      below += values[k * columns + column] < trial;
    median = below <= rows / 2 ? trial : median;
  }
  medians[column] = median;
}
