// Rows of numbers that work-items count in steps of the range, in one trip or in several.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void rows_counted_in_a_loop(global const int *in, global int *out, int n, int width, int pitch) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    const int row = i / width, column = i % width;
    int sum = 0;
    for (int k = 0; k <= row % 4; ++k)
      sum = sum * 5 + in[row * pitch + column + k];
    out[i] = sum + column;
  }
}
