// Products of quantised weights: 4-bit blocks of a matrix with a vector of floats, and two matrices of signed bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block has 32 weights in 16 bytes (the first 16 weights in the low halves) and one scale.
kernel void matvec_q4(global const uchar *quants, global const float *scales, global const float *x, global float *y,
                      int columns, local float *partial) {
  int row = get_group_id(0);
  int item = get_local_id(0), items = get_local_size(0);
  int blocks = columns / 32;
  float sum = 0.0f;
  for (int b = item; b < blocks; b += items) {
    global const uchar *q = quants + (row * blocks + b) * 16;
    float blockSum = 0.0f;
    for (int i = 0; i < 16; i++) {
      blockSum += ((q[i] & 15) - 8) * x[b * 32 + i];
      blockSum += ((q[i] >> 4) - 8) * x[b * 32 + 16 + i];
    }
    sum += blockSum * scales[row * blocks + b];
  }
  partial[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = items / 2; step > 0; step /= 2) {
    if (item < step)
      partial[item] += partial[item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0)
    y[row] = partial[0];
}

// a: [rows][depth], b: [columns][depth], c: [rows][columns]
kernel void matmul_q8(global const char4 *a, global const char4 *b, global const float *rowScale,
                      global const float *columnScale, global float *c, int rows, int columns, int depth) {
  int column = get_global_id(0), row = get_global_id(1);
  if (column >= columns || row >= rows)
    return;
  int sum = 0;
  for (int k = 0; k < depth / 4; k++) {
    int4 p = convert_int4(a[row * (depth / 4) + k]) * convert_int4(b[column * (depth / 4) + k]);
    sum += p.x + p.y + p.z + p.w;
  }
  c[row * columns + column] = sum * rowScale[row] * columnScale[column];
}
