// The sum of two vectors that fit into the caches, nearly do, and don't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

class VecAdd final : public Benchmark {
public:
  explicit VecAdd(size_t count)
      : a_(randomFloats(count, -1, 1)), b_(randomFloats(count, 0, 100)), expected_(count), result_(count) {}

  void runHost() override {
    const float *a = a_.data();
    const float *b = b_.data();
    float *c = expected_.data();
    const size_t count = a_.size();
#pragma omp parallel for simd
    for (size_t i = 0; i < count; ++i)
      c[i] = a[i] + b[i];
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "vecadd");
    bufferA_ = session.upload(a_);
    bufferB_ = session.upload(b_);
    bufferC_ = session.create(a_.size() * sizeof(float));
    host::setArguments(kernel_, bufferA_, bufferB_, bufferC_);
  }

  void runDevice() override {
    const size_t global[] = {a_.size()};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferC_, result_);
    return firstDifference(result_, expected_);
  }

private:
  std::vector<float> a_, b_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferA_, bufferB_, bufferC_;
};

const Registration registration("vecadd.cl",
                                {
                                    {"vecadd-64K", {}, [] { return std::make_unique<VecAdd>(size_t{1} << 16); }},
                                    {"vecadd-1M", {}, [] { return std::make_unique<VecAdd>(size_t{1} << 20); }},
                                    {"vecadd-16M", {}, [] { return std::make_unique<VecAdd>(size_t{1} << 24); }},
                                });

} // namespace
} // namespace weft::bench
