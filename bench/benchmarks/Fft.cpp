// Many Fourier transforms of 1024 complex numbers; the C++ has Stockham's algorithm along planes of real and imaginary
// parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cmath>
#include <numbers>

#ifdef WEFT_BENCH_FFTW
#include <fftw3.h>
#include <omp.h>
#endif

namespace weft::bench {
namespace {

constexpr size_t points = 1024; ///< the kernels' N
constexpr size_t batch = 256;

/// A kernel of fft.cl.
struct Way {
  const char *kernel;
  size_t radix = 2; ///< numbers of a work-item
  bool table = true;
};

/// Each number's real and imaginary parts lie together.
using Numbers = std::vector<float>;

#ifdef WEFT_BENCH_FFTW
constexpr const char *library = "FFTW";

/// FFTW's plans for a part of the batch for each thread.
class LibraryTransforms {
public:
  LibraryTransforms(const Numbers &in, Numbers &out) : in_(in), out_(out) {
    const auto threads = static_cast<size_t>(omp_get_max_threads());
    for (size_t i = 0; i < threads; ++i)
      addPart(batch * i / threads, batch * (i + 1) / threads);
  }
  LibraryTransforms(const LibraryTransforms &) = delete;
  LibraryTransforms &operator=(const LibraryTransforms &) = delete;
  ~LibraryTransforms() {
    for (const fftwf_plan plan : plans_)
      fftwf_destroy_plan(plan);
  }

  void run() {
    const int count = static_cast<int>(plans_.size());
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < count; ++i)
      fftwf_execute(plans_[i]);
  }

private:
  void addPart(size_t first, size_t end) {
    const int length = points;
    const auto at = [first](const float *numbers) {
      return reinterpret_cast<fftwf_complex *>(const_cast<float *>(numbers)) + first * points; // NOLINT: FFTW's types
    };
    // To measure overwrites the arrays, so the plan keeps what it has found and is made again for the numbers.
    Numbers scratchIn(in_.size()), scratchOut(in_.size());
    const auto planFor = [&](const float *from, const float *to, unsigned effort) {
      return fftwf_plan_many_dft(1, &length, static_cast<int>(end - first), at(from), nullptr, 1, length, at(to),
                                 nullptr, 1, length, FFTW_FORWARD, effort | FFTW_PRESERVE_INPUT);
    };
    fftwf_destroy_plan(planFor(scratchIn.data(), scratchOut.data(), FFTW_MEASURE));
    plans_.push_back(planFor(in_.data(), out_.data(), FFTW_WISDOM_ONLY | FFTW_MEASURE));
    if (plans_.back() == nullptr) // the numbers are aligned otherwise
      plans_.back() = planFor(in_.data(), out_.data(), FFTW_ESTIMATE);
  }

  const Numbers &in_;
  Numbers &out_;
  std::vector<fftwf_plan> plans_;
};
#else
constexpr const char *library = "";

class LibraryTransforms {
public:
  LibraryTransforms(const Numbers &, Numbers &) {}
  void run() {}
};
#endif

/// A transform in planes, of which `length` numbers at a time have the same root.
class PlaneTransform {
public:
  PlaneTransform() : cosines_(points), sines_(points) {
    for (size_t i = 0; i < points; ++i) {
      const double angle = -2 * std::numbers::pi * static_cast<double>(i) / points;
      cosines_[i] = static_cast<float>(std::cos(angle));
      sines_[i] = static_cast<float>(std::sin(angle));
    }
  }

  void run(const float *in, float *out) const {
    Planes first, second;
    for (size_t i = 0; i < points; ++i) {
      first.real[i] = in[2 * i];
      first.imaginary[i] = in[2 * i + 1];
    }
    Planes *from = &first, *to = &second;
    for (size_t length = 1; length < points; length *= 4) {
      for (size_t p = 0; p < points / 4 / length; ++p)
        step(*from, *to, p, length);
      std::swap(from, to);
    }
    for (size_t i = 0; i < points; ++i) {
      out[2 * i] = from->real[i];
      out[2 * i + 1] = from->imaginary[i];
    }
  }

private:
  struct Planes {
    float real[points], imaginary[points];
  };

  void step(const Planes &from, Planes &to, size_t p, size_t length) const {
    const float *real = from.real + p * length, *imaginary = from.imaginary + p * length;
    float *realTo = to.real + 4 * p * length, *imaginaryTo = to.imaginary + 4 * p * length;
    const size_t root = p * length;
    const float c1 = cosines_[root], c2 = cosines_[2 * root], c3 = cosines_[3 * root];
    const float s1 = sines_[root], s2 = sines_[2 * root], s3 = sines_[3 * root];
#pragma omp simd
    for (size_t q = 0; q < length; ++q) {
      const float ar = real[q], br = real[q + points / 4], cr = real[q + points / 2], dr = real[q + 3 * points / 4];
      const float ai = imaginary[q], bi = imaginary[q + points / 4], ci = imaginary[q + points / 2],
                  di = imaginary[q + 3 * points / 4];
      const float xr = ar - cr + bi - di, xi = ai - ci - br + dr;
      const float yr = ar + cr - br - dr, yi = ai + ci - bi - di;
      const float zr = ar - cr - bi + di, zi = ai - ci + br - dr;
      realTo[q] = ar + br + cr + dr;
      imaginaryTo[q] = ai + bi + ci + di;
      realTo[q + length] = c1 * xr - s1 * xi;
      imaginaryTo[q + length] = c1 * xi + s1 * xr;
      realTo[q + 2 * length] = c2 * yr - s2 * yi;
      imaginaryTo[q + 2 * length] = c2 * yi + s2 * yr;
      realTo[q + 3 * length] = c3 * zr - s3 * zi;
      imaginaryTo[q + 3 * length] = c3 * zi + s3 * zr;
    }
  }

  std::vector<float> cosines_, sines_;
};

class Fft final : public Benchmark {
public:
  explicit Fft(Way way)
      : way_(way), in_(randomFloats(2 * points * batch, -1, 1)), expected_(in_.size()), result_(in_.size()) {}

  void runHost() override {
    const float *in = in_.data();
    float *out = expected_.data();
#pragma omp parallel for
    for (size_t i = 0; i < batch; ++i)
      transform_.run(in + 2 * points * i, out + 2 * points * i);
  }

  void runLibrary() override {
    if (!library_)
      library_ = std::make_unique<LibraryTransforms>(in_, result_);
    library_->run();
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), way_.kernel);
    bufferIn_ = session.upload(in_);
    bufferOut_ = session.create(in_.size() * sizeof(float));
    if (!way_.table) {
      host::setArguments(kernel_, bufferIn_, bufferOut_);
      return;
    }
    Numbers roots;
    for (size_t i = 0; i < points; ++i) {
      const double angle = -2 * std::numbers::pi * static_cast<double>(i) / points;
      roots.push_back(static_cast<float>(std::cos(angle)));
      roots.push_back(static_cast<float>(std::sin(angle)));
    }
    bufferRoots_ = session.upload(roots);
    host::setArguments(kernel_, bufferIn_, bufferOut_, bufferRoots_);
  }

  void runDevice() override {
    const size_t global[] = {points / way_.radix * batch};
    const size_t local[] = {points / way_.radix};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return compareLibrary();
  }

  std::string compareLibrary() override {
    if (const std::string difference = checkHost(); !difference.empty())
      return "on the host, " + difference;
    return firstDifference(result_, expected_, tolerance);
  }

private:
  static constexpr double tolerance = 1e-4;

  /// The definition, for the last transform.
  std::string checkHost() const {
    const float *in = in_.data() + 2 * points * (batch - 1);
    std::vector<double> cosines, sines;
    for (size_t i = 0; i < points; ++i) {
      cosines.push_back(std::cos(-2 * std::numbers::pi * static_cast<double>(i) / points));
      sines.push_back(std::sin(-2 * std::numbers::pi * static_cast<double>(i) / points));
    }
    Numbers exact;
    for (size_t k = 0; k < points; ++k) {
      double real = 0, imaginary = 0;
      for (size_t i = 0; i < points; ++i) {
        const double cosine = cosines[i * k % points], sine = sines[i * k % points];
        real += cosine * in[2 * i] - sine * in[2 * i + 1];
        imaginary += cosine * in[2 * i + 1] + sine * in[2 * i];
      }
      exact.push_back(static_cast<float>(real));
      exact.push_back(static_cast<float>(imaginary));
    }
    return firstDifference(Numbers(expected_.end() - 2 * points, expected_.end()), exact, tolerance);
  }

  Way way_;
  Numbers in_, expected_, result_;
  PlaneTransform transform_;
  std::unique_ptr<LibraryTransforms> library_;
  host::Kernel kernel_;
  host::Buffer bufferIn_, bufferOut_, bufferRoots_;
};

Entry entry(const char *name, Way way) {
  return {name, {}, [way] { return std::make_unique<Fft>(way); }, library};
}

const Registration registration("fft.cl", {
                                              entry("fft-radix2", {.kernel = "radix2"}),
                                              entry("fft-sines", {.kernel = "sines", .table = false}),
                                              entry("fft-radix4", {.kernel = "radix4", .radix = 4}),
                                          });

} // namespace
} // namespace weft::bench
