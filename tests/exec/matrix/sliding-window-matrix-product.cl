// Square matrices of any size on a range rounded up to whole groups; a window slides over both, every edge is guarded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void sliding_window_matrix_product(global const float *a, global const float *b, global float *c, int n,
                                          local float *window_a, local float *window_b) {
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1), side = get_local_size(0);
  float sum = 0;
  for (int first = 0; first < n; first += side) {
    window_a[ly * side + lx] = y < n && first + lx < n ? a[y * n + first + lx] : 0.0f;
    window_b[ly * side + lx] = x < n && first + ly < n ? b[(first + ly) * n + x] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < side && first + k < n; ++k)
      sum += window_a[ly * side + k] * window_b[k * side + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < n && y < n)
    c[y * n + x] = sum;
}
