// Tests that functions of double in machine code give the results of the host's library for long double, within the
// specification's bounds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "LoadedKernel.h"

namespace weft::compiler::test {
namespace {

using Function = long double (*)(long double);

/// Returns the distance in units in the last place of a double. An expected value that rounds to infinity counts as
/// infinite.
long double ulps(double got, long double expected) {
  const auto rounded = static_cast<double>(expected);
  if (got == rounded || (std::isnan(got) && std::isnan(expected)))
    return 0;
  const long double unit = std::ldexp(1.0L, std::max(std::ilogb(expected), -1022) - 52);
  return std::abs(got - expected) / unit;
}

/// Checks the results of `function` for the arguments `in`, in code for `cpu`. "" is the CPU that the test runs on.
void expectResults(const std::string &function, const std::string &cpu, Function expected, long double bound,
                   const std::vector<double> &in) {
  const LoadedKernel kernel("kernel void k(global const double *a, global double *r) { size_t i = get_global_id(0); "
                            "r[i] = " +
                                function + "(a[i]); }",
                            "k", cpu);
  std::vector<double> out(items);
  kernel.run({in.data(), out.data()});
  for (size_t index = 0; index < items; ++index)
    EXPECT_LE(ulps(out[index], expected(in[index])), bound)
        << function << " of " << in[index] << " is " << out[index] << ", not " << expected(in[index]);
}

struct Case {
  const char *function;
  /// The bound of OpenCL C 3.0, section 7.4.
  int bound;
  Function expected;
  double low, high;
};

class DoubleResults : public testing::TestWithParam<Case> {};

TEST_P(DoubleResults, WithinTheBound) {
  const Case &given = GetParam();
  std::vector<double> in(items);
  for (size_t index = 0; index < items; ++index)
    in[index] = given.low + (given.high - given.low) * static_cast<double>(index) / (items - 1);
  expectResults(given.function, "", given.expected, given.bound, in);
  expectResults(given.function, "x86-64", given.expected, given.bound, in); // without FMA
}

long double exp10(long double x) { return std::pow(10.0L, x); }

INSTANTIATE_TEST_SUITE_P(Builtins, DoubleResults,
                         testing::Values(Case{"sin", 4, std::sin, -10, 10}, Case{"sin", 4, std::sin, -1e9, 1e9},
                                         Case{"cos", 4, std::cos, -1e6, 1e6}, Case{"cos", 4, std::cos, 1e9, 1e22},
                                         Case{"tan", 5, std::tan, -10, 10}, Case{"tan", 5, std::tan, -1e300, 1e300},
                                         Case{"exp", 3, std::exp, -80, 80}, Case{"exp", 3, std::exp, -746, -700},
                                         Case{"exp", 3, std::exp, 700, 709.7},
                                         Case{"exp2", 3, std::exp2, -1075, 1023.9}, Case{"exp10", 3, exp10, -323, 308},
                                         Case{"expm1", 3, std::expm1, -40, 40},
                                         Case{"expm1", 3, std::expm1, -1e-3, 1e-3}, Case{"sinh", 4, std::sinh, -2, 2},
                                         Case{"sinh", 4, std::sinh, 700, 710.4}, Case{"cosh", 4, std::cosh, -710.4, 2},
                                         Case{"tanh", 5, std::tanh, -2, 2}, Case{"tanh", 5, std::tanh, -25, 25},
                                         Case{"log", 3, std::log, 0.5, 2}, Case{"log", 3, std::log, 0, 1e300},
                                         Case{"log", 3, std::log, 0, 1e-307}, Case{"log2", 3, std::log2, 0.9, 1.1},
                                         Case{"log2", 3, std::log2, 0, 1000}, Case{"log10", 3, std::log10, 0.9, 1.1},
                                         Case{"log10", 3, std::log10, 1, 1e6}, Case{"asin", 4, std::asin, -1, 1},
                                         Case{"asin", 4, std::asin, -1e-3, 0.51}, Case{"atan", 5, std::atan, -3, 3},
                                         Case{"atan", 5, std::atan, -1e10, 1e10}, Case{"erf", 16, std::erf, -2, 2},
                                         Case{"erf", 16, std::erf, -1e-3, 7}, Case{"erfc", 16, std::erfc, -6, 6},
                                         Case{"erfc", 16, std::erfc, 6, 27.5}, Case{"cbrt", 2, std::cbrt, -100, 100},
                                         Case{"cbrt", 2, std::cbrt, -1e-310, 1e-310}));

/// Some arguments are next to multiples of a quarter turn, where nearly all digits of a double cancel. The other
/// arguments have all magnitudes.
TEST(DoubleAngles, NearQuarterTurnsAndOfAnySize) {
  std::vector<double> near(items), all(items);
  for (size_t index = 0; index < items; ++index) {
    near[index] = static_cast<double>(static_cast<long double>(index * 7919) * (M_PIl / 2));
    all[index] = std::ldexp(1.0 + static_cast<double>(index) / items, static_cast<int>(index) * 8 - 1022);
  }
  for (const std::vector<double> &in : {near, all})
    for (const char *cpu : {"", "x86-64"}) {
      expectResults("sin", cpu, std::sin, 4, in);
      expectResults("cos", cpu, std::cos, 4, in);
      expectResults("tan", cpu, std::tan, 5, in);
    }
}

/// The expected results are those of OpenCL C 3.0, section 7.5.1, and of C for these functions.
TEST(DoubleAngles, OfTwoSides) {
  const double ends[] = {0.0,        -0.0,     INFINITY,  -INFINITY, NAN,  1.0, 0x1p-1073, 0x1p-1074,
                         -0x1p-1072, 0x1p1023, -0x1p1023, 3.0,       -0.4, 2.5, -1e300,    1e-300};
  static_assert(std::size(ends) * std::size(ends) == items);
  const LoadedKernel kernel("kernel void k(global const double *a, global const double *b, global double *r) "
                            "{ size_t i = get_global_id(0); r[i] = atan2(a[i], b[i]); }",
                            "k");
  std::vector<double> y(items), x(items), out(items);
  for (size_t index = 0; index < items; ++index) {
    y[index] = ends[index / std::size(ends)];
    x[index] = ends[index % std::size(ends)];
  }
  kernel.run({y.data(), x.data(), out.data()});
  for (size_t index = 0; index < items; ++index) {
    const long double expected = std::atan2(static_cast<long double>(y[index]), static_cast<long double>(x[index]));
    EXPECT_LE(ulps(out[index], expected), 6) << y[index] << ", " << x[index] << " gives " << out[index];
    if (!std::isnan(expected))
      EXPECT_EQ(std::signbit(out[index]), std::signbit(expected)) << y[index] << ", " << x[index];
  }
}

TEST(DoubleResults, AtTheirEnds) {
  std::vector<double> in(items);
  const double ends[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1e300, -1e300, 710.5, -746.5, 0x1p-1074, -0x1p-1074};
  for (size_t index = 0; index < items; ++index)
    in[index] = ends[index % std::size(ends)];
  const std::pair<const char *, Function> functions[] = {
      {"sin", std::sin},   {"tan", std::tan},     {"exp", std::exp},     {"exp2", std::exp2},
      {"exp10", exp10},    {"expm1", std::expm1}, {"sinh", std::sinh},   {"cosh", std::cosh},
      {"tanh", std::tanh}, {"log", std::log},     {"log2", std::log2},   {"erf", std::erf},
      {"erfc", std::erfc}, {"cbrt", std::cbrt},   {"log10", std::log10}, {"atan", std::atan}};
  for (const auto &[function, expected] : functions) {
    const LoadedKernel kernel("kernel void k(global const double *a, global double *r) { size_t i = get_global_id(0); "
                              "r[i] = " +
                                  std::string(function) + "(a[i]); }",
                              "k");
    std::vector<double> out(items);
    kernel.run({in.data(), out.data()});
    for (size_t index = 0; index < std::size(ends); ++index) {
      const long double exact = expected(in[index]);
      EXPECT_LE(ulps(out[index], exact), 5) << function << " of " << in[index] << " is " << out[index];
      if (!std::isnan(exact))
        EXPECT_EQ(std::signbit(out[index]), std::signbit(exact)) << function << " of " << in[index];
    }
  }
}

} // namespace
} // namespace weft::compiler::test
