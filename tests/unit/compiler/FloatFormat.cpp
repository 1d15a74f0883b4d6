// Computes rounding, bit patterns and units in the last place of half, float and double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatFormat.h"

#include <algorithm>
#include <cmath>

namespace weft::compiler::test {

Number FloatFormat::smallest() const { return std::ldexp(1.0L, minExponent() - digits + 1); }

Number FloatFormat::largest() const { return std::ldexp(1.0L, maxExponent) - std::ldexp(1.0L, maxExponent - digits); }

Number FloatFormat::unit(Number value) const {
  const int exponent = value == 0 || !std::isfinite(value) ? minExponent() : std::ilogb(value);
  return std::ldexp(1.0L, std::clamp(exponent, minExponent(), maxExponent - 1) - digits + 1);
}

Number FloatFormat::round(Number value) const {
  if (value == 0 || !std::isfinite(value))
    return value;
  // The division is exact because the unit is a power of two. The unit of the largest finite value also serves larger
  // values.
  const Number rounded = std::nearbyint(value / unit(value)) * unit(value);
  return std::copysign(std::abs(rounded) > largest() ? HUGE_VALL : rounded, value);
}

uint64_t FloatFormat::encode(Number value) const {
  const uint64_t sign = uint64_t{std::signbit(value)} << (8 * bytes - 1);
  const uint64_t infinity = (uint64_t{2} * maxExponent - 1) << (digits - 1);
  if (std::isnan(value))
    return sign | infinity | uint64_t{1} << (digits - 2);
  if (std::isinf(value))
    return sign | infinity;
  const Number magnitude = std::abs(value);
  const auto significand = static_cast<uint64_t>(magnitude / unit(magnitude));
  if (magnitude < std::ldexp(1.0L, minExponent()))
    return sign | significand;
  // The hidden bit adds one to the exponent.
  return sign | ((static_cast<uint64_t>(std::ilogb(magnitude) - minExponent()) << (digits - 1)) + significand);
}

bool FloatFormat::isNan(uint64_t bits) const {
  const uint64_t infinity = (uint64_t{2} * maxExponent - 1) << (digits - 1);
  return (bits & ((uint64_t{1} << (8 * bytes - 1)) - 1)) > infinity;
}

Number FloatFormat::decode(uint64_t bits) const {
  const uint64_t magnitude = bits & ((uint64_t{1} << (8 * bytes - 1)) - 1);
  const Number sign = bits == magnitude ? 1 : -1;
  const int exponent = static_cast<int>(magnitude >> (digits - 1));
  const uint64_t fraction = magnitude & ((uint64_t{1} << (digits - 1)) - 1);
  if (exponent == 2 * maxExponent - 1)
    return std::copysign(fraction == 0 ? HUGE_VALL : static_cast<Number>(NAN), sign);
  const uint64_t hidden = exponent == 0 ? 0 : uint64_t{1} << (digits - 1);
  return sign * std::ldexp(static_cast<Number>(fraction | hidden), minExponent() + std::max(exponent, 1) - digits);
}

Number FloatFormat::next(Number from, Number to) const {
  if (std::isnan(from) || std::isnan(to))
    return NAN;
  if (from == to)
    return to;
  if (from == 0)
    return std::copysign(smallest(), to);
  const uint64_t bits = encode(from);
  return decode((from < to) == (from > 0) ? bits + 1 : bits - 1);
}

} // namespace weft::compiler::test
