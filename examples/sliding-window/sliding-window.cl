// C = A * B for square matrices of any size: a window of one tile slides along a row of A and down a column of B.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The work-group is square; windowA and windowB have one float for each of its work-items. The NDRange may reach
// beyond the matrix: such work-items help with loading, as zeroes, and store nothing.
__kernel void slidingWindowProduct(__global const float *a, __global const float *b, __global float *c, int n,
                                   __local float *windowA, __local float *windowB) {
  const int width = get_local_size(0);
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  const int column = get_global_id(0);
  const int row = get_global_id(1);

  float sum = 0.0f;
  for (int start = 0; start < n; start += width) {
    windowA[y * width + x] = row < n && start + x < n ? a[row * n + start + x] : 0.0f;
    windowB[y * width + x] = start + y < n && column < n ? b[(start + y) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < width; ++k)
      sum += windowA[y * width + k] * windowB[k * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}
