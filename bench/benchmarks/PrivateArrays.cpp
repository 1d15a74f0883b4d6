// Work-items with arrays of their own: edit distances of words, and counters of each work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cstdint>

namespace weft::bench {
namespace {

std::vector<uint8_t> randomBytes(size_t count, unsigned bound) {
  std::vector<uint8_t> bytes;
  for (unsigned value : randomNumbers(count, bound))
    bytes.push_back(static_cast<uint8_t>(value));
  return bytes;
}

class EditDistance final : public Benchmark {
public:
  EditDistance()
      : a_(randomBytes(size_t{count} * length, 4)), b_(a_.rbegin(), a_.rend()), expected_(count), result_(count) {}

  void runHost() override {
#pragma omp parallel for
    for (unsigned first = 0; first < count; first += lanes)
      measureLanes(first);
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "edit_distance");
    bufferA_ = session.upload(a_);
    bufferB_ = session.upload(b_);
    bufferDistances_ = session.create(count * sizeof(unsigned));
    host::setArguments(kernel_, bufferA_, bufferB_, bufferDistances_, cl_uint{count});
  }

  void runDevice() override {
    const size_t global[] = {count};
    const size_t local[] = {64};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferDistances_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static constexpr unsigned count = 1 << 15, length = 32, lanes = 16;

  /// Sixteen pairs of words side by side.
  void measureLanes(unsigned first) {
    unsigned row[length + 1][lanes], diagonal[lanes];
    unsigned b[length][lanes];
    for (unsigned j = 0; j <= length; ++j)
      std::fill_n(row[j], lanes, j);
    for (unsigned j = 0; j < length; ++j)
      for (unsigned lane = 0; lane < lanes; ++lane)
        b[j][lane] = b_[size_t{first + lane} * length + j];
    for (unsigned i = 0; i < length; ++i) {
      unsigned letter[lanes];
      for (unsigned lane = 0; lane < lanes; ++lane) {
        letter[lane] = a_[size_t{first + lane} * length + i];
        diagonal[lane] = row[0][lane];
        row[0][lane] = i + 1;
      }
      for (unsigned j = 0; j < length; ++j)
#pragma omp simd
        for (unsigned lane = 0; lane < lanes; ++lane) {
          const unsigned above = row[j + 1][lane];
          const unsigned replaced = diagonal[lane] + (b[j][lane] != letter[lane]);
          row[j + 1][lane] = std::min(replaced, std::min(above, row[j][lane]) + 1);
          diagonal[lane] = above;
        }
    }
    std::copy_n(row[length], lanes, expected_.data() + first);
  }

  std::vector<uint8_t> a_, b_;
  std::vector<unsigned> expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferA_, bufferB_, bufferDistances_;
};

class PrivateHistogram final : public Benchmark {
public:
  PrivateHistogram() : data_(randomBytes(size_t{items} * perItem, 256)), expected_(binCount), result_(binCount) {}

  void runHost() override {
    const uint8_t *data = data_.data();
    unsigned bins[binCount] = {};
#pragma omp parallel for reduction(+ : bins)
    for (size_t i = 0; i < size_t{items} * perItem; ++i)
      ++bins[data[i] & (binCount - 1)];
    std::copy_n(bins, binCount, expected_.data());
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "private_histogram");
    bufferData_ = session.upload(data_);
    bufferBins_ = session.create(binCount * sizeof(unsigned));
    host::setArguments(kernel_, bufferData_, bufferBins_, cl_uint{perItem});
  }

  void runDevice() override {
    const cl_uint zero = 0;
    host::check(clEnqueueFillBuffer(session_->queue(), bufferBins_.get(), &zero, sizeof zero, 0, binCount * sizeof zero,
                                    0, nullptr, nullptr),
                "clEnqueueFillBuffer");
    const size_t global[] = {items};
    const size_t local[] = {64};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferBins_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static constexpr unsigned items = 1 << 12, perItem = 1 << 10, binCount = 16;

  std::vector<uint8_t> data_;
  std::vector<unsigned> expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferData_, bufferBins_;
};

const Registration registration("private-arrays.cl",
                                {
                                    {"edit-distance", {}, [] { return std::make_unique<EditDistance>(); }},
                                    {"private-histogram", {}, [] { return std::make_unique<PrivateHistogram>(); }},
                                });

} // namespace
} // namespace weft::bench
