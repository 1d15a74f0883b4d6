// The work of the kernels on spectra and correlation, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace {

struct Complex {
  Floats re, im;
};

inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
inline Complex times(Complex a, float re, float im) { return {a.re * re - a.im * im, a.re * im + a.im * re}; }

inline void butterfly(Complex &v0, Complex &v1, Complex &v2, Complex &v3) {
  Complex a = v0 + v2, b = v0 - v2, c = v1 + v3, d = v1 - v3;
  v0 = a + c;
  v1 = {b.re + d.im, b.im - d.re};
  v2 = a - c;
  v3 = {b.re - d.im, b.im + d.re};
}

/// Four points of eight transforms, which stand as pairs of floats.
inline void loadPoints(Complex *points, const float *in, size_t stride) {
  Floats x[lanes];
  loadColumns(x, in, stride);
  for (int k = 0; k < 4; ++k)
    points[k] = {x[2 * k], x[2 * k + 1]};
}

inline void storePoints(float *out, size_t stride, Complex p0, Complex p1, Complex p2, Complex p3) {
  Floats x[lanes] = {p0.re, p0.im, p1.re, p1.im, p2.re, p2.im, p3.re, p3.im};
  storeColumns(out, stride, x);
}

constexpr float c1 = 0.92387953f, s1 = 0.38268343f, h = 0.70710678f;
constexpr float roots[10][2] = {{1, 0},     {c1, -s1}, {h, -h},    {s1, -c1}, {0, -1},
                                {-s1, -c1}, {-h, -h},  {-c1, -s1}, {-1, 0},   {-c1, s1}};

/// The roots of unity of 256.
struct Roots {
  float re[256], im[256];
  Roots() {
    for (int k = 0; k < 256; ++k) {
      re[k] = static_cast<float>(std::cos(-2 * std::numbers::pi * k / 256));
      im[k] = static_cast<float>(std::sin(-2 * std::numbers::pi * k / 256));
    }
  }
};

const Roots of256;

/// A pass of Stockham's transform of 256 points, after passes that have transformed `done` points.
template <int Done> inline void pass(const Complex *in, Complex *out) {
  for (int within = 0; within < Done; ++within) {
    int w = within * 64 / Done;
    for (int j = within; j < 64; j += Done) {
      Complex v[4] = {in[j], in[j + 64], in[j + 128], in[j + 192]};
      if (Done > 1)
        for (int r = 1; r < 4; ++r)
          v[r] = times(v[r], of256.re[r * w], of256.im[r * w]);
      butterfly(v[0], v[1], v[2], v[3]);
      for (int r = 0; r < 4; ++r)
        out[(j - within) * 4 + within + r * Done] = v[r];
    }
  }
}

} // namespace

extern "C" void fft16_private(const float *in, float *out, int batch) {
  constexpr size_t stride = 32;
#pragma omp parallel for
  for (int group = 0; group < (batch + lanes - 1) / lanes; ++group) {
    // The last vector of transforms may repeat some of the one before.
    size_t first = std::min(group * lanes, batch - lanes) * stride;
    Complex v[16];
    for (int k = 0; k < 16; k += 4)
      loadPoints(v + k, in + first + 2 * k, stride);
    for (int k = 0; k < 4; ++k)
      butterfly(v[k], v[k + 4], v[k + 8], v[k + 12]);
    for (int j = 1; j < 4; ++j)
      for (int k = 1; k < 4; ++k)
        v[k + 4 * j] = times(v[k + 4 * j], roots[k * j][0], roots[k * j][1]);
    for (int j = 0; j < 4; ++j)
      butterfly(v[4 * j], v[4 * j + 1], v[4 * j + 2], v[4 * j + 3]);
    for (int m = 0; m < 4; ++m)
      storePoints(out + first + 8 * m, stride, v[m], v[4 + m], v[8 + m], v[12 + m]);
  }
}

/// Eight transforms side by side; their points stay in the first cache.
extern "C" void fft256_local(const float *in, float *out) {
  constexpr int batch = 8192;
  constexpr size_t stride = 512;
#pragma omp parallel for
  for (int first = 0; first < batch; first += lanes) {
    Complex a[256], b[256];
    for (int k = 0; k < 256; k += 4)
      loadPoints(a + k, in + first * stride + 2 * k, stride);
    pass<1>(a, b);
    pass<4>(b, a);
    pass<16>(a, b);
    pass<64>(b, a);
    for (int k = 0; k < 256; k += 4)
      storePoints(out + first * stride + 2 * k, stride, a[k], a[k + 1], a[k + 2], a[k + 3]);
  }
}

/// Sixteen bins are two vectors; four blocks in turn hide the latency of the recurrence.
extern "C" void goertzel_bins(const float *samples, const float *coefficients, float *powers, int length, int blocks) {
  constexpr int bins = 16, together = 4, vectors = bins / lanes;
#pragma omp parallel for
  for (int group = 0; group < (blocks + together - 1) / together; ++group) {
    int first = std::min(group * together, blocks - together);
    Floats coefficient[vectors], s1[together][vectors] = {}, s2[together][vectors] = {};
    for (int v = 0; v < vectors; ++v)
      coefficient[v] = loadVector<Floats>(coefficients + v * lanes);
    for (int t = 0; t < length; ++t)
      for (int b = 0; b < together; ++b) {
        float x = samples[(first + b) * length + t];
        for (int v = 0; v < vectors; ++v) {
          Floats s = x + coefficient[v] * s1[b][v] - s2[b][v];
          s2[b][v] = s1[b][v];
          s1[b][v] = s;
        }
      }
    for (int b = 0; b < together; ++b)
      for (int v = 0; v < vectors; ++v)
        storeVector(powers + (first + b) * bins + v * lanes,
                    s1[b][v] * s1[b][v] + s2[b][v] * s2[b][v] - coefficient[v] * s1[b][v] * s2[b][v]);
  }
}

extern "C" void goertzel_phone_tones(const int16_t *samples, float *powers, int length) {
  constexpr int channels = 16384, tones = 8;
  constexpr float frequencies[tones] = {697, 770, 852, 941, 1209, 1336, 1477, 1633};
  using Samples = int16_t __attribute__((vector_size(16)));
  float coefficients[tones];
  for (int tone = 0; tone < tones; ++tone)
    coefficients[tone] = 2.0f * std::cos(2.0f * std::numbers::pi_v<float> * frequencies[tone] / 8000.0f);
#pragma omp parallel for
  for (int first = 0; first < channels; first += 4 * lanes) {
    // A block of four vectors uses whole cache lines of each row of samples.
    Floats s1[4][tones] = {}, s2[4][tones] = {};
    for (int t = 0; t < length; ++t)
      for (int v = 0; v < 4; ++v) {
        Floats x = __builtin_convertvector(loadVector<Samples>(samples + t * channels + first + v * lanes), Floats) *
                   (1.0f / 32768.0f);
        for (int tone = 0; tone < tones; ++tone) {
          Floats s = x + coefficients[tone] * s1[v][tone] - s2[v][tone];
          s2[v][tone] = s1[v][tone];
          s1[v][tone] = s;
        }
      }
    for (int tone = 0; tone < tones; ++tone)
      for (int v = 0; v < 4; ++v) {
        Floats a = s1[v][tone], b = s2[v][tone];
        storeVector(powers + tone * channels + first + v * lanes, a * a + b * b - coefficients[tone] * a * b);
      }
  }
}

/// The energy of each place comes from sums up to each sample, in double precision.
extern "C" void correlate_normalised(const float *signal, const float *pattern, float *out, int size, int places) {
  constexpr int block = 64, chunk = 4096;
#pragma omp parallel for
  for (int begin = 0; begin < places; begin += chunk) {
    int end = std::min(begin + chunk, places);
    double energy = 0;
    for (int k = 0; k < size; ++k)
      energy += static_cast<double>(signal[begin + k]) * signal[begin + k];
    float energies[chunk];
    for (int i = begin; i < end; ++i) {
      energies[i - begin] = static_cast<float>(energy);
      if (i + 1 < end)
        energy += static_cast<double>(signal[i + size]) * signal[i + size] - static_cast<double>(signal[i]) * signal[i];
    }
    int i = begin;
    for (; i + block <= end; i += block) {
      Floats sums[block / lanes] = {};
      for (int k = 0; k < size; ++k)
        for (int v = 0; v < block / lanes; ++v)
          sums[v] += pattern[k] * loadVector<Floats>(signal + i + k + v * lanes);
      float products[block];
      storeVector(products, sums);
      for (int k = 0; k < block; ++k)
        out[i + k] = products[k] / std::sqrt(energies[i + k - begin] + 1e-6f);
    }
    for (; i < end; ++i) {
      float product = 0.0f;
      for (int k = 0; k < size; ++k)
        product += pattern[k] * signal[i + k];
      out[i] = product / std::sqrt(energies[i - begin] + 1e-6f);
    }
  }
}

/// All lags of a frame are eight vectors of sums; zeros behind the frame spare the tests of its end.
extern "C" void autocorrelate_frames_local(const int16_t *samples, const float *window, float *out) {
  constexpr int frames = 8192, size = 256, lags = 64;
#pragma omp parallel for
  for (int number = 0; number < frames; ++number) {
    float frame[size + lags] = {};
    for (int k = 0; k < size; ++k)
      frame[k] = samples[number * size + k] * window[k];
    Floats sums[lags / lanes] = {};
    for (int k = 0; k < size; ++k)
      for (int v = 0; v < lags / lanes; ++v)
        sums[v] += frame[k] * loadVector<Floats>(frame + k + v * lanes);
    storeVector(out + number * lags, sums);
  }
}
