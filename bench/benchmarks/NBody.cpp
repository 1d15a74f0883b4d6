// Gravity among 4096 bodies, each with each: arithmetic with hardly any memory traffic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cmath>

namespace weft::bench {
namespace {

constexpr int count = 4096;

class NBody final : public Benchmark {
public:
  NBody() : bodies_(randomFloats(size_t{count} * 4, 0, 10)), expected_(bodies_.size()), result_(bodies_.size()) {
    // The host reads each coordinate as an array of its own, as such code is written to be vectorised.
    for (int part = 0; part < 4; ++part) {
      parts_[part].resize(count);
      for (int i = 0; i < count; ++i)
        parts_[part][i] = bodies_[size_t(i) * 4 + part];
    }
  }

  void runHost() override {
    const float *x = parts_[0].data();
    const float *y = parts_[1].data();
    const float *z = parts_[2].data();
    const float *mass = parts_[3].data();
#pragma omp parallel for
    for (int i = 0; i < count; ++i) {
      float sumX = 0.0f;
      float sumY = 0.0f;
      float sumZ = 0.0f;
#pragma omp simd reduction(+ : sumX, sumY, sumZ)
      for (int k = 0; k < count; ++k) {
        const float wayX = x[k] - x[i];
        const float wayY = y[k] - y[i];
        const float wayZ = z[k] - z[i];
        const float inverse = 1.0f / std::sqrt(wayX * wayX + wayY * wayY + wayZ * wayZ + 0.01f);
        const float factor = mass[k] * inverse * inverse * inverse;
        sumX += wayX * factor;
        sumY += wayY * factor;
        sumZ += wayZ * factor;
      }
      float *out = expected_.data() + size_t(i) * 4;
      out[0] = sumX;
      out[1] = sumY;
      out[2] = sumZ;
      out[3] = 0.0f;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "accelerate");
    bufferBodies_ = session.upload(bodies_);
    bufferOut_ = session.create(result_.size() * sizeof(float));
    host::setArguments(kernel_, bufferBodies_, bufferOut_, count);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_, 1e-2);
  }

private:
  std::vector<float> bodies_, expected_, result_;
  std::vector<float> parts_[4];
  host::Kernel kernel_;
  host::Buffer bufferBodies_, bufferOut_;
};

const Registration registration("nbody.cl", {{"nbody", {}, [] { return std::make_unique<NBody>(); }}});

} // namespace
} // namespace weft::bench
