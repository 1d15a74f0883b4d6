// Complex numbers, pixels and structs, accessed number by number: products, shades of grey, a step of moving bodies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

constexpr size_t count = size_t{1} << 16;

class Product final : public Benchmark {
public:
  Product()
      : a_(randomFloats(2 * count, -2, 2)), b_(randomFloats(2 * count, -2, 2)), expected_(2 * count),
        result_(2 * count) {
    std::ranges::reverse(b_);
  }

  void runHost() override {
#pragma omp parallel for
    for (size_t i = 0; i < count; ++i) {
      expected_[2 * i] = a_[2 * i] * b_[2 * i] - a_[2 * i + 1] * b_[2 * i + 1];
      expected_[2 * i + 1] = a_[2 * i] * b_[2 * i + 1] + a_[2 * i + 1] * b_[2 * i];
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "product");
    bufferA_ = session.upload(a_);
    bufferB_ = session.upload(b_);
    bufferC_ = session.create(2 * count * sizeof(float));
    host::setArguments(kernel_, bufferA_, bufferB_, bufferC_);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferC_, result_);
    return firstDifference(result_, expected_, 1e-5);
  }

private:
  std::vector<float> a_, b_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferA_, bufferB_, bufferC_;
};

class Grey final : public Benchmark {
public:
  Grey() : rgb_(3 * count), expected_(count), result_(count) {
    for (size_t i = 0; i < rgb_.size(); ++i)
      rgb_[i] = static_cast<uint8_t>(i * 2654435761u >> 13);
  }

  void runHost() override {
#pragma omp parallel for
    for (size_t i = 0; i < count; ++i)
      expected_[i] = static_cast<uint8_t>((77 * rgb_[3 * i] + 150 * rgb_[3 * i + 1] + 29 * rgb_[3 * i + 2]) >> 8);
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "grey");
    bufferRgb_ = session.upload(rgb_);
    bufferGrey_ = session.create(count);
    host::setArguments(kernel_, bufferRgb_, bufferGrey_);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferGrey_, result_);
    return result_ == expected_ ? "" : "another shade of grey";
  }

private:
  std::vector<uint8_t> rgb_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferRgb_, bufferGrey_;
};

class Step final : public Benchmark {
public:
  Step()
      : start_(randomFloats(4 * count, -9, 9)), speeds_(randomFloats(3 * count, -1, 1)), expected_(start_),
        result_(start_) {}

  void runHost() override {
#pragma omp parallel for
    for (size_t i = 0; i < count; ++i)
      for (size_t dimension = 0; dimension < 3; ++dimension)
        expected_[4 * i + dimension] = start_[4 * i + dimension] + seconds * speeds_[3 * i + dimension];
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "step");
    bufferBodies_ = session.upload(start_);
    bufferSpeeds_ = session.upload(speeds_);
    bufferMoved_ = session.upload(start_);
    host::setArguments(kernel_, bufferBodies_, bufferSpeeds_, bufferMoved_, seconds);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferMoved_, result_);
    return firstDifference(result_, expected_, 1e-5);
  }

private:
  static constexpr float seconds = 0.25f;
  std::vector<float> start_, speeds_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferBodies_, bufferSpeeds_, bufferMoved_;
};

const Registration registration("interleaved.cl", {{"complex-product", {}, [] { return std::make_unique<Product>(); }},
                                                   {"rgb-to-grey", {}, [] { return std::make_unique<Grey>(); }},
                                                   {"step-of-structs", {}, [] { return std::make_unique<Step>(); }}});

} // namespace
} // namespace weft::bench
