// The table of OpenCL C's mathematical functions, with reference results from the C library or the specification.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MathFunctions.h"

#include <climits>
#include <cmath>

namespace weft::compiler::test {
namespace {

using Arguments = MathArguments;
using Format = FloatFormat;

constexpr Number nan = NAN;
constexpr Number infinity = HUGE_VALL;
constexpr Number pi = 3.14159265358979323846264338327950288L;

bool isOdd(Number whole) { return std::fmod(std::abs(whole), 2.0L) == 1; }

/// Returns a sum that is rounded once, to the format. Doubles are added as doubles, because long double has too few
/// bits for a sum of doubles that is rounded twice.
Number sum(Number x, Number y, const Format &format) {
  return format.digits == 53 ? static_cast<double>(x) + static_cast<double>(y) : format.round(x + y);
}

MathResult fma(const Arguments &a, const Format &format) {
  if (format.digits == 53)
    return {std::fma(static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2]))};
  if (format.digits == 24)
    return {std::fma(static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2]))};
  return {std::fma(a[0], a[1], a[2])};
}

/// The product and the sum may both be rounded, or the result may be that of an fma.
MathResult mad(const Arguments &a, const Format &format) {
  const Number product =
      format.digits == 53 ? static_cast<double>(a[0]) * static_cast<double>(a[1]) : format.round(a[0] * a[1]);
  return {.value = sum(product, a[2], format), .other = fma(a, format).value};
}

/// If both arguments are zero, either may be the result, whatever its sign.
MathResult maximum(const Arguments &a, const Format &) {
  return {.value = std::fmax(a[0], a[1]),
          .other = a[0] == 0 && a[1] == 0 ? std::optional(-std::fmax(a[0], a[1])) : std::nullopt};
}
MathResult minimum(const Arguments &a, const Format &) {
  return {.value = std::fmin(a[0], a[1]),
          .other = a[0] == 0 && a[1] == 0 ? std::optional(-std::fmin(a[0], a[1])) : std::nullopt};
}
MathResult maxmag(const Arguments &a, const Format &format) {
  const Number x = std::abs(a[0]), y = std::abs(a[1]);
  return x > y ? MathResult{a[0]} : y > x ? MathResult{a[1]} : maximum(a, format);
}
MathResult minmag(const Arguments &a, const Format &format) {
  const Number x = std::abs(a[0]), y = std::abs(a[1]);
  return x < y ? MathResult{a[0]} : y < x ? MathResult{a[1]} : minimum(a, format);
}

MathResult fdim(const Arguments &a, const Format &format) {
  if (std::isnan(a[0]) || std::isnan(a[1]))
    return {nan};
  return {a[0] > a[1] ? sum(a[0], -a[1], format) : 0};
}

MathResult fract(const Arguments &a, const Format &format) {
  const Number x = a[0], whole = std::floor(x);
  if (std::isnan(x) || std::isinf(x) || x == 0)
    return {std::isnan(x) ? nan : std::copysign(0.0L, x), x};
  return {std::fmin(sum(x, -whole, format), format.next(1, 0)), whole};
}

MathResult frexp(const Arguments &a, const Format &) {
  int exponent = 0;
  const Number significand = std::frexp(a[0], &exponent);
  return {significand, std::isfinite(a[0]) ? exponent : 0};
}

/// In OpenCL C programs, the macros FP_ILOGB0 and FP_ILOGBNAN are INT_MIN and INT_MAX.
MathResult ilogb(const Arguments &a, const Format &) {
  return {a[0] == 0 ? Number{INT_MIN} : std::isfinite(a[0]) ? Number(std::ilogb(a[0])) : Number{INT_MAX}};
}

/// Exponents beyond ±5000 give the same result as ±5000 in every format.
MathResult ldexp(const Arguments &a, const Format &) {
  return {std::ldexp(a[0], static_cast<int>(std::fmin(std::fmax(a[1], -5000.0L), 5000.0L)))};
}

/// Near the zeros of lgamma at negative arguments, the error is not bounded: the specification's table has no bound.
MathResult lgamma(const Arguments &a, const Format &) {
  const Number x = a[0], result = std::lgamma(x);
  return {x < 0 && std::isfinite(result) ? std::nullopt : std::optional(result)};
}
MathResult lgammaWithSign(const Arguments &a, const Format &format) {
  MathResult result = lgamma(a, format);
  const Number x = a[0];
  if (x == 0 || (std::isfinite(x) && x < 0 && std::floor(x) == x))
    result.stored = 0;
  else if (std::isfinite(x) || x > 0)
    result.stored = x > 0 || !isOdd(std::floor(x)) ? 1 : -1;
  return result;
}

/// The whole part of an infinite argument is the argument, and its fraction is zero.
MathResult modf(const Arguments &a, const Format &) {
  Number whole = 0;
  const Number rest = std::modf(a[0], &whole);
  return {std::copysign(rest, a[0]), whole};
}

MathResult nextafter(const Arguments &a, const Format &format) { return {format.next(a[0], a[1])}; }

/// Infinite bases have their own code, because pow of glibc 2.36 gives infinity for such a base and an exponent of
/// -2^63.
MathResult pow(const Arguments &a, const Format &) {
  const Number x = a[0], y = a[1];
  if (!std::isinf(x) || std::isnan(y) || y == 0)
    return {std::pow(x, y)};
  return {std::copysign(y < 0 ? 0 : infinity, isOdd(y) ? x : 1.0L)};
}

MathResult powr(const Arguments &a, const Format &) {
  const Number x = a[0], y = a[1];
  if (std::isnan(x) || std::isnan(y) || x < 0)
    return {nan};
  if ((y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y)))
    return {nan};
  return {std::pow(std::abs(x), y)};
}

MathResult rootn(const Arguments &a, const Format &) {
  const Number x = a[0], n = a[1];
  if (n == 0 || std::isnan(x) || (x < 0 && !isOdd(n)))
    return {nan};
  const Number magnitude = std::pow(std::abs(x), 1 / n);
  return {isOdd(n) ? std::copysign(magnitude, x) : magnitude};
}

/// The stored value is the lower seven bits of the quotient. The remainder of the division by 128 * y is exact, and so
/// are the multiples of the divisor y.
MathResult remquo(const Arguments &a, const Format &) {
  const Number x = a[0], y = a[1], rest = std::remainder(x, y);
  if (std::isnan(rest))
    return {nan, 0};
  const Number far = std::isinf(y) ? x : std::fmod(x, 128 * y);
  const Number quotient = std::isinf(y) ? 0 : (far - std::remainder(far, y)) / y;
  return {rest, std::fmod(quotient, 128.0L)};
}

MathResult rsqrt(const Arguments &a, const Format &) { return {1 / std::sqrt(a[0])}; }

MathResult sqrt(const Arguments &a, const Format &format) {
  return {format.digits == 53 ? std::sqrt(static_cast<double>(a[0])) : std::sqrt(a[0])};
}

MathResult sincos(const Arguments &a, const Format &) { return {std::sin(a[0]), std::cos(a[0])}; }

/// Returns sin(pi * x). Whole turns, which are pairs of half turns, are subtracted from x first, and the rest is exact.
Number sineOfHalfTurns(Number x) {
  if (!std::isfinite(x))
    return nan;
  const Number rest = std::fmod(std::abs(x), 2.0L);
  if (rest == 0 || rest == 1)
    return std::copysign(0.0L, x);
  // Near half a turn and near a whole turn, the sine is computed from the distance to it, so that no digits cancel.
  const Number near = rest < 0.5L ? rest : rest <= 1.5L ? 1 - rest : rest - 2;
  return std::copysign(1.0L, x) * std::sin(pi * near);
}
Number cosineOfHalfTurns(Number x) {
  if (!std::isfinite(x))
    return nan;
  const Number rest = std::fmod(std::abs(x), 2.0L);
  // Near a quarter turn, the cosine is computed as the sine of the distance to it, so that no digits cancel.
  return rest == 0.5L || rest == 1.5L ? 0 : rest < 1 ? std::sin(pi * (0.5L - rest)) : std::sin(pi * (rest - 1.5L));
}
MathResult sinpi(const Arguments &a, const Format &) { return {sineOfHalfTurns(a[0])}; }
MathResult cospi(const Arguments &a, const Format &) { return {cosineOfHalfTurns(a[0])}; }
MathResult tanpi(const Arguments &a, const Format &) {
  const Number x = a[0];
  if (!std::isfinite(x))
    return {nan};
  const Number whole = std::floor(x);
  if (x == whole)
    return {std::copysign(0.0L, isOdd(x) ? -x : x)};
  if (x - whole == 0.5L)
    return {isOdd(whole) ? -infinity : infinity};
  return {sineOfHalfTurns(x) / cosineOfHalfTurns(x)};
}

MathResult halfRange(const Arguments &a, Number result) {
  return {std::isfinite(a[0]) && std::abs(a[0]) > 65536 ? std::nullopt : std::optional(result)};
}

#define WEFT_ONE(expression) [](const Arguments &a, const Format &) -> MathResult { return {expression}; }

} // namespace

const std::vector<MathFunction> &mathFunctions() {
  static const std::vector<MathFunction> functions = {
      {"acos", "f", "f", 4, 2, WEFT_ONE(std::acos(a[0]))},
      {"acosh", "f", "f", 4, 2, WEFT_ONE(std::acosh(a[0]))},
      {"acospi", "f", "f", 5, 2, WEFT_ONE(std::acos(a[0]) / pi)},
      {"asin", "f", "f", 4, 2, WEFT_ONE(std::asin(a[0]))},
      {"asinh", "f", "f", 4, 2, WEFT_ONE(std::asinh(a[0]))},
      {"asinpi", "f", "f", 5, 2, WEFT_ONE(std::asin(a[0]) / pi)},
      {"atan", "f", "f", 5, 2, WEFT_ONE(std::atan(a[0]))},
      {"atan2", "ff", "f", 6, 2, WEFT_ONE(std::atan2(a[0], a[1]))},
      {"atan2pi", "ff", "f", 6, 2, WEFT_ONE(std::atan2(a[0], a[1]) / pi)},
      {"atanh", "f", "f", 5, 2, WEFT_ONE(std::atanh(a[0]))},
      {"atanpi", "f", "f", 5, 2, WEFT_ONE(std::atan(a[0]) / pi)},
      {"cbrt", "f", "f", 2, 2, WEFT_ONE(std::cbrt(a[0]))},
      {"ceil", "f", "f", 0, 0, WEFT_ONE(std::ceil(a[0]))},
      {"copysign", "ff", "f", 0, 0, WEFT_ONE(std::copysign(a[0], a[1]))},
      {"cos", "f", "f", 4, 2, WEFT_ONE(std::cos(a[0]))},
      {"cosh", "f", "f", 4, 2, WEFT_ONE(std::cosh(a[0]))},
      {"cospi", "f", "f", 4, 2, cospi},
      {"erf", "f", "f", 16, 4, WEFT_ONE(std::erf(a[0]))},
      {"erfc", "f", "f", 16, 4, WEFT_ONE(std::erfc(a[0]))},
      {"exp", "f", "f", 3, 2, WEFT_ONE(std::exp(a[0]))},
      {"exp10", "f", "f", 3, 2, WEFT_ONE(std::pow(10.0L, a[0]))},
      {"exp2", "f", "f", 3, 2, WEFT_ONE(std::exp2(a[0]))},
      {"expm1", "f", "f", 3, 2, WEFT_ONE(std::expm1(a[0]))},
      {"fabs", "f", "f", 0, 0, WEFT_ONE(std::abs(a[0]))},
      {"fdim", "ff", "f", 0, 0, fdim},
      {"floor", "f", "f", 0, 0, WEFT_ONE(std::floor(a[0]))},
      {"fma", "fff", "f", 0, 0, fma},
      {"fmax", "ff", "f", 0, 0, maximum},
      {"fmax", "fs", "f", 0, 0, maximum},
      {"fmin", "ff", "f", 0, 0, minimum},
      {"fmin", "fs", "f", 0, 0, minimum},
      {"fmod", "ff", "f", 0, 0, WEFT_ONE(std::fmod(a[0], a[1]))},
      {"fract", "f", "ff", 0, 0, fract},
      {"frexp", "f", "fi", 0, 0, frexp},
      {"hypot", "ff", "f", 4, 2, WEFT_ONE(std::hypot(a[0], a[1]))},
      {"ilogb", "f", "i", 0, 0, ilogb},
      {"ldexp", "fi", "f", 0, 0, ldexp},
      {"ldexp", "fj", "f", 0, 0, ldexp},
      {"lgamma", "f", "f", 16, 4, lgamma},
      {"lgamma_r", "f", "fi", 16, 4, lgammaWithSign},
      {"log", "f", "f", 3, 2, WEFT_ONE(std::log(a[0]))},
      {"log10", "f", "f", 3, 2, WEFT_ONE(std::log10(a[0]))},
      {"log1p", "f", "f", 2, 2, WEFT_ONE(std::log1p(a[0]))},
      {"log2", "f", "f", 3, 2, WEFT_ONE(std::log2(a[0]))},
      {"logb", "f", "f", 0, 0, WEFT_ONE(std::logb(a[0]))},
      {"mad", "fff", "f", 0, 0, mad},
      {"maxmag", "ff", "f", 0, 0, maxmag},
      {"minmag", "ff", "f", 0, 0, minmag},
      {"modf", "f", "ff", 0, 0, modf},
      {"nan", "n", "f", 0, 0, [](const Arguments &, const Format &) { return MathResult{nan}; }},
      {"nextafter", "ff", "f", 0, 0, nextafter},
      {"pow", "ff", "f", 16, 4, pow},
      {"pown", "fi", "f", 16, 4, pow},
      {"powr", "ff", "f", 16, 4, powr},
      {"remainder", "ff", "f", 0, 0, WEFT_ONE(std::remainder(a[0], a[1]))},
      {"remquo", "ff", "fi", 0, 0, remquo},
      {"rint", "f", "f", 0, 0, WEFT_ONE(std::nearbyint(a[0]))},
      {"rootn", "fi", "f", 16, 4, rootn},
      {"round", "f", "f", 0, 0, WEFT_ONE(std::round(a[0]))},
      {"rsqrt", "f", "f", 2, 1, rsqrt},
      {"sin", "f", "f", 4, 2, WEFT_ONE(std::sin(a[0]))},
      {"sincos", "f", "ff", 4, 2, sincos},
      {"sinh", "f", "f", 4, 2, WEFT_ONE(std::sinh(a[0]))},
      {"sinpi", "f", "f", 4, 2, sinpi},
      {"sqrt", "f", "f", 0, 0, sqrt},
      {"tan", "f", "f", 5, 2.5, WEFT_ONE(std::tan(a[0]))},
      {"tanh", "f", "f", 5, 2, WEFT_ONE(std::tanh(a[0]))},
      {"tanpi", "f", "f", 6, 2, tanpi},
      {"tgamma", "f", "f", 16, 4, WEFT_ONE(std::tgamma(a[0]))},
      {"trunc", "f", "f", 0, 0, WEFT_ONE(std::trunc(a[0]))},
  };
  return functions;
}

const std::vector<MathFunction> &relaxedFunctions() {
  static const std::vector<MathFunction> functions = {
      {"half_cos", "f", "f", 8192, 0, [](const Arguments &a, const Format &) { return halfRange(a, std::cos(a[0])); }},
      {"half_divide", "ff", "f", 8192, 0, WEFT_ONE(a[0] / a[1])},
      {"half_exp", "f", "f", 8192, 0, WEFT_ONE(std::exp(a[0]))},
      {"half_exp10", "f", "f", 8192, 0, WEFT_ONE(std::pow(10.0L, a[0]))},
      {"half_exp2", "f", "f", 8192, 0, WEFT_ONE(std::exp2(a[0]))},
      {"half_log", "f", "f", 8192, 0, WEFT_ONE(std::log(a[0]))},
      {"half_log10", "f", "f", 8192, 0, WEFT_ONE(std::log10(a[0]))},
      {"half_log2", "f", "f", 8192, 0, WEFT_ONE(std::log2(a[0]))},
      {"half_powr", "ff", "f", 8192, 0, powr},
      {"half_recip", "f", "f", 8192, 0, WEFT_ONE(1 / a[0])},
      {"half_rsqrt", "f", "f", 8192, 0, rsqrt},
      {"half_sin", "f", "f", 8192, 0, [](const Arguments &a, const Format &) { return halfRange(a, std::sin(a[0])); }},
      {"half_sqrt", "f", "f", 8192, 0, sqrt},
      {"half_tan", "f", "f", 8192, 0, [](const Arguments &a, const Format &) { return halfRange(a, std::tan(a[0])); }},
  };
  return functions;
}

} // namespace weft::compiler::test
