// The matrix product in the ways that people write it; on the host with the innermost loop along rows, and in blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#ifdef WEFT_BENCH_OPENBLAS
#include <cblas.h>
#include <omp.h>
#endif

namespace weft::bench {
namespace {

#ifdef WEFT_BENCH_OPENBLAS
constexpr const char *library = "OpenBLAS";

/// c = a * b, or a times its transpose where b is null; n by n.
void multiplyByLibrary(int n, const float *a, const float *b, float *c) {
  openblas_set_num_threads(omp_get_max_threads());
  cblas_sgemm(CblasRowMajor, CblasNoTrans, b ? CblasNoTrans : CblasTrans, n, n, n, 1, a, n, b ? b : a, n, 0, c, n);
}
#else
constexpr const char *library = "";

void multiplyByLibrary(int, const float *, const float *, float *) {}
#endif

/// A kernel of matmul.cl, and what the host does meanwhile.
struct Way {
  const char *kernel;
  bool inBlocks = false;    ///< the host
  bool byTranspose = false; ///< A times its transpose
  int sums = 1;             ///< of a work-item, in each dimension
};

class MatMul final : public Benchmark {
public:
  MatMul(int n, Way way)
      : n_(n), way_(way), a_(randomFloats(size_t(n) * n, -1, 1)), b_(randomFloats(size_t(n) * n, -1, 1)),
        expected_(a_.size()), result_(a_.size()) {}

  void runHost() override {
    if (way_.byTranspose)
      multiplyByTranspose();
    else
      way_.inBlocks ? multiplyBlocks() : multiplyRows();
  }

  void runLibrary() override {
    multiplyByLibrary(n_, a_.data(), way_.byTranspose ? nullptr : b_.data(), result_.data());
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), way_.kernel);
    bufferA_ = session.upload(a_);
    bufferB_ = session.upload(b_);
    bufferC_ = session.create(a_.size() * sizeof(float));
    host::setArguments(kernel_, bufferA_, bufferB_, bufferC_, cl_int{n_});
  }

  void runDevice() override {
    const size_t global[] = {size_t(n_ / way_.sums), size_t(n_ / way_.sums)};
    const size_t local[] = {16, 16};
    session_->launch(kernel_, global, local);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferC_, result_);
    return compareLibrary();
  }

  std::string compareLibrary() override { return firstDifference(result_, expected_, 1e-3); }

private:
  void multiplyRows() {
    const int n = n_;
    const float *a = a_.data();
    const float *b = b_.data();
    float *c = expected_.data();
#pragma omp parallel for
    for (int row = 0; row < n; ++row) {
      float *target = c + size_t(row) * n;
      std::fill_n(target, n, 0.0f);
      addRowProduct(a + size_t(row) * n, b, target, n, 0, n);
    }
  }

  /// Blocks of b that fit into the caches are used for several rows of a.
  void multiplyBlocks() {
    constexpr int block = 64;
    const int n = n_;
    const float *a = a_.data();
    const float *b = b_.data();
    float *c = expected_.data();
#pragma omp parallel for
    for (int firstRow = 0; firstRow < n; firstRow += block) {
      std::fill_n(c + size_t(firstRow) * n, size_t(block) * n, 0.0f);
      for (int start = 0; start < n; start += block)
        for (int row = firstRow; row < firstRow + block; ++row)
          addRowProduct(a + size_t(row) * n, b, c + size_t(row) * n, n, start, start + block);
    }
  }

  void multiplyByTranspose() {
    const int n = n_;
    const float *a = a_.data();
    float *c = expected_.data();
#pragma omp parallel for
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int k = 0; k < n; ++k)
          sum += a[size_t(row) * n + k] * a[size_t(column) * n + k];
        c[size_t(row) * n + column] = sum;
      }
  }

  static void addRowProduct(const float *row, const float *b, float *target, int n, int from, int to) {
    for (int k = from; k < to; ++k) {
      const float factor = row[k];
      const float *source = b + size_t(k) * n;
#pragma omp simd
      for (int column = 0; column < n; ++column)
        target[column] += factor * source[column];
    }
  }

  int n_;
  Way way_;
  std::vector<float> a_, b_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferA_, bufferB_, bufferC_;
};

Entry entry(const char *name, Way way) {
  return {name, {}, [way] { return std::make_unique<MatMul>(512, way); }, library};
}

const Registration registration("matmul.cl",
                                {
                                    entry("matmul-naive", {.kernel = "naive"}),
                                    entry("matmul-guarded", {.kernel = "guarded"}),
                                    entry("matmul-in-memory", {.kernel = "in_memory"}),
                                    entry("matmul-swapped", {.kernel = "swapped"}),
                                    entry("matmul-by-transpose", {.kernel = "by_transpose", .byTranspose = true}),
                                    entry("matmul-tiled", {.kernel = "tiled", .inBlocks = true}),
                                    entry("matmul-registers", {.kernel = "registers", .inBlocks = true, .sums = 4}),
                                });

} // namespace
} // namespace weft::bench
