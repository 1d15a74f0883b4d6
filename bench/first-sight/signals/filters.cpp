// The work of the kernels that filter and decimate, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lanes.h"

#include <algorithm>

/// A block of outputs stays in registers while the taps pass.
extern "C" void fir_constant_taps(const float *in, float *out, const float *taps, int count, int length) {
  constexpr int block = 64;
  auto one = [=](int i) {
    float sum = 0.0f;
    for (int k = 0; k < std::min(count, i + 1); ++k)
      sum += taps[k] * in[i - k];
    out[i] = sum;
  };
  const int head = std::min(count - 1, length), blocks = (length - head) / block;
  for (int i = 0; i < head; ++i)
    one(i);
#pragma omp parallel for
  for (int b = 0; b < blocks; ++b) {
    int first = head + b * block;
    Floats sums[block / lanes] = {};
    for (int k = 0; k < count; ++k)
      for (int v = 0; v < block / lanes; ++v)
        sums[v] += taps[k] * loadVector<Floats>(in + first - k + v * lanes);
    storeVector(out + first, sums);
  }
  for (int i = head + blocks * block; i < length; ++i)
    one(i);
}

extern "C" void fir_decimate_local(const int16_t *__restrict in, const int16_t *__restrict taps,
                                   int16_t *__restrict out) {
  constexpr int outputs = 1048576, count = 64, factor = 4;
#pragma omp parallel for
  for (int i = 0; i < outputs; ++i) {
    int32_t sum = 1 << 14;
#pragma omp simd reduction(+ : sum)
    for (int k = 0; k < count; ++k)
      sum += in[i * factor + k] * taps[k];
    out[i] = static_cast<int16_t>(std::clamp(sum >> 15, -32768, 32767));
  }
}

/// Eight channels in vectors, whose samples are transposed eight by eight.
extern "C" void biquad_cascade_rows(const float *in, const float *filters, float *out, int channels, int samples) {
  constexpr int sections = 4;
#pragma omp parallel for
  for (int group = 0; group < (channels + lanes - 1) / lanes; ++group) {
    int first = std::min(group * lanes, channels - lanes);
    Floats coefficients[sections][5], z1[sections] = {}, z2[sections] = {};
    for (int k = 0; k < sections; ++k)
      for (int c = 0; c < 5; ++c)
        for (int lane = 0; lane < lanes; ++lane)
          coefficients[k][c][lane] = filters[((first + lane) * sections + k) * 5 + c];
    for (int t = 0; t < samples; t += lanes) {
      Floats x[lanes];
      loadColumns(x, in + static_cast<size_t>(first) * samples + t, samples);
      for (Floats &sample : x)
        for (int k = 0; k < sections; ++k) {
          const auto &[b0, b1, b2, a1, a2] = coefficients[k];
          Floats y = b0 * sample + z1[k];
          z1[k] = b1 * sample - a1 * y + z2[k];
          z2[k] = b2 * sample - a2 * y;
          sample = y;
        }
      storeColumns(out + static_cast<size_t>(first) * samples + t, samples, x);
    }
  }
}

/// A block of channels at a time, whose states stay in the cache and whose samples are whole cache lines.
extern "C" void biquad_bank_interleaved(const double *__restrict in, const double *__restrict b0,
                                        const double *__restrict b1, const double *__restrict b2,
                                        const double *__restrict a1, const double *__restrict a2,
                                        double *__restrict out, int samples) {
  constexpr int channels = 4096, block = 64;
#pragma omp parallel for
  for (int first = 0; first < channels; first += block) {
    double z1[block] = {}, z2[block] = {};
    for (int t = 0; t < samples; ++t) {
      const double *row = in + static_cast<size_t>(t) * channels + first;
      double *result = out + static_cast<size_t>(t) * channels + first;
#pragma omp simd
      for (int c = 0; c < block; ++c) {
        double x = row[c], y = b0[first + c] * x + z1[c];
        z1[c] = b1[first + c] * x - a1[first + c] * y + z2[c];
        z2[c] = b2[first + c] * x - a2[first + c] * y;
        result[c] = y;
      }
    }
  }
}

extern "C" void cic_decimate_rows(const int32_t *in, int32_t *out, int channels, int outputs) {
  constexpr int stages = 3, factor = 16;
  using Signed = int32_t __attribute__((vector_size(32)));
#pragma omp parallel for
  for (int group = 0; group < (channels + lanes - 1) / lanes; ++group) {
    int first = std::min(group * lanes, channels - lanes);
    const int32_t *rows = in + static_cast<size_t>(first) * outputs * factor;
    Ints sums[stages] = {}, before[stages] = {};
    for (int n = 0; n < outputs; n += lanes) {
      Ints results[lanes];
      for (int m = 0; m < lanes; ++m) {
        for (int half = 0; half < factor; half += lanes) {
          Ints x[lanes];
          loadColumns(x, rows + (n + m) * factor + half, static_cast<size_t>(outputs) * factor);
          for (Ints sample : x) {
            sums[0] += sample;
            sums[1] += sums[0];
            sums[2] += sums[1];
          }
        }
        Ints y = sums[stages - 1];
        for (Ints &last : before) {
          Ints difference = y - last;
          last = y;
          y = difference;
        }
        results[m] = reinterpret_cast<Ints>(reinterpret_cast<Signed>(y) >> 12);
      }
      storeColumns(out + static_cast<size_t>(first) * outputs + n, outputs, results);
    }
  }
}

/// Results of 16 bits after a shift of 12 need sums of only 28 bits, so that eight channels fit in a vector.
extern "C" void cic_decimate_interleaved(const int16_t *in, int16_t *out, int outputs, int shift) {
  constexpr int channels = 8192, factor = 8, block = 32;
  using Samples = int16_t __attribute__((vector_size(16)));
  using Signed = int32_t __attribute__((vector_size(32)));
#pragma omp parallel for
  for (int first = 0; first < channels; first += block) {
    Ints i[4][block / lanes] = {}, before[4][block / lanes] = {};
    for (int n = 0; n < outputs; ++n) {
      for (int k = 0; k < factor; ++k)
        for (int v = 0; v < block / lanes; ++v) {
          const int16_t *from = in + static_cast<size_t>(n * factor + k) * channels + first + v * lanes;
          i[0][v] += reinterpret_cast<Ints>(__builtin_convertvector(loadVector<Samples>(from), Signed));
          for (int s = 1; s < 4; ++s)
            i[s][v] += i[s - 1][v];
        }
      for (int v = 0; v < block / lanes; ++v) {
        Ints y = i[3][v];
        for (int s = 0; s < 4; ++s) {
          Ints difference = y - before[s][v];
          before[s][v] = y;
          y = difference;
        }
        storeVector(out + static_cast<size_t>(n) * channels + first + v * lanes,
                    __builtin_convertvector(reinterpret_cast<Signed>(y) >> shift, Samples));
      }
    }
  }
}
