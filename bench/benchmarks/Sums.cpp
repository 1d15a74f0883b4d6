// Sums along the rows and the columns of a matrix, and dot products of bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <cstdint>

namespace weft::bench {
namespace {

/// Of a square matrix; either way the host goes through it along the rows.
class MatrixSums final : public Benchmark {
public:
  explicit MatrixSums(bool ofColumns)
      : ofColumns_(ofColumns), matrix_(randomFloats(size_t{n} * n, -1, 1)), expected_(n), result_(n) {}

  void runHost() override { ofColumns_ ? sumColumns() : sumRows(); }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), ofColumns_ ? "column_sums" : "row_sums");
    bufferMatrix_ = session.upload(matrix_);
    bufferSums_ = session.create(n * sizeof(float));
    host::setArguments(kernel_, bufferMatrix_, bufferSums_, cl_int{n}, cl_int{n});
  }

  void runDevice() override {
    const size_t global[] = {n};
    const size_t local[] = {64};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferSums_, result_);
    return firstDifference(result_, expected_, 1e-3);
  }

private:
  static constexpr int n = 2048;

  void sumRows() {
    const float *matrix = matrix_.data();
    float *sums = expected_.data();
#pragma omp parallel for
    for (int row = 0; row < n; ++row) {
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int column = 0; column < n; ++column)
        sum += matrix[size_t(row) * n + column];
      sums[row] = sum;
    }
  }

  void sumColumns() {
    const float *matrix = matrix_.data();
    float *sums = expected_.data();
    constexpr int block = 256;
#pragma omp parallel for
    for (int first = 0; first < n; first += block) {
      float part[block] = {};
      for (int row = 0; row < n; ++row)
#pragma omp simd
        for (int column = 0; column < block; ++column)
          part[column] += matrix[size_t(row) * n + first + column];
      std::copy_n(part, block, sums + first);
    }
  }

  const bool ofColumns_;
  std::vector<float> matrix_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferMatrix_, bufferSums_;
};

class DotBytes final : public Benchmark {
public:
  DotBytes() : a_(randomBytes(size_t{rows} * length)), b_(randomBytes(length)), expected_(rows), result_(rows) {}

  void runHost() override {
    const int8_t *a = a_.data();
    const int8_t *b = b_.data();
    int *products = expected_.data();
#pragma omp parallel for
    for (int row = 0; row < rows; ++row) {
      int sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int i = 0; i < length; ++i)
        sum += a[size_t(row) * length + i] * b[i];
      products[row] = sum;
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), "dot_bytes");
    bufferA_ = session.upload(a_);
    bufferB_ = session.upload(b_);
    bufferProducts_ = session.create(rows * sizeof(cl_int));
    host::setArguments(kernel_, bufferA_, bufferB_, bufferProducts_, cl_int{length / 4});
  }

  void runDevice() override {
    const size_t global[] = {rows};
    const size_t local[] = {64};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferProducts_, result_);
    return firstDifference(result_, expected_);
  }

private:
  static constexpr int rows = 1 << 13, length = 1 << 10;

  static std::vector<int8_t> randomBytes(size_t count) {
    std::vector<int8_t> bytes;
    for (unsigned value : randomNumbers(count, 256))
      bytes.push_back(static_cast<int8_t>(value));
    return bytes;
  }

  std::vector<int8_t> a_, b_;
  std::vector<int> expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferA_, bufferB_, bufferProducts_;
};

const Registration registration("sums.cl", {
                                               {"column-sums", {}, [] { return std::make_unique<MatrixSums>(true); }},
                                               {"row-sums", {}, [] { return std::make_unique<MatrixSums>(false); }},
                                               {"dot-bytes", {}, [] { return std::make_unique<DotBytes>(); }},
                                           });

} // namespace
} // namespace weft::bench
