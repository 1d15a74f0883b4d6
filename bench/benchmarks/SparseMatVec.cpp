// A sparse matrix of 65536 rows with 1 to 63 entries, in one row of 64 eight times as many, times a vector.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

namespace weft::bench {
namespace {

constexpr unsigned rows = 1u << 16;

class SparseMatVec final : public Benchmark {
public:
  SparseMatVec() : vector_(randomFloats(rows, -1, 1)), expected_(rows), result_(rows) {
    starts_.push_back(0);
    for (unsigned number : randomNumbers(rows, 63 * 64)) {
      const unsigned length = 1 + number % 63;
      starts_.push_back(starts_.back() + (number / 63 == 0 ? 8 * length : length));
    }
    columns_ = randomNumbers(starts_.back(), rows);
    for (unsigned row = 0; row < rows; ++row)
      std::sort(columns_.begin() + starts_[row], columns_.begin() + starts_[row + 1]);
    entries_ = randomFloats(starts_.back(), -1, 1);
  }

  void runHost() override {
    const unsigned *starts = starts_.data();
    const unsigned *columns = columns_.data();
    const float *entries = entries_.data();
    const float *vector = vector_.data();
    float *products = expected_.data();
#pragma omp parallel for
    for (unsigned row = 0; row < rows; ++row) {
      const unsigned end = starts[row + 1];
      unsigned i = starts[row];
      // Gathers cost more than they save in rows this short; four sums keep additions from waiting for each other.
      float sums[4] = {};
      for (; i + 4 <= end; i += 4)
        for (unsigned k = 0; k < 4; ++k)
          sums[k] += entries[i + k] * vector[columns[i + k]];
      float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      for (; i < end; ++i)
        sum += entries[i] * vector[columns[i]];
      products[row] = sum;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "multiply");
    bufferStarts_ = session.upload(starts_);
    bufferColumns_ = session.upload(columns_);
    bufferEntries_ = session.upload(entries_);
    bufferVector_ = session.upload(vector_);
    bufferProducts_ = session.create(rows * sizeof(float));
    host::setArguments(kernel_, bufferStarts_, bufferColumns_, bufferEntries_, bufferVector_, bufferProducts_);
  }

  void runDevice() override {
    const size_t global[] = {rows};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferProducts_, result_);
    return firstDifference(result_, expected_, 1e-4);
  }

private:
  std::vector<unsigned> starts_, columns_;
  std::vector<float> entries_, vector_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferStarts_, bufferColumns_, bufferEntries_, bufferVector_, bufferProducts_;
};

const Registration registration("sparse-matvec.cl",
                                {{"sparse-matvec", {}, [] { return std::make_unique<SparseMatVec>(); }}});

} // namespace
} // namespace weft::bench
