// Prices of a million European options: exp, log and sqrt.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cmath>

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 20;
constexpr float rate = 0.02f;
constexpr float volatility = 0.3f;

float normalDistribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  const float polynomial =
      k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228f * std::exp(-0.5f * d * d) * polynomial;
  return d > 0.0f ? 1.0f - tail : tail;
}

class BlackScholes final : public Benchmark {
public:
  BlackScholes()
      : spot_(randomFloats(count, 5, 30)), strike_(randomFloats(count, 1, 100)),
        years_(randomFloats(count, 0.25f, 10)) {
    std::ranges::reverse(strike_); // not in step with the spot prices
    for (auto *prices : {&expectedCall_, &expectedPut_, &resultCall_, &resultPut_})
      prices->resize(count);
  }

  void runHost() override {
#pragma omp parallel for
    for (size_t i = 0; i < count; ++i) {
      const float root = volatility * std::sqrt(years_[i]);
      const float d1 = (std::log(spot_[i] / strike_[i]) + (rate + 0.5f * volatility * volatility) * years_[i]) / root;
      const float d2 = d1 - root;
      const float discounted = strike_[i] * std::exp(-rate * years_[i]);
      const float n1 = normalDistribution(d1);
      const float n2 = normalDistribution(d2);
      expectedCall_[i] = spot_[i] * n1 - discounted * n2;
      expectedPut_[i] = discounted * (1.0f - n2) - spot_[i] * (1.0f - n1);
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "price");
    bufferSpot_ = session.upload(spot_);
    bufferStrike_ = session.upload(strike_);
    bufferYears_ = session.upload(years_);
    bufferCall_ = session.create(count * sizeof(float));
    bufferPut_ = session.create(count * sizeof(float));
    host::setArguments(kernel_, bufferSpot_, bufferStrike_, bufferYears_, bufferCall_, bufferPut_, rate, volatility);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferCall_, resultCall_);
    session_->download(bufferPut_, resultPut_);
    const std::string difference = firstDifference(resultCall_, expectedCall_, 1e-4);
    return difference.empty() ? firstDifference(resultPut_, expectedPut_, 1e-4) : difference;
  }

private:
  std::vector<float> spot_, strike_, years_, expectedCall_, expectedPut_, resultCall_, resultPut_;
  host::Kernel kernel_;
  host::Buffer bufferSpot_, bufferStrike_, bufferYears_, bufferCall_, bufferPut_;
};

const Registration registration("black-scholes.cl",
                                {{"black-scholes", {}, [] { return std::make_unique<BlackScholes>(); }}});

} // namespace
} // namespace weft::bench
