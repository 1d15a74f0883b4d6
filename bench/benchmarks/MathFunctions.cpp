// Each function of mathematics by itself; the C++ calls SLEEF's for vectors, within one unit in the last place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness/Benchmark.h"

#include <sleef.h>

namespace weft::bench {
namespace {

#if defined(__AVX512F__)
using Vector = __m512;
#define WEFT_SLEEF(function, accuracy) Sleef_##function##f16_##accuracy##avx512f
Vector squareRoot(Vector v) { return _mm512_sqrt_ps(v); }
#elif defined(__AVX2__)
using Vector = __m256;
#define WEFT_SLEEF(function, accuracy) Sleef_##function##f8_##accuracy##avx2
Vector squareRoot(Vector v) { return _mm256_sqrt_ps(v); }
#elif defined(__SSE2__)
using Vector = __m128;
#define WEFT_SLEEF(function, accuracy) Sleef_##function##f4_##accuracy##sse2
Vector squareRoot(Vector v) { return _mm_sqrt_ps(v); }
#else
using Vector = float32x4_t;
#define WEFT_SLEEF(function, accuracy) Sleef_##function##f4_##accuracy##advsimd
Vector squareRoot(Vector v) { return vsqrtq_f32(v); }
#endif

constexpr size_t count = size_t{1} << 17; ///< with the results, what the caches next to two CPUs hold
constexpr size_t width = sizeof(Vector) / sizeof(float);

struct Range {
  float low, high;
};

struct Function {
  const char *name; ///< of OpenCL C
  Range first, second;
  Vector (*apply)(Vector, Vector);
};

template <auto function> Vector ofOne(Vector a, Vector) { return function(a); }
template <auto function> Vector ofTwo(Vector a, Vector b) { return function(a, b); }
Vector reciprocalSquareRoot(Vector v) { return 1.0f / squareRoot(v); }

constexpr Range wide{-10, 10}, unit{-1, 1}, positive{0.01f, 100};

const Function functions[] = {
    {"sin", wide, wide, ofOne<WEFT_SLEEF(sin, u10)>},
    {"cos", wide, wide, ofOne<WEFT_SLEEF(cos, u10)>},
    {"tan", wide, wide, ofOne<WEFT_SLEEF(tan, u10)>},
    {"asin", unit, wide, ofOne<WEFT_SLEEF(asin, u10)>},
    {"acos", unit, wide, ofOne<WEFT_SLEEF(acos, u10)>},
    {"atan", wide, wide, ofOne<WEFT_SLEEF(atan, u10)>},
    {"sinh", wide, wide, ofOne<WEFT_SLEEF(sinh, u10)>},
    {"tanh", wide, wide, ofOne<WEFT_SLEEF(tanh, u10)>},
    {"exp", wide, wide, ofOne<WEFT_SLEEF(exp, u10)>},
    {"exp2", wide, wide, ofOne<WEFT_SLEEF(exp2, u10)>},
    {"exp10", wide, wide, ofOne<WEFT_SLEEF(exp10, u10)>},
    {"expm1", wide, wide, ofOne<WEFT_SLEEF(expm1, u10)>},
    {"log", positive, wide, ofOne<WEFT_SLEEF(log, u10)>},
    {"log2", positive, wide, ofOne<WEFT_SLEEF(log2, u10)>},
    {"log10", positive, wide, ofOne<WEFT_SLEEF(log10, u10)>},
    {"log1p", positive, wide, ofOne<WEFT_SLEEF(log1p, u10)>},
    {"sqrt", positive, wide, ofOne<squareRoot>},
    {"rsqrt", positive, wide, ofOne<reciprocalSquareRoot>},
    {"cbrt", wide, wide, ofOne<WEFT_SLEEF(cbrt, u10)>},
    {"erf", {-3, 3}, wide, ofOne<WEFT_SLEEF(erf, u10)>},
    {"atan2", wide, wide, ofTwo<WEFT_SLEEF(atan2, u10)>},
    {"pow", {0.01f, 4}, wide, ofTwo<WEFT_SLEEF(pow, u10)>},
    {"hypot", wide, wide, ofTwo<WEFT_SLEEF(hypot, u05)>},
};

class MathFunction final : public Benchmark {
public:
  explicit MathFunction(const Function &function)
      : function_(function), first_(randomFloats(count, function.first.low, function.first.high)),
        second_(randomFloats(count, function.second.low, function.second.high)), expected_(count), result_(count) {
    std::ranges::reverse(second_); // not in step with the first ones
  }

  void runHost() override {
    Vector (*const apply)(Vector, Vector) = function_.apply;
#pragma omp parallel for
    for (size_t i = 0; i < count; i += width) {
      Vector first, second;
      std::copy_n(first_.data() + i, width, reinterpret_cast<float *>(&first));
      std::copy_n(second_.data() + i, width, reinterpret_cast<float *>(&second));
      const Vector result = apply(first, second);
      std::copy_n(reinterpret_cast<const float *>(&result), width, expected_.data() + i);
    }
  }

  void prepare(const host::Session &session, const std::string &source) override {
    session_ = &session;
    kernel_ = session.kernel(session.build(source), std::string("apply_") + function_.name);
    bufferFirst_ = session.upload(first_);
    bufferSecond_ = session.upload(second_);
    bufferOut_ = session.create(count * sizeof(float));
    host::setArguments(kernel_, bufferFirst_, bufferSecond_, bufferOut_);
  }

  void runDevice() override {
    const size_t global[] = {count};
    session_->launch(kernel_, global);
    session_->finish();
  }

  std::string compare() override {
    session_->download(bufferOut_, result_);
    return firstDifference(result_, expected_, 2e-6); // OpenCL allows up to 16 units in the last place (pow)
  }

private:
  const Function &function_;
  std::vector<float> first_, second_, expected_, result_;
  host::Kernel kernel_;
  host::Buffer bufferFirst_, bufferSecond_, bufferOut_;
};

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const Function &function : functions)
    all.push_back(
        {std::string("math-") + function.name, {}, [&function] { return std::make_unique<MathFunction>(function); }});
  return all;
}

const Registration registration("math-functions.cl", entries());

} // namespace
} // namespace weft::bench
