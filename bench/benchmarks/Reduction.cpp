// The sum of an array by barrier trees, launch after launch, until one value is left.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <utility>

namespace weft::bench {
namespace {

constexpr size_t elementCount = size_t{1} << 22;
constexpr size_t groupSize = 256;

size_t groupsFor(size_t count) { return (count + groupSize - 1) / groupSize; }

class Reduction final : public Benchmark {
public:
  Reduction() : expected_(1), result_(1) {
    // Whole numbers whose sums a float holds exactly.
    for (unsigned value : randomNumbers(elementCount, 4))
      values_.push_back(static_cast<float>(value) - 1.0f);
  }

  void runHost() override {
    const float *values = values_.data();
    float sum = 0.0f;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < elementCount; ++i)
      sum += values[i];
    expected_[0] = sum;
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "sumOfGroups");
    input_ = session.upload(values_);
    for (host::Buffer &buffer : partial_)
      buffer = session.create(groupsFor(elementCount) * sizeof(float));
  }

  void runDevice() override {
    const host::Buffer *from = &input_;
    const host::Buffer *to = &partial_[0];
    const host::Buffer *spare = &partial_[1];
    for (size_t count = elementCount; count > 1; count = groupsFor(count)) {
      host::setArguments(kernel_, *from, *to, static_cast<cl_uint>(count), host::LocalBytes{groupSize * sizeof(float)});
      const size_t global[] = {groupsFor(count) * groupSize};
      const size_t local[] = {groupSize};
      session_->launch(kernel_, global, local);
      from = to;
      std::swap(to, spare);
    }
    session_->finish();
    last_ = from;
  }

  std::string compare() override {
    session_->download(*last_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<float> values_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer input_;
  host::Buffer partial_[2];
  const host::Buffer *last_ = nullptr;
};

const Registration registration("reduction.cl", {{"reduction-tree", {}, [] { return std::make_unique<Reduction>(); }}});

} // namespace
} // namespace weft::bench
