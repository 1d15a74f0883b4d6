// The work of the attention, normalisation and quantised kernels, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../exponential.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace {
typedef float Vector __attribute__((vector_size(32)));
constexpr int LANES = 8, ROWS = 4;

inline Vector load(const float *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store(Vector value, float *to) { std::memcpy(to, &value, sizeof value); }

/// Keys by dimension, with a pitch of whole pairs of vectors.
void transpose(const float *keys, int tokenPitch, int tokens, int dim, int pitch, float *transposed) {
  for (int k = 0; k < tokens; ++k)
    for (int d = 0; d < dim; ++d)
      transposed[d * pitch + k] = keys[size_t(k) * tokenPitch + d];
}

/// Scores of ROWS queries with the first n keys.
void scoresOf(const float *const *queries, const float *keys, int pitch, int dim, float scale, int n, float *scores) {
  for (int k = 0; k < n; k += 2 * LANES) {
    Vector sums[ROWS][2] = {};
    for (int d = 0; d < dim; ++d) {
      Vector a = load(keys + d * pitch + k), b = load(keys + d * pitch + k + LANES);
      for (int r = 0; r < ROWS; ++r) {
        sums[r][0] += queries[r][d] * a;
        sums[r][1] += queries[r][d] * b;
      }
    }
    for (int r = 0; r < ROWS; ++r) {
      store(sums[r][0] * scale, scores + r * pitch + k);
      store(sums[r][1] * scale, scores + r * pitch + k + LANES);
    }
  }
}

inline int roundedUp(int n, int unit) { return (n + unit - 1) / unit * unit; }

/// Replaces scores by the exponentials of their distance from the greatest, up to a whole vector; the sum of these.
float exponentials(float *scores, int n) {
  const int whole = roundedUp(n, LANES);
  std::fill(scores + n, scores + whole, -1e30f);
  Vector greatest = load(scores);
  for (int k = LANES; k < whole; k += LANES) {
    Vector next = load(scores + k);
    greatest = greatest > next ? greatest : next;
  }
  float most = greatest[0], sum = 0;
  for (int lane = 1; lane < LANES; ++lane)
    most = std::max(most, greatest[lane]);
#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < whole; ++k) {
    scores[k] = exponential(scores[k] - most);
    sum += scores[k];
  }
  return sum;
}
} // namespace

extern "C" void attention_softmax_groups(const float *queries, const float *keys, float *probabilities, int tokens,
                                         int dim, float scale) {
  const int heads = 8, pitch = roundedUp(tokens, 2 * LANES), block = 32;
  std::vector<float> transposed(size_t(heads) * dim * pitch);
#pragma omp parallel
  {
#pragma omp for
    for (int head = 0; head < heads; ++head)
      transpose(keys + size_t(head) * tokens * dim, dim, tokens, dim, pitch, &transposed[size_t(head) * dim * pitch]);
    std::vector<float> scores(ROWS * pitch);
#pragma omp for collapse(2)
    for (int head = 0; head < heads; ++head)
      for (int begin = 0; begin < tokens; begin += block)
        for (int q = begin; q < std::min(begin + block, tokens); q += ROWS) {
          const float *rows[ROWS];
          for (int r = 0; r < ROWS; ++r)
            rows[r] = queries + (size_t(head) * tokens + std::min(q + r, tokens - 1)) * dim;
          scoresOf(rows, &transposed[size_t(head) * dim * pitch], pitch, dim, scale, tokens, scores.data());
          for (int r = 0; r < std::min(ROWS, tokens - q); ++r) {
            float *row = &scores[r * pitch], inverse = 1.0f / exponentials(row, tokens);
            float *__restrict out = probabilities + (size_t(head) * tokens + q + r) * tokens;
            for (int k = 0; k < tokens; ++k)
              out[k] = row[k] * inverse;
          }
        }
  }
}

/// The last queries have the most keys, so that the blocks are given to the threads as they come.
extern "C" void attention_causal_items(const float *queries, const float *keys, const float *values, float *output,
                                       int tokens, int heads) {
  const int dim = 32, tokenPitch = heads * dim, pitch = roundedUp(tokens, 2 * LANES), block = 32;
  const int blocks = (tokens + block - 1) / block;
  std::vector<float> transposed(size_t(heads) * dim * pitch);
#pragma omp parallel
  {
#pragma omp for
    for (int head = 0; head < heads; ++head)
      transpose(keys + head * dim, tokenPitch, tokens, dim, pitch, &transposed[size_t(head) * dim * pitch]);
    std::vector<float> scores(ROWS * pitch);
#pragma omp for schedule(dynamic)
    for (int task = 0; task < blocks * heads; ++task) {
      const int begin = (blocks - 1 - task / heads) * block, head = task % heads;
      for (int q = begin; q < std::min(begin + block, tokens); q += ROWS) {
        const float *rows[ROWS];
        for (int r = 0; r < ROWS; ++r)
          rows[r] = queries + size_t(std::min(q + r, tokens - 1)) * tokenPitch + head * dim;
        scoresOf(rows, &transposed[size_t(head) * dim * pitch], pitch, dim, 0.17677669f, std::min(q + ROWS, tokens),
                 scores.data());
        Vector sums[ROWS][4] = {};
        float weights[ROWS] = {};
        for (int r = 0; r < ROWS && q + r < tokens; ++r) {
          float *row = &scores[r * pitch];
          weights[r] = exponentials(row, q + r + 1);
          std::fill(row + q + r + 1, row + q + ROWS, 0.0f);
        }
        for (int k = 0; k < std::min(q + ROWS, tokens); ++k) {
          const float *value = values + size_t(k) * tokenPitch + head * dim;
          Vector parts[4];
          for (int v = 0; v < 4; ++v)
            parts[v] = load(value + v * LANES);
          for (int r = 0; r < ROWS; ++r)
            for (int v = 0; v < 4; ++v)
              sums[r][v] += scores[r * pitch + k] * parts[v];
        }
        for (int r = 0; r < ROWS && q + r < tokens; ++r)
          for (int v = 0; v < 4; ++v)
            store(sums[r][v] / weights[r], output + size_t(q + r) * tokenPitch + head * dim + v * LANES);
      }
    }
  }
}

extern "C" void layer_norm_groups(const float *input, const float *gamma, const float *beta, float *output, int columns,
                                  float epsilon) {
  const int rows = 4096;
#pragma omp parallel for firstprivate(columns)
  for (int row = 0; row < rows; ++row) {
    const float *__restrict x = input + size_t(row) * columns, *__restrict scale = gamma, *__restrict shift = beta;
    float *__restrict y = output + size_t(row) * columns, sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < columns; ++i)
      sum += x[i];
    const float mean = sum / float(columns);
#pragma omp simd reduction(+ : squares)
    for (int i = 0; i < columns; ++i)
      squares += (x[i] - mean) * (x[i] - mean);
    const float inverse = 1.0f / std::sqrt(squares / float(columns) + epsilon);
#pragma omp simd
    for (int i = 0; i < columns; ++i)
      y[i] = (x[i] - mean) * inverse * scale[i] + shift[i];
  }
}

/// Blocks of pixels are small enough for their channels to stay in the second cache over the three passes.
extern "C" void layer_norm_planes(const float *input, const float *gamma, const float *beta, float *output,
                                  int channels, int pixels, float epsilon) {
  const int block = 256;
#pragma omp parallel for firstprivate(channels, pixels)
  for (int begin = 0; begin < pixels; begin += block) {
    const int n = std::min(block, pixels - begin);
    float mean[block] = {}, inverse[block] = {};
    for (int c = 0; c < channels; ++c) {
      const float *__restrict x = input + size_t(c) * pixels + begin;
      for (int i = 0; i < n; ++i)
        mean[i] += x[i];
    }
    for (int i = 0; i < n; ++i)
      mean[i] /= float(channels);
    for (int c = 0; c < channels; ++c) {
      const float *__restrict x = input + size_t(c) * pixels + begin;
      for (int i = 0; i < n; ++i)
        inverse[i] += (x[i] - mean[i]) * (x[i] - mean[i]);
    }
    for (int i = 0; i < n; ++i)
      inverse[i] = 1.0f / std::sqrt(inverse[i] / float(channels) + epsilon);
    for (int c = 0; c < channels; ++c) {
      const float *__restrict x = input + size_t(c) * pixels + begin;
      float *__restrict y = output + size_t(c) * pixels + begin;
      const float scale = gamma[c], shift = beta[c];
      for (int i = 0; i < n; ++i)
        y[i] = scale * ((x[i] - mean[i]) * inverse[i]) + shift;
    }
  }
}

/// Bytes are widened eight at a time.
extern "C" void matvec_q4(const uint8_t *quants, const float *scales, const float *x, float *y, int columns) {
  typedef uint8_t Bytes __attribute__((vector_size(8)));
  typedef int32_t Integers __attribute__((vector_size(32)));
  const int rows = 4096, blocks = columns / 32;
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    Vector sum = {};
    for (int b = 0; b < blocks; ++b) {
      const uint8_t *q = quants + (size_t(row) * blocks + b) * 16;
      Vector part = {};
      for (int half = 0; half < 2; ++half) {
        Bytes bytes;
        std::memcpy(&bytes, q + 8 * half, sizeof bytes);
        Integers wide = __builtin_convertvector(bytes, Integers);
        Vector low = __builtin_convertvector((wide & 15) - 8, Vector);
        Vector high = __builtin_convertvector((wide >> 4) - 8, Vector);
        part += low * load(x + b * 32 + 8 * half) + high * load(x + b * 32 + 16 + 8 * half);
      }
      sum += part * scales[size_t(row) * blocks + b];
    }
    float total = 0;
    for (int lane = 0; lane < LANES; ++lane)
      total += sum[lane];
    y[row] = total;
  }
}

/// Widens both matrices to 16 bits once, so that pairs of products are added by one instruction.
extern "C" void matmul_q8(const int8_t *a, const int8_t *b, const float *rowScale, const float *columnScale, float *c,
                          int rows, int columns, int depth) {
  std::vector<int16_t> wideA(size_t(rows) * depth), wideB(size_t(columns + 3) * depth);
#pragma omp parallel firstprivate(rows, columns, depth)
  {
#pragma omp for nowait
    for (int i = 0; i < rows * depth; ++i)
      wideA[i] = a[i];
#pragma omp for
    for (int i = 0; i < columns * depth; ++i)
      wideB[i] = b[i];
#pragma omp for
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; column += 4) {
        const int16_t *p = &wideA[size_t(row) * depth], *q = &wideB[size_t(column) * depth];
        int s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
        for (int k = 0; k < depth; ++k) {
          s0 += p[k] * q[k];
          s1 += p[k] * q[k + depth];
          s2 += p[k] * q[k + 2 * depth];
          s3 += p[k] * q[k + 3 * depth];
        }
        const int sums[4] = {s0, s1, s2, s3};
        for (int j = 0; j < std::min(4, columns - column); ++j)
          c[row * columns + column + j] = float(sums[j]) * rowScale[row] * columnScale[column + j];
      }
  }
}
