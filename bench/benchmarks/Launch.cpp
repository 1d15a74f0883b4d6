// What a launch costs: one empty kernel with clFinish, and a batch of 1000; on the host, empty parallel regions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

class Launch final : public Benchmark {
public:
  explicit Launch(unsigned count) : count_(count) {}

  void runHost() override {
    for (unsigned i = 0; i < count_; ++i) {
#pragma omp parallel
      asm volatile(""); // an empty region would be removed
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "nothing");
    buffer_ = session.create(sizeof(cl_int));
    host::setArguments(kernel_, buffer_);
  }

  void runDevice() override {
    const size_t global[] = {64};
    const size_t local[] = {64};
    for (unsigned i = 0; i < count_; ++i)
      session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override { return {}; }

private:
  unsigned count_;
  host::Kernel kernel_;
  host::Buffer buffer_;
};

const Registration registration("launch.cl", {
                                                 {"launch-1", {}, [] { return std::make_unique<Launch>(1); }},
                                                 {"launch-1000", {}, [] { return std::make_unique<Launch>(1000); }},
                                             });

} // namespace
} // namespace weft::bench
