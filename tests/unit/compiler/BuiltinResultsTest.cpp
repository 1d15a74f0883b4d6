// Tests that builtins in machine code give the results of the host's library, within the specification's bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "CompilerTest.h"
#include "LoadedKernel.h"

namespace weft::compiler::test {
namespace {

/// Returns the distance in units in the last place of a float.
double ulps(float got, double expected) {
  if (std::isnan(got) && std::isnan(expected))
    return 0;
  const float rounded = static_cast<float>(expected);
  if (got == rounded)
    return 0;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(rounded), -126) - 23);
  return std::abs(got - expected) / unit;
}

struct MathCase {
  const char *expression;
  /// The bound of OpenCL C 3.0, section 7.4.
  double bound;
  std::function<double(double)> expected;
  float low, high;
};

class MathResults : public testing::TestWithParam<MathCase> {};

TEST_P(MathResults, WithinTheBound) {
  const MathCase &given = GetParam();
  const LoadedKernel kernel("kernel void k(global const float *a, global float *r) { size_t i = get_global_id(0); "
                            "float x = a[i]; r[i] = " +
                                std::string(given.expression) + "; }",
                            "k");
  std::vector<float> in(items), out(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = given.low + (given.high - given.low) * static_cast<float>(index) / (items - 1);
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < items; ++index)
    EXPECT_LE(ulps(out[index], given.expected(in[index])), given.bound)
        << given.expression << " of " << in[index] << " is " << out[index] << ", not " << given.expected(in[index]);
}

INSTANTIATE_TEST_SUITE_P(
    Builtins, MathResults,
    testing::Values(MathCase{"sin(x)", 4, [](double x) { return std::sin(x); }, -100, 100},
                    MathCase{"cos(x)", 4, [](double x) { return std::cos(x); }, -1e6f, 1e6f},
                    MathCase{"tan(x)", 5, [](double x) { return std::tan(x); }, -10, 10},
                    MathCase{"exp(x)", 3, [](double x) { return std::exp(x); }, -80, 80},
                    MathCase{"exp(x)", 3, [](double x) { return std::exp(x); }, -104, -86},
                    MathCase{"exp2(x)", 3, [](double x) { return std::exp2(x); }, -151, -125},
                    MathCase{"exp10(x)", 3, [](double x) { return std::pow(10.0, x); }, -46, 39},
                    MathCase{"erfc(x)", 16, [](double x) { return std::erfc(x); }, -6, 10.2f},
                    MathCase{"ldexp(x, -130)", 0, [](double x) { return std::ldexp(x, -130); }, -9, 9},
                    MathCase{"rootn(x * 1e-40f, 3)", 16, [](double x) { return std::cbrt(float(x) * 1e-40f); }, -9, 9},
                    MathCase{"pow(x, -3.0f)", 16, [](double x) { return std::pow(x, -3); }, -9, 9},
                    MathCase{"sinpi(x)", 4, [](double x) { return std::sin(M_PI * x); }, -0.9f, 0.9f},
                    MathCase{"cospi(x)", 4, [](double x) { return std::cos(M_PI * x); }, -0.49f, 0.49f},
                    MathCase{"tanpi(x)", 6, [](double x) { return std::tan(M_PI * x); }, -0.49f, 0.9f},
                    MathCase{"log(x)", 3, [](double x) { return std::log(x); }, 1e-6f, 1000},
                    MathCase{"exp2(x)", 3, [](double x) { return std::exp2(x); }, -100, 100},
                    MathCase{"pow(x, 2.5f)", 16, [](double x) { return std::pow(x, 2.5); }, 0.01f, 100},
                    MathCase{"sqrt(x)", 3, [](double x) { return std::sqrt(x); }, 0, 1000},
                    MathCase{"rsqrt(x)", 2, [](double x) { return 1 / std::sqrt(x); }, 0.01f, 1000},
                    MathCase{"cbrt(x)", 2, [](double x) { return std::cbrt(x); }, -100, 100},
                    MathCase{"tanh(x)", 5, [](double x) { return std::tanh(x); }, -5, 5},
                    MathCase{"erf(x)", 16, [](double x) { return std::erf(x); }, -3, 3},
                    MathCase{"atan2(x, 3.0f)", 6, [](double x) { return std::atan2(x, 3.0); }, -10, 10},
                    MathCase{"fmod(x, 3.0f)", 0, [](double x) { return std::fmod(x, 3.0); }, -100, 100},
                    MathCase{"fmod(x, 1e-40f)", 0, [](double x) { return std::fmod(float(x), 1e-40f); }, -100, 100},
                    MathCase{"remainder(x, 1e-40f)", 0, [](double x) { return std::remainder(float(x), 1e-40f); }, -9,
                             9},
                    MathCase{"fma(x, x, -1.0f)", 0, [](double x) { return x * x - 1; }, 0.9f, 1.1f},
                    MathCase{"round(x)", 0, [](double x) { return std::round(x); }, -3, 3},
                    MathCase{"rint(x)", 0, [](double x) { return std::rint(x); }, -3, 3},
                    MathCase{"native_exp(x)", 3, [](double x) { return std::exp(x); }, -10, 10},
                    MathCase{"half_sqrt(x)", 8192, [](double x) { return std::sqrt(x); }, 0, 1000},
                    MathCase{"tgamma(x)", 16, [](double x) { return std::tgamma(x); }, 0.1f, 35},
                    MathCase{"tgamma(x)", 16, [](double x) { return std::tgamma(x); }, -39.9f, -0.1f},
                    MathCase{"lgamma(x)", 16, [](double x) { return std::lgamma(x); }, 0.01f, 30},
                    MathCase{"lgamma(x)", 16, [](double x) { return std::lgamma(x); }, -20.3f, -0.1f},
                    MathCase{"(float)log((double)x)", 3, [](double x) { return std::log(x); }, 0.5f, 10}));

TEST(BuiltinResults, IntegerFunctions) {
  const LoadedKernel kernel(
      "kernel void k(global const int *a, global int *r, global char *c) { size_t i = get_global_id(0); "
      "int x = a[i]; r[i] = popcount(x) + clz(x) * 100 + mul_hi(x, 1 << 20); "
      "c[i] = add_sat((char)x, (char)100); }",
      "k");
  std::vector<int32_t> in(items), out(items);
  std::vector<int8_t> chars(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = static_cast<int32_t>(index * 2654435761u);
  kernel.run({in.data(), out.data(), chars.data()});
  for (size_t index = 0; index < items; ++index) {
    const auto bits = static_cast<uint32_t>(in[index]);
    EXPECT_EQ(out[index], std::popcount(bits) + std::countl_zero(bits) * 100 +
                              static_cast<int32_t>((int64_t(in[index]) << 20) >> 32));
    EXPECT_EQ(chars[index], std::min(127, int(int8_t(in[index])) + 100));
  }
}

// The cases above round the results to float, which hides errors in the last places of a double.
TEST(BuiltinResults, GammaOfDoubles) {
  const LoadedKernel kernel("kernel void k(global const double *a, global double *r) { size_t i = get_global_id(0); "
                            "r[i] = tgamma(a[i]); }",
                            "k");
  std::vector<double> in(items), out(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = -170.0 + 341.0 * (static_cast<double>(index) + 0.375) / items;
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < items; ++index) {
    const double expected = std::tgamma(in[index]);
    // The host's own result may be off by some of the 16 units that OpenCL C 3.0, section 7.4, allows.
    EXPECT_NEAR(out[index], expected, 16 * std::ldexp(1.0, std::ilogb(expected) - 52)) << in[index];
  }
}

TEST(BuiltinResults, GammaAtItsPolesAndEnds) {
  const LoadedKernel kernel("kernel void k(global const float *a, global float *r) { size_t i = get_global_id(0); "
                            "r[i] = tgamma(a[i]); }",
                            "k");
  const float infinity = INFINITY;
  const std::vector<std::pair<float, float>> cases = {
      {0.0f, infinity}, {-0.0f, -infinity},    {infinity, infinity}, {-infinity, NAN},  {NAN, NAN},
      {-1.0f, NAN},     {-40.0f, NAN},         {-1e30f, NAN},        {35.1f, infinity}, {1e30f, infinity},
      {1.0f, 1.0f},     {13.0f, 479001600.0f}, {-1e-40f, -infinity}, {-60.5f, -0.0f},   {-61.5f, 0.0f}};
  std::vector<float> in(items), out(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = cases[index % cases.size()].first;
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < cases.size(); ++index) {
    EXPECT_EQ(ulps(out[index], cases[index].second), 0) << in[index] << " gives " << out[index];
    if (!std::isnan(cases[index].second))
      EXPECT_EQ(std::signbit(out[index]), std::signbit(cases[index].second)) << in[index];
  }
}

/// Checks the results of a function of two doubles, including the signs of zeros.
void expectSpecialValues(const std::string &expression, const std::vector<std::array<double, 3>> &cases) {
  const LoadedKernel kernel("kernel void k(global const double *a, global const double *b, global double *r) "
                            "{ size_t i = get_global_id(0); double x = a[i], y = b[i]; r[i] = " +
                                expression + "; }",
                            "k");
  std::vector<double> x(items), y(items), out(items);
  for (size_t index = 0; index < items; ++index) {
    x[index] = cases[index % cases.size()][0];
    y[index] = cases[index % cases.size()][1];
  }
  kernel.run({x.data(), y.data(), out.data()});
  for (size_t index = 0; index < cases.size(); ++index) {
    const double expected = cases[index][2];
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(out[index])) << expression << ": " << x[index] << ", " << y[index];
    else
      EXPECT_EQ(std::bit_cast<uint64_t>(out[index]), std::bit_cast<uint64_t>(expected))
          << expression << ": " << x[index] << ", " << y[index] << " gives " << out[index] << ", not " << expected;
  }
}

// OpenCL C 3.0, section 7.5.1, lists these results.
TEST(BuiltinResults, PowersAtTheirEnds) {
  const double infinity = INFINITY;
  expectSpecialValues("pow(x, y)", {{1e300, -1e300, 0},
                                    {1e-300, -1e300, infinity},
                                    {-1, infinity, 1},
                                    {1, NAN, 1},
                                    {NAN, 0, 1},
                                    {-0.0, -3, -infinity},
                                    {-0.0, -2.5, infinity},
                                    {-infinity, 3, -infinity},
                                    {-infinity, -2.5, 0},
                                    {-2, 0.5, NAN},
                                    {-2, 3, -8},
                                    {2, -1074, 0x1p-1074},
                                    {0.5, infinity, 0}});
  expectSpecialValues("powr(x, y)", {{0, 0, NAN}, {infinity, 0, NAN}, {1, infinity, NAN}, {-1, 2, NAN}, {4, 0.5, 2}});
  expectSpecialValues(
      "rootn(x, (int)y)",
      {{-8, 3, -2}, {-8, 2, NAN}, {8, 0, NAN}, {-0.0, -3, -infinity}, {-0.0, 2, 0}, {0x1p-1074, 1, 0x1p-1074}});
}

TEST(BuiltinResults, HalfTurnsHaveTheSignsOfTheirZeros) {
  const double infinity = INFINITY;
  expectSpecialValues("sinpi(x)", {{1, 0, 0}, {-1, 0, -0.0}, {2, 0, 0}, {-0.0, 0, -0.0}, {infinity, 0, NAN}});
  expectSpecialValues("cospi(x)", {{0.5, 0, 0}, {-0.5, 0, 0}, {2.5, 0, 0}, {1e300, 0, 1}, {3, 0, -1}});
  expectSpecialValues("tanpi(x)", {{1, 0, -0.0}, {-1, 0, 0}, {2, 0, 0}, {0.5, 0, infinity}, {1.5, 0, -infinity}});
  expectSpecialValues("atanpi(x)", {{-0.0, 0, -0.0}, {infinity, 0, 0.5}});
}

// libclc looks the result up in a table, whose index is converted from the argument.
TEST(BuiltinResults, HyperbolicFunctionsBeyondTheirTables) {
  const double infinity = INFINITY;
  const std::vector<std::array<double, 3>> cases = {
      {1e300, 0, infinity}, {infinity, 0, infinity}, {NAN, 0, NAN}, {3e9, 0, infinity}};
  expectSpecialValues("sinh(x)", cases);
  expectSpecialValues("cosh(x)", cases);
}

TEST(BuiltinResults, LoadedExponentsBeyondTheFormat) {
  expectSpecialValues("ldexp(x, (int)y)", {{0x1p-1074, 2097, 0x1p1023},
                                           {0x1p-1074, 2e9, INFINITY},
                                           {0x1p1023, -2097, 0x1p-1074},
                                           {-1, -2e9, -0.0},
                                           {0x1.8p0, -1074, 0x1p-1073}});
}

TEST(BuiltinResults, SaturatedMadSeesTheWholeProduct) {
  const LoadedKernel kernel("kernel void k(global const long3 *a, global long3 *r) { size_t i = get_global_id(0); "
                            "long3 x = a[i]; r[i] = mad_sat(x, x.yzx, x.zxy); }",
                            "k");
  std::vector<int64_t> in(4 * items), out(4 * items);
  const int64_t edges[] = {0, 1, -1, -122, INT64_MIN, INT64_MAX, -8914890425956680612, 3037000500, INT64_MAX / 2, 2};
  const size_t steps[] = {1, std::size(edges), 3};
  for (size_t index = 0; index < in.size(); ++index)
    if (index % 4 != 3)
      in[index] = edges[index / 4 / steps[index % 4] % std::size(edges)];
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < in.size(); ++index) {
    if (index % 4 == 3)
      continue;
    const int64_t *row = &in[index / 4 * 4];
    const size_t lane = index % 4;
    const __int128 exact = static_cast<__int128>(row[lane]) * row[(lane + 1) % 3] + row[(lane + 2) % 3];
    const __int128 low = INT64_MIN, high = INT64_MAX;
    EXPECT_EQ(out[index], static_cast<int64_t>(std::min(high, std::max(low, exact))));
  }
}

TEST(BuiltinResults, ConversionsRoundAndSaturate) {
  const LoadedKernel kernel(
      "kernel void k(global const float *a, global uchar *r, global int *n) { "
      "size_t i = get_global_id(0); r[i] = convert_uchar_sat_rte(a[i]); n[i] = convert_int_rtn(a[i]); }",
      "k");
  std::vector<float> in(items);
  std::vector<uint8_t> out(items);
  std::vector<int32_t> down(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = -100.0f + 2.25f * static_cast<float>(index);
  kernel.run({in.data(), out.data(), down.data()});
  for (size_t index = 0; index < items; ++index) {
    EXPECT_EQ(out[index], static_cast<uint8_t>(std::min(255.0f, std::max(0.0f, std::nearbyint(in[index])))));
    EXPECT_EQ(down[index], static_cast<int32_t>(std::floor(in[index])));
  }
}

TEST(BuiltinResults, HalfsAreStoredAndLoaded) {
  const LoadedKernel kernel("kernel void k(global const float *a, global half *h, global float *r) { "
                            "size_t i = get_global_id(0); vstore_half(a[i], i, h); r[i] = vload_half(i, h); }",
                            "k");
  std::vector<float> in(items), out(items);
  std::vector<uint16_t> halfs(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = static_cast<float>(index) / 7;
  kernel.run({in.data(), halfs.data(), out.data()});
  for (size_t index = 0; index < items; ++index)
    EXPECT_EQ(out[index], static_cast<float>(static_cast<_Float16>(in[index])));
}

// The oldest supported CPU has no FMA, no rounding instructions and no instructions for half.
TEST(BuiltinResults, OldestCpu) {
  const LoadedKernel kernel("kernel void k(global const float *a, global half *h, global float *r) { "
                            "size_t i = get_global_id(0); float x = a[i]; vstore_half(x, i, h); "
                            "r[i] = fma(x, x, -1.0f) + floor(x) + vload_half(i, h) + round(x) + sin(x); }",
                            "k", "x86-64");
  std::vector<float> in(items), out(items);
  std::vector<uint16_t> halfs(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = static_cast<float>(index) / 7;
  kernel.run({in.data(), halfs.data(), out.data()});
  for (size_t index = 0; index < items; ++index) {
    const float x = in[index];
    const float expected = std::fma(x, x, -1.0f) + std::floor(x) + static_cast<float>(static_cast<_Float16>(x)) +
                           std::round(x) + std::sin(x);
    EXPECT_NEAR(out[index], expected, 1e-5f * std::abs(expected) + 1e-5f);
  }
}

TEST(BuiltinResults, AtomicsCountEveryItem) {
  const LoadedKernel kernel("kernel void k(global int *n, global long *m, global float *f) { atomic_inc(n); "
                            "atom_add(m, (long)get_global_id(0)); atomic_max(n + 1, (int)get_global_id(0)); "
                            "atomic_xchg(f, 2.0f); }",
                            "k");
  int32_t counts[2] = {0, 0};
  int64_t sum = 0;
  float value = 0;
  kernel.run({counts, &sum, &value});
  EXPECT_EQ(counts[0], int(items));
  EXPECT_EQ(counts[1], int(items - 1));
  EXPECT_EQ(sum, int64_t(items * (items - 1) / 2));
  EXPECT_EQ(value, 2.0f);
}

TEST(BuiltinResults, VectorsAndShuffles) {
  const LoadedKernel kernel("kernel void k(global const float *a, global float *r) { size_t i = get_global_id(0); "
                            "float4 v = vload4(i, a); uint4 turn = (uint4)(i, i + 1, i + 2, i + 3); "
                            "r[i] = dot(v, (float4)(1, 2, 3, 4)) + shuffle(v, turn).x + cross(v, v.yzxw).x; }",
                            "k");
  std::vector<float> in(4 * items), out(items);
  for (size_t index = 0; index < in.size(); ++index)
    in[index] = static_cast<float>(index % 37);
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < items; ++index) {
    const float *v = &in[4 * index];
    const float cross = v[1] * v[0] - v[2] * v[2];
    EXPECT_EQ(out[index], v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3] + v[index % 4] + cross) << index;
  }
}

} // namespace
} // namespace weft::compiler::test
