// Batches of small matrices: inverses, products, and solutions by Cholesky factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A matrix for each work-item, row by row; the damping is added to the diagonal first.
kernel void inverse_3x3_aos(global const float *in, global float *out, float damping, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  float m[3][3];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      m[r][c] = in[i * 9 + r * 3 + c];
  m[0][0] += damping;
  m[1][1] += damping;
  m[2][2] += damping;
  float c00 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
  float c01 = m[1][2] * m[2][0] - m[1][0] * m[2][2];
  float c02 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
  float inverse = 1.0f / (m[0][0] * c00 + m[0][1] * c01 + m[0][2] * c02);
  global float *o = out + i * 9;
  o[0] = c00 * inverse;
  o[1] = (m[0][2] * m[2][1] - m[0][1] * m[2][2]) * inverse;
  o[2] = (m[0][1] * m[1][2] - m[0][2] * m[1][1]) * inverse;
  o[3] = c01 * inverse;
  o[4] = (m[0][0] * m[2][2] - m[0][2] * m[2][0]) * inverse;
  o[5] = (m[0][2] * m[1][0] - m[0][0] * m[1][2]) * inverse;
  o[6] = c02 * inverse;
  o[7] = (m[0][1] * m[2][0] - m[0][0] * m[2][1]) * inverse;
  o[8] = (m[0][0] * m[1][1] - m[0][1] * m[1][0]) * inverse;
}

#define N 6

// The same element of all systems stands together; the lower triangle is given, and the damping goes to the diagonal.
kernel void cholesky_6x6_soa(global const double *restrict lower, global const double *restrict right,
                             global double *restrict solution, double damping) {
  const size_t i = get_global_id(0), systems = get_global_size(0);
  double l[N][N], x[N];
  for (int r = 0; r < N; ++r)
    for (int c = 0; c <= r; ++c)
      l[r][c] = lower[(r * (r + 1) / 2 + c) * systems + i];
  for (int c = 0; c < N; ++c) {
    double pivot = l[c][c] + damping;
    for (int k = 0; k < c; ++k)
      pivot -= l[c][k] * l[c][k];
    pivot = sqrt(pivot);
    l[c][c] = pivot;
    for (int r = c + 1; r < N; ++r) {
      double sum = l[r][c];
      for (int k = 0; k < c; ++k)
        sum -= l[r][k] * l[c][k];
      l[r][c] = sum / pivot;
    }
  }
  for (int r = 0; r < N; ++r) {
    double sum = right[r * systems + i];
    for (int k = 0; k < r; ++k)
      sum -= l[r][k] * x[k];
    x[r] = sum / l[r][r];
  }
  for (int r = N - 1; r >= 0; --r) {
    double sum = x[r];
    for (int k = r + 1; k < N; ++k)
      sum -= l[k][r] * x[k];
    x[r] = sum / l[r][r];
  }
  for (int r = 0; r < N; ++r)
    solution[r * systems + i] = x[r];
}

// A work-group for each product, a work-item for each element.
kernel void product_8x8_groups(global const float *a, global const float *b, global float *c) {
  local float as[8][8], bs[8][8];
  int column = get_local_id(0), row = get_local_id(1);
  int at = get_group_id(1) * 64 + row * 8 + column;
  as[row][column] = a[at];
  bs[row][column] = b[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int k = 0; k < 8; k++)
    sum += as[row][k] * bs[k][column];
  c[at] = sum;
}
