// The work of the kernels on batches of small matrices and on systems, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace {

using Doubles = double __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(32)));

template <typename Vector, typename Element> inline Vector load(const Element *from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

template <typename Vector, typename Element> inline void store(Element *to, Vector vector) {
  std::memcpy(to, &vector, sizeof vector);
}

} // namespace

/// Blocks of 64 matrices are transposed in cache, so that the arithmetic runs in vectors.
extern "C" void inverse_3x3_aos(const float *in, float *out, float damping, int count) {
  constexpr int block = 64;
#pragma omp parallel for
  for (int begin = 0; begin < count; begin += block) {
    const int here = std::min(block, count - begin);
    float m[9][block], o[9][block];
    for (int i = 0; i < here; ++i)
      for (int e = 0; e < 9; ++e)
        m[e][i] = in[(begin + i) * 9 + e];
#pragma omp simd
    for (int i = 0; i < here; ++i) {
      float a = m[0][i] + damping, b = m[1][i], c = m[2][i], d = m[3][i], e = m[4][i] + damping, f = m[5][i],
            g = m[6][i], h = m[7][i], k = m[8][i] + damping;
      float c0 = e * k - f * h, c1 = f * g - d * k, c2 = d * h - e * g;
      float inverse = 1 / (a * c0 + b * c1 + c * c2);
      o[0][i] = c0 * inverse;
      o[1][i] = (c * h - b * k) * inverse;
      o[2][i] = (b * f - c * e) * inverse;
      o[3][i] = c1 * inverse;
      o[4][i] = (a * k - c * g) * inverse;
      o[5][i] = (c * d - a * f) * inverse;
      o[6][i] = c2 * inverse;
      o[7][i] = (b * g - a * h) * inverse;
      o[8][i] = (a * e - b * d) * inverse;
    }
    for (int i = 0; i < here; ++i)
      for (int e = 0; e < 9; ++e)
        out[(begin + i) * 9 + e] = o[e][i];
  }
}

/// A vector holds the same element of four systems; the factor keeps the inverses of its diagonal.
extern "C" void cholesky_6x6_soa(const double *lower, const double *right, double *solution, double damping) {
  constexpr int systems = 131072, n = 6;
#pragma omp parallel for
  for (int i = 0; i < systems; i += 4) {
    Doubles l[n][n], inverse[n], x[n];
#pragma clang loop unroll(full)
    for (int c = 0; c < n; ++c) {
#pragma clang loop unroll(full)
      for (int r = c; r < n; ++r) {
        Doubles sum = load<Doubles>(lower + static_cast<ptrdiff_t>(r * (r + 1) / 2 + c) * systems + i);
#pragma clang loop unroll(full)
        for (int k = 0; k < c; ++k)
          sum -= l[r][k] * l[c][k];
        if (r == c)
          inverse[c] = 1 / __builtin_elementwise_sqrt(sum + damping);
        else
          l[r][c] = sum * inverse[c];
      }
    }
#pragma clang loop unroll(full)
    for (int r = 0; r < n; ++r) {
      x[r] = load<Doubles>(right + static_cast<ptrdiff_t>(r) * systems + i);
#pragma clang loop unroll(full)
      for (int k = 0; k < r; ++k)
        x[r] -= l[r][k] * x[k];
      x[r] *= inverse[r];
    }
#pragma clang loop unroll(full)
    for (int r = n - 1; r >= 0; --r) {
#pragma clang loop unroll(full)
      for (int k = r + 1; k < n; ++k)
        x[r] -= l[k][r] * x[k];
      x[r] *= inverse[r];
      store(solution + static_cast<ptrdiff_t>(r) * systems + i, x[r]);
    }
  }
}

/// A vector is a row: eight broadcasts and products make a row of the result.
extern "C" void product_8x8_groups(const float *a, const float *b, float *c) {
  constexpr int products = 65536;
#pragma omp parallel for
  for (int p = 0; p < products; ++p) {
    const float *left = a + p * 64;
    Floats rows[8];
    for (int k = 0; k < 8; ++k)
      rows[k] = load<Floats>(b + p * 64 + k * 8);
    for (int r = 0; r < 8; ++r) {
      Floats even = left[r * 8] * rows[0], odd = left[r * 8 + 1] * rows[1];
      for (int k = 2; k < 8; k += 2) {
        even += left[r * 8 + k] * rows[k];
        odd += left[r * 8 + k + 1] * rows[k + 1];
      }
      store(c + p * 64 + r * 8, even + odd);
    }
  }
}

/// Panels of 16 columns are packed; four rows at a time use each known unknown from registers.
extern "C" void lower_solve_columns(const float *lower, float *x, int n, int columns) {
  constexpr int panel = 16, most = 1024;
#pragma omp parallel for
  for (int begin = 0; begin < columns; begin += panel) {
    const int here = std::min(panel, columns - begin);
    Floats known[most][2];
    if (here == panel)
      for (int i = 0; i < n; ++i)
        std::memcpy(known[i], x + i * columns + begin, sizeof known[i]);
    else
      for (int i = 0; i < n; ++i) {
        known[i][0] = known[i][1] = Floats{};
        std::memcpy(known[i], x + i * columns + begin, here * sizeof(float));
      }
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      Floats sum[4][2];
      std::memcpy(sum, known[i], sizeof sum);
      for (int j = 0; j < i; ++j)
        for (int r = 0; r < 4; ++r) {
          sum[r][0] -= lower[(i + r) * n + j] * known[j][0];
          sum[r][1] -= lower[(i + r) * n + j] * known[j][1];
        }
      for (int r = 1; r < 4; ++r)
        for (int k = 0; k < r; ++k) {
          sum[r][0] -= lower[(i + r) * n + i + k] * sum[k][0];
          sum[r][1] -= lower[(i + r) * n + i + k] * sum[k][1];
        }
      std::memcpy(known[i], sum, sizeof sum);
    }
    for (; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        known[i][0] -= lower[i * n + j] * known[j][0];
        known[i][1] -= lower[i * n + j] * known[j][1];
      }
    for (i = 0; i < n; ++i)
      std::memcpy(x + i * columns + begin, known[i], here * sizeof(float));
  }
}

/// Four rows at a time: the known part by vectors along the rows, the four steps within by scalars.
extern "C" void lower_solve_groups(const double *lower, const double *inverseDiagonal, const double *right,
                                   double *solution) {
  constexpr int systems = 5120, n = 32;
#pragma omp parallel for
  for (int s = 0; s < systems; ++s) {
    const double *matrix = lower + s * n * n, *inverse = inverseDiagonal + s * n;
    double x[n];
    for (int i = 0; i < n; i += 4) {
      const double *row = matrix + i * n;
      Doubles sum[4] = {};
      for (int k = 0; k < i; k += 4) {
        Doubles known = load<Doubles>(x + k);
        for (int r = 0; r < 4; ++r)
          sum[r] += load<Doubles>(row + r * n + k) * known;
      }
      for (int r = 0; r < 4; ++r) {
        double rest = right[s * n + i + r] - ((sum[r][0] + sum[r][1]) + (sum[r][2] + sum[r][3]));
        for (int k = 0; k < r; ++k)
          rest -= row[r * n + i + k] * x[i + k];
        x[i + r] = rest * inverse[i + r];
      }
    }
    std::memcpy(solution + s * n, x, sizeof x);
  }
}

/// Blocks of 32 systems keep their factors and right sides in cache between elimination and substitution.
extern "C" void tridiagonal_systems(const double *below, const double *diagonal, const double *above,
                                    const double *right, double *solution) {
  constexpr int systems = 20000, rows = 64, block = 32;
#pragma omp parallel for
  for (int begin = 0; begin < systems; begin += block) {
    double factor[rows][block], value[rows][block];
    for (int row = 0; row < rows; ++row) {
      const ptrdiff_t at = static_cast<ptrdiff_t>(row) * systems + begin;
      const double *lastFactor = factor[row > 0 ? row - 1 : 0], *lastValue = value[row > 0 ? row - 1 : 0];
      const double coupled = row > 0 ? 1 : 0;
      if (row == 0)
        for (int i = 0; i < block; ++i)
          factor[0][i] = value[0][i] = 0;
#pragma omp simd
      for (int i = 0; i < block; ++i) {
        double low = coupled * below[at + i];
        double inverse = 1 / (diagonal[at + i] - low * lastFactor[i]);
        factor[row][i] = above[at + i] * inverse;
        value[row][i] = (right[at + i] - low * lastValue[i]) * inverse;
      }
    }
    double last[block] = {};
    for (int row = rows - 1; row >= 0; --row) {
      double *out = solution + static_cast<ptrdiff_t>(row) * systems + begin;
      const double coupled = row < rows - 1 ? 1 : 0;
#pragma omp simd
      for (int i = 0; i < block; ++i)
        out[i] = last[i] = value[row][i] - coupled * factor[row][i] * last[i];
    }
  }
}
