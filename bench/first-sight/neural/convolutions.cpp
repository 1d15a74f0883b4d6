// The work of the convolution and pooling kernels, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {
typedef float Vector __attribute__((vector_size(32)));
constexpr int LANES = 8;

inline Vector load(const float *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store(Vector value, float *to) { std::memcpy(to, &value, sizeof value); }

/// out[row][column] += a[k][row] * b[k][column] for ROWS rows and so many vectors of columns, in registers.
template <int ROWS, int VECTORS>
inline void accumulate(const float *a, int aPitch, const float *b, int bPitch, int depth,
                       Vector (&sums)[ROWS][VECTORS]) {
  for (int k = 0; k < depth; ++k) {
    Vector columns[VECTORS];
    for (int v = 0; v < VECTORS; ++v)
      columns[v] = load(b + size_t(k) * bPitch + v * LANES);
    for (int r = 0; r < ROWS; ++r)
      for (int v = 0; v < VECTORS; ++v)
        sums[r][v] += a[k * aPitch + r] * columns[v];
  }
}

void depthwiseRow(const float *__restrict above, const float *__restrict at, const float *__restrict below,
                  const float *w, float bias, float *__restrict out, int width) {
#pragma omp simd
  for (int x = 1; x < width - 1; ++x)
    out[x] = bias + above[x - 1] * w[0] + above[x] * w[1] + above[x + 1] * w[2] + at[x - 1] * w[3] + at[x] * w[4] +
             at[x + 1] * w[5] + below[x - 1] * w[6] + below[x] * w[7] + below[x + 1] * w[8];
  out[0] = bias + above[0] * w[1] + above[1] * w[2] + at[0] * w[4] + at[1] * w[5] + below[0] * w[7] + below[1] * w[8];
  const int x = width - 1;
  out[x] = bias + above[x - 1] * w[0] + above[x] * w[1] + at[x - 1] * w[3] + at[x] * w[4] + below[x - 1] * w[6] +
           below[x] * w[7];
}
} // namespace

extern "C" void depthwise_3x3_nchw(const float *input, const float *filters, const float *bias, float *output,
                                   int width, int height, int channels) {
  const std::vector<float> zeros(width);
#pragma omp parallel for collapse(2)
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < height; ++y) {
      const float *row = input + (c * height + y) * width;
      depthwiseRow(y > 0 ? row - width : zeros.data(), row, y < height - 1 ? row + width : zeros.data(),
                   filters + c * 9, bias[c], output + (c * height + y) * width, width);
    }
}

/// Each vector of channels keeps its nine weights in registers along a row of outputs.
extern "C" void depthwise_3x3_nhwc_relu6(const float *input, const float *filters, const float *bias, float *output,
                                         int inputWidth) {
  const int channels = 128, outputs = 96;
#pragma omp parallel for
  for (int y = 0; y < outputs; ++y)
    for (int c = 0; c < channels; c += LANES) {
      Vector w[9], offset = load(bias + c);
      for (int k = 0; k < 9; ++k)
        w[k] = load(filters + k * channels + c);
      for (int x = 0; x < outputs; ++x) {
        Vector sum = offset;
        for (int k = 0; k < 9; ++k)
          sum += w[k] * load(input + ((2 * y + k / 3) * inputWidth + 2 * x + k % 3) * channels + c);
        sum = sum < 0 ? Vector{} : sum;
        sum = sum > 6 ? Vector{} + 6 : sum;
        store(sum, output + (y * outputs + x) * channels + c);
      }
    }
}

/// A strip of pixels of all input planes is copied together, so that its columns are read from the first cache.
extern "C" void pointwise_nchw(const float *input, const float *weights, float *output, int pixels, int inputs,
                               int outputs) {
  const int strip = 64;
#pragma omp parallel firstprivate(pixels, inputs, outputs)
  {
    std::vector<float> packed(size_t(inputs) * strip), result(4 * strip);
#pragma omp for
    for (int begin = 0; begin < pixels; begin += strip) {
      const int n = std::min(strip, pixels - begin);
      for (int i = 0; i < inputs; ++i)
        std::memcpy(&packed[i * strip], input + size_t(i) * pixels + begin, n * sizeof(float));
      for (int o = 0; o < outputs; o += 4) {
        for (int x = 0; x < strip; x += 2 * LANES) {
          Vector sums[4][2] = {};
          accumulate<4, 2>(weights + o, outputs, &packed[x], strip, inputs, sums);
          for (int r = 0; r < 4; ++r)
            for (int v = 0; v < 2; ++v)
              store(sums[r][v], &result[r * strip + x + v * LANES]);
        }
        for (int r = 0; r < 4; ++r)
          std::memcpy(output + size_t(o + r) * pixels + begin, &result[r * strip], n * sizeof(float));
      }
    }
  }
}

/// Six pixels by sixteen channels are summed in registers; the pixels of a block are copied by input channel first.
extern "C" void pointwise_nhwc_local(const float *input, const float *weights, const float *bias, float *output,
                                     int inputs, int outputs) {
  const int pixels = 9216, rows = 6, columns = 2 * LANES;
#pragma omp parallel firstprivate(inputs, outputs)
  {
    std::vector<float> packed(inputs * rows);
#pragma omp for
    for (int p = 0; p < pixels; p += rows) {
      for (int r = 0; r < rows; ++r)
        for (int i = 0; i < inputs; ++i)
          packed[i * rows + r] = input[(p + r) * inputs + i];
      for (int o = 0; o < outputs; o += columns) {
        Vector sums[rows][2];
        for (int r = 0; r < rows; ++r)
          for (int v = 0; v < 2; ++v)
            sums[r][v] = load(bias + o + v * LANES);
        accumulate<rows, 2>(packed.data(), rows, weights + o, outputs, inputs, sums);
        for (int r = 0; r < rows; ++r)
          for (int v = 0; v < 2; ++v)
            store(sums[r][v] > 0 ? sums[r][v] : Vector{}, output + (p + r) * outputs + o + v * LANES);
      }
    }
  }
}

/// Four output planes by 24 pixels in registers, from an input with a border of zeros.
extern "C" void conv_3x3_nchw(const float *input, const float *weights, const float *bias, float *output, int inputs,
                              int height, int width) {
  const int outputs = 64, rows = 4, columns = 3 * LANES, taps = inputs * 9;
  const int blocks = (width + columns - 1) / columns, pitch = blocks * columns + 2;
  std::vector<float> padded(size_t(inputs) * (height + 2) * pitch), packed(size_t(outputs) * taps);
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < inputs; ++i)
      for (int y = 0; y < height; ++y)
        std::memcpy(&padded[(size_t(i) * (height + 2) + y + 1) * pitch + 1], input + (i * height + y) * width,
                    width * sizeof(float));
#pragma omp for
    for (int o = 0; o < outputs; ++o)
      for (int k = 0; k < taps; ++k)
        packed[(o / rows * taps + k) * rows + o % rows] = weights[o * taps + k];
#pragma omp for
    for (int y = 0; y < height; ++y)
      for (int block = 0; block < blocks; ++block)
        for (int o = 0; o < outputs; o += rows) {
          Vector sums[rows][3];
          for (int r = 0; r < rows; ++r)
            for (int v = 0; v < 3; ++v)
              sums[r][v] = Vector{} + bias[o + r];
          const float *w = &packed[o * taps];
          for (int i = 0; i < inputs; ++i)
            for (int ky = 0; ky < 3; ++ky, w += 3 * rows)
              accumulate<rows, 3>(w, rows, &padded[(size_t(i) * (height + 2) + y + ky) * pitch + block * columns], 1, 3,
                                  sums);
          float line[columns];
          for (int r = 0; r < rows; ++r) {
            for (int v = 0; v < 3; ++v)
              store(sums[r][v], line + v * LANES);
            std::memcpy(output + ((o + r) * height + y) * width + block * columns, line,
                        std::min(columns, width - block * columns) * sizeof(float));
          }
        }
  }
}

/// Six pixels by 16 output channels in registers, from three padded rows that are copied by input channel.
extern "C" void conv_3x3_nhwc_local(const float *input, const float *weights, float *output, int size) {
  const int inputs = 16, outputs = 32, rows = 6, blocks = (size + rows - 1) / rows, pitch = blocks * rows + 2;
#pragma omp parallel
  {
    std::vector<float> planes(3 * inputs * pitch);
#pragma omp for
    for (int y = 0; y < size; ++y) {
      for (int ky = 0; ky < 3; ++ky)
        for (int i = 0; i < inputs; ++i) {
          float *plane = &planes[(ky * inputs + i) * pitch];
          const int iy = y + ky - 1;
          for (int x = 0; x < size; ++x)
            plane[x + 1] = iy < 0 || iy >= size ? 0.0f : input[(iy * size + x) * inputs + i];
        }
      for (int o = 0; o < outputs; o += 2 * LANES)
        for (int x = 0; x < size; x += rows) {
          Vector sums[rows][2] = {};
          for (int k = 0; k < 9; ++k)
            accumulate<rows, 2>(&planes[k / 3 * inputs * pitch + x + k % 3], pitch, weights + k * inputs * outputs + o,
                                outputs, inputs, sums);
          for (int r = 0; r < std::min(rows, size - x); ++r)
            for (int v = 0; v < 2; ++v)
              store(sums[r][v] > 0 ? sums[r][v] : Vector{}, output + (y * size + x + r) * outputs + o + v * LANES);
        }
    }
  }
}

namespace {
void poolRow(const float *__restrict a, const float *__restrict b, float *__restrict out, int n) {
#pragma omp simd
  for (int x = 0; x < n; ++x) {
    float p = a[2 * x] > a[2 * x + 1] ? a[2 * x] : a[2 * x + 1], q = b[2 * x] > b[2 * x + 1] ? b[2 * x] : b[2 * x + 1];
    out[x] = p > q ? p : q;
  }
}

/// Means of bytes of so many pixels; a division by a constant is a multiplication.
template <int COUNT> void divide(const uint16_t *__restrict sums, uint8_t *__restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = uint8_t(uint16_t(sums[i] + COUNT / 2) / COUNT);
}

void add(const uint8_t *__restrict row, uint16_t *__restrict sums, int n) {
  for (int i = 0; i < n; ++i)
    sums[i] = uint16_t(sums[i] + row[i]);
}
} // namespace

extern "C" void max_pool_2x2_nchw(const float *input, float *output, int inputWidth, int inputHeight, int outputWidth,
                                  int outputHeight) {
  const int channels = 64;
#pragma omp parallel for collapse(2)
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < outputHeight; ++y) {
      const float *row = input + (c * inputHeight + 2 * y) * inputWidth;
      poolRow(row, row + inputWidth, output + (c * outputHeight + y) * outputWidth, outputWidth);
    }
}

extern "C" void avg_pool_3x3_nhwc_uchar(const uint8_t *input, uint8_t *output, int width, int height, int channels) {
  const int outputWidth = (width + 1) / 2, outputHeight = (height + 1) / 2;
#pragma omp parallel firstprivate(width, height, channels)
  {
    std::vector<uint16_t> sums(channels);
#pragma omp for
    for (int y = 0; y < outputHeight; ++y)
      for (int x = 0; x < outputWidth; ++x) {
        const int x0 = std::max(2 * x - 1, 0), x1 = std::min(2 * x + 2, width), y0 = std::max(2 * y - 1, 0),
                  y1 = std::min(2 * y + 2, height), count = (x1 - x0) * (y1 - y0);
        std::fill(sums.begin(), sums.end(), uint16_t(0));
        for (int iy = y0; iy < y1; ++iy)
          for (int ix = x0; ix < x1; ++ix)
            add(input + (iy * width + ix) * channels, sums.data(), channels);
        uint8_t *out = output + (y * outputWidth + x) * channels;
        count == 9   ? divide<9>(sums.data(), out, channels)
        : count == 6 ? divide<6>(sums.data(), out, channels)
                     : divide<4>(sums.data(), out, channels);
      }
  }
}
