// The work of the kernels on large matrices, sparse and dense, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>

/// The rows are short, so that a step of the loop takes no more than eight elements.
extern "C" void sparse_rows_csr(const int *rowBegin, const int *column, const float *value, const float *x, float *y,
                                int rows) {
#pragma omp parallel for schedule(dynamic, 2048)
  for (int row = 0; row < rows; ++row) {
#pragma clang fp reassociate(on)
    float sum = 0;
#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(1)
    for (int k = rowBegin[row], end = rowBegin[row + 1]; k < end; ++k)
      sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

extern "C" void sparse_groups_csr(const uint32_t *rowBegin, const uint32_t *column, const double *value,
                                  const double *x, double *y) {
  constexpr int rows = 20480;
#pragma omp parallel for schedule(dynamic, 512)
  for (int row = 0; row < rows; ++row) {
    double sum = 0;
    const int begin = static_cast<int>(rowBegin[row]), end = static_cast<int>(rowBegin[row + 1]);
#pragma omp simd reduction(+ : sum)
    for (int k = begin; k < end; ++k)
      sum += value[k] * x[static_cast<int>(column[k])];
    y[row] = sum;
  }
}

/// Blocks of rows keep their sums in cache; padding reads the first element of x and counts as nought.
extern "C" void sparse_ell(const int *column, const float *value, const float *x, float *y, int width) {
  constexpr int rows = 131072, block = 512;
#pragma omp parallel for
  for (int begin = 0; begin < rows; begin += block) {
    float sum[block] = {};
    for (int k = 0; k < width; ++k) {
      const int *c = column + k * rows + begin;
      const float *v = value + k * rows + begin;
#pragma omp simd
      for (int i = 0; i < block; ++i)
        sum[i] += c[i] >= 0 ? v[i] * x[std::max(c[i], 0)] : 0.0f;
    }
    for (int i = 0; i < block; ++i)
      y[begin + i] = sum[i];
  }
}

/// Blocks of rows keep their sums in cache; the range of each diagonal is found before its loop.
extern "C" void banded_diagonals(const float *diagonals, const int *offset, int bands, const float *x, float *y,
                                 int n) {
  constexpr int block = 2048;
#pragma omp parallel for
  for (int begin = 0; begin < n; begin += block) {
    const int end = std::min(begin + block, n);
    float sum[block] = {};
    for (int d = 0; d < bands; ++d) {
      const float *values = diagonals + static_cast<ptrdiff_t>(d) * n;
      const int shift = offset[d], first = std::max(begin, -shift), last = std::min(end, n - shift);
#pragma omp simd
      for (int row = first; row < last; ++row)
        sum[row - begin] += values[row] * x[row + shift];
    }
    for (int row = begin; row < end; ++row)
      y[row] = sum[row - begin];
  }
}

extern "C" void rank1_update_double(double *a, const double *x, const double *y, double alpha, int rows, int columns) {
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    double *__restrict to = a + static_cast<ptrdiff_t>(row) * columns;
    const double factor = alpha * x[row];
#pragma omp simd
    for (int column = 0; column < columns; ++column)
      to[column] += factor * y[column];
  }
}

/// Pairs of a long and a short column have equal work.
extern "C" void rank2_update_lower(float *a, const float *x, const float *y) {
  constexpr int n = 2048;
#pragma omp parallel for
  for (int pair = 0; pair < n / 2; ++pair)
    for (int column : {pair, n - 1 - pair}) {
      float *__restrict to = a + static_cast<ptrdiff_t>(column) * n;
      const float xc = x[column], yc = y[column];
#pragma omp simd
      for (int row = column; row < n; ++row)
        to[row] += x[row] * yc + y[row] * xc;
    }
}
