// A sparse matrix times a vector, one row a work-item. Entries stand row by row; starts[row] is a row's first one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void multiply(__global const uint *starts, __global const uint *columns, __global const float *entries,
                       __global const float *vector, __global float *products) {
  const uint row = get_global_id(0);
  const uint end = starts[row + 1];
  float sum = 0.0f;
  for (uint i = starts[row]; i < end; ++i)
    sum += entries[i] * vector[columns[i]];
  products[row] = sum;
}
