// The heat equation on a grid, one step of explicit differences: one work-item for each cell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL FP_CONTRACT OFF // the host's result is compared bit by bit

// The range begins at the first row and column that are to be computed; it leaves out the cells at the edge, which keep
// their temperature.
__kernel void diffuse(__global const float *from, __global float *to, uint columns, float rate) {
  const size_t at = get_global_id(1) * columns + get_global_id(0);
  const float middle = from[at];
  const float around = (from[at - 1] + from[at + 1]) + (from[at - columns] + from[at + columns]);
  to[at] = middle + rate * (around - 4.0f * middle);
}
