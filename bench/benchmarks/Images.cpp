// Images: rotating a picture with a linear filter, a 5x5 convolution, rays through a volume.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cmath>
#include <cstdint>

namespace weft::bench {
namespace {

constexpr int width = 1920;
constexpr int height = 1080;
constexpr float angle = 0.3f;
constexpr float weights[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};

host::Buffer makeImage(const host::Session &session, cl_channel_order order, cl_channel_type type,
                       cl_mem_object_type kind, std::array<size_t, 3> size, const void *data) {
  const cl_image_format format{order, type};
  cl_image_desc description{};
  description.image_type = kind;
  description.image_width = size[0];
  description.image_height = size[1];
  description.image_depth = kind == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
  cl_int code = CL_SUCCESS;
  const cl_mem_flags flags = data ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
  host::Buffer image(clCreateImage(session.context(), flags, &format, &description, const_cast<void *>(data), &code));
  host::check(code, "clCreateImage");
  return image;
}

template <typename T>
void downloadPicture(const host::Session &session, const host::Buffer &image, std::vector<T> &to) {
  const size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
  host::check(
      clEnqueueReadImage(session.queue(), image.get(), CL_TRUE, origin, region, 0, 0, to.data(), 0, nullptr, nullptr),
      "clEnqueueReadImage");
}

/// Channels as they are stored, and as numbers from 0 to 1.
template <typename T> struct Channel;
template <> struct Channel<float> {
  static constexpr cl_channel_type type = CL_FLOAT;
  static constexpr double tolerance = 1e-5;
  static constexpr float scale = 1;
  static float store(float value) { return value; }
};
template <> struct Channel<uint8_t> {
  static constexpr cl_channel_type type = CL_UNORM_INT8;
  static constexpr double tolerance = 1.0001; // where the middle between two lies
  static constexpr float scale = 255;
  static uint8_t store(float value) { return static_cast<uint8_t>(value * 255 + 0.5f); }
};

/// A picture of four channels that a kernel makes another of.
template <typename T> class Picture : public Benchmark {
public:
  explicit Picture(const char *kernel)
      : kernelName_(kernel), expected_(size_t{width} * height * 4), result_(expected_) {
    for (float value : randomFloats(expected_.size(), 0, 1))
      input_.push_back(Channel<T>::store(value));
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), kernelName_);
    const auto picture = [&](const void *data) {
      return makeImage(session, CL_RGBA, Channel<T>::type, CL_MEM_OBJECT_IMAGE2D, {width, height, 1}, data);
    };
    in_ = picture(input_.data());
    out_ = picture(nullptr);
    setArguments();
  }

  void runDevice() override {
    const size_t global[] = {width, height};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    downloadPicture(*session_, out_, result_);
    return firstDifference(result_, expected_, Channel<T>::tolerance);
  }

protected:
  virtual void setArguments() { host::setArguments(kernel_, in_, out_); }

  const char *kernelName_;
  std::vector<T> input_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer in_, out_;
};

template <typename T> class Rotate final : public Picture<T> {
public:
  Rotate() : Picture<T>("turn") {}

  void runHost() override {
    const T *in = this->input_.data();
    T *out = this->expected_.data();
    static constexpr T border[4] = {};
    const float cosine = std::cos(angle), sine = std::sin(angle);
    const auto pixel = [in](int x, int y) {
      const bool inside = x >= 0 && x < width && y >= 0 && y < height;
      return inside ? in + (size_t(y) * width + size_t(x)) * 4 : border;
    };
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const float px = static_cast<float>(x) + 0.5f - width * 0.5f;
        const float py = static_cast<float>(y) + 0.5f - height * 0.5f;
        const float u = cosine * px - sine * py + width * 0.5f - 0.5f;
        const float v = sine * px + cosine * py + height * 0.5f - 0.5f;
        const float left = std::floor(u), top = std::floor(v), a = u - left, b = v - top;
        const int x0 = static_cast<int>(left), y0 = static_cast<int>(top);
        const T *p00 = pixel(x0, y0), *p10 = pixel(x0 + 1, y0);
        const T *p01 = pixel(x0, y0 + 1), *p11 = pixel(x0 + 1, y0 + 1);
        const float w00 = (1 - a) * (1 - b), w10 = a * (1 - b), w01 = (1 - a) * b, w11 = a * b;
        for (int c = 0; c < 4; ++c) {
          const float sum = p00[c] * w00 + p10[c] * w10 + p01[c] * w01 + p11[c] * w11;
          out[(size_t(y) * width + size_t(x)) * 4 + size_t(c)] = Channel<T>::store(sum / Channel<T>::scale);
        }
      }
  }

private:
  void setArguments() override {
    host::setArguments(this->kernel_, this->in_, this->out_, std::cos(angle), std::sin(angle));
  }
};

template <typename T> class Convolve final : public Picture<T> {
public:
  Convolve() : Picture<T>("convolve") {}

  void runHost() override {
    const T *in = this->input_.data();
    T *out = this->expected_.data();
#pragma omp parallel for
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float sums[4] = {};
        for (int dy = -2; dy <= 2; ++dy)
          for (int dx = -2; dx <= 2; ++dx) {
            const int fromX = std::clamp(x + dx, 0, width - 1), fromY = std::clamp(y + dy, 0, height - 1);
            const T *from = in + (size_t(fromY) * width + size_t(fromX)) * 4;
            for (int c = 0; c < 4; ++c)
              sums[c] += from[c] * (weights[dy + 2] * weights[dx + 2]);
          }
        for (int c = 0; c < 4; ++c)
          out[(size_t(y) * width + size_t(x)) * 4 + size_t(c)] = Channel<T>::store(sums[c] / Channel<T>::scale);
      }
  }
};

constexpr int edge = 128;
constexpr int steps = 64;
constexpr int screen = 512;

class Rays final : public Benchmark {
public:
  Rays() : volume_(randomFloats(size_t{edge} * edge * edge, 0, 1)), expected_(size_t{screen} * screen) {
    result_ = expected_;
  }

  void runHost() override {
    const float *volume = volume_.data();
    float *out = expected_.data();
#pragma omp parallel for
    for (int y = 0; y < screen; ++y)
      for (int x = 0; x < screen; ++x) {
        float sum = 0;
        for (int step = 0; step < steps; ++step) {
          const float w = (static_cast<float>(step) + 0.5f) / steps;
          sum += sample(volume, (static_cast<float>(x) + 0.5f) / screen + 0.0625f * w,
                        (static_cast<float>(y) + 0.5f) / screen - 0.0625f * w, w);
        }
        out[y * screen + x] = sum;
      }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "rays");
    image_ = makeImage(session, CL_R, CL_FLOAT, CL_MEM_OBJECT_IMAGE3D, {edge, edge, edge}, volume_.data());
    out_ = session.create(result_.size() * sizeof(float));
    cl_int code = CL_SUCCESS;
    sampler_.reset(clCreateSampler(session.context(), CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &code));
    host::check(code, "clCreateSampler");
    host::setArguments(kernel_, image_, out_, sampler_.get(), steps);
  }

  void runDevice() override {
    const size_t global[] = {screen, screen};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(out_, result_);
    return firstDifference(result_, expected_, 1e-4);
  }

private:
  /// One dimension's two texels and the share of the second.
  struct Between {
    int low, high;
    float share;
  };
  static Between between(float coordinate) {
    const float texels = coordinate * edge - 0.5f, whole = std::floor(texels);
    const int low = static_cast<int>(whole);
    return {std::clamp(low, 0, edge - 1), std::clamp(low + 1, 0, edge - 1), texels - whole};
  }
  static float sample(const float *volume, float u, float v, float w) {
    const Between x = between(u), y = between(v), z = between(w);
    const auto row = [&](int rowY, int rowZ) {
      const float *from = volume + (size_t(rowZ) * edge + size_t(rowY)) * edge;
      return from[x.low] * (1 - x.share) + from[x.high] * x.share;
    };
    const float front = row(y.low, z.low) * (1 - y.share) + row(y.high, z.low) * y.share;
    const float back = row(y.low, z.high) * (1 - y.share) + row(y.high, z.high) * y.share;
    return front * (1 - z.share) + back * z.share;
  }

  std::vector<float> volume_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer image_, out_;
  std::unique_ptr<_cl_sampler, host::Releaser<clReleaseSampler>> sampler_;
};

const Registration registration("images.cl",
                                {{"image-rotate-float", {}, [] { return std::make_unique<Rotate<float>>(); }},
                                 {"image-rotate-bytes", {}, [] { return std::make_unique<Rotate<uint8_t>>(); }},
                                 {"image-convolve-float", {}, [] { return std::make_unique<Convolve<float>>(); }},
                                 {"image-convolve-bytes", {}, [] { return std::make_unique<Convolve<uint8_t>>(); }},
                                 {"image-rays-3d", {}, [] { return std::make_unique<Rays>(); }}});

} // namespace
} // namespace weft::bench
