// How near a result must come to the expected value, and the first place where it doesn't.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_TOLERANCE_H
#define WEFT_TESTS_EXEC_TOLERANCE_H

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>

namespace weft::exectest {

/// Exact unless units in the last place or an absolute error are allowed (floating point only). A NaN meets any NaN.
struct Tolerance {
  double ulps = 0;
  double absolute = 0;
};

/// The distance of neighbouring numbers of T around `value`, subnormals included (OpenCL C, section 7.4).
template <class T> double ulpOf(double value) {
  using Limits = std::numeric_limits<T>;
  int exponent = value == 0 ? Limits::min_exponent : std::ilogb(value) + 1;
  return std::ldexp(1.0, std::max(exponent, Limits::min_exponent) - Limits::digits);
}

template <class T> bool agrees(T actual, T expected, const Tolerance &tolerance) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(expected) || std::isnan(actual))
      return std::isnan(expected) && std::isnan(actual);
    if (actual == expected)
      return tolerance.ulps > 0 || tolerance.absolute > 0 || std::signbit(actual) == std::signbit(expected);
    if (std::isinf(actual) || std::isinf(expected))
      return false;
    double error = std::abs(static_cast<double>(actual) - static_cast<double>(expected));
    return error <= tolerance.ulps * ulpOf<T>(static_cast<double>(expected)) || error <= tolerance.absolute;
  } else {
    return actual == expected;
  }
}

template <class T> std::string shown(T value) {
  std::ostringstream text;
  text.precision(std::is_floating_point_v<T> ? std::numeric_limits<T>::max_digits10 : 6);
  if constexpr (std::is_integral_v<T> && sizeof(T) == 1)
    text << static_cast<int>(value);
  else
    text << value;
  if constexpr (std::is_floating_point_v<T>)
    text << " (" << std::hexfloat << value << ")";
  return text.str();
}

/// A sentence about the first element that differs, or nothing.
template <class T>
std::optional<std::string> mismatch(std::span<const T> actual, std::span<const T> expected,
                                    const Tolerance &tolerance) {
  size_t count = 0;
  size_t first = 0;
  for (size_t i = 0; i < expected.size(); ++i)
    if (!agrees(actual[i], expected[i], tolerance) && count++ == 0)
      first = i;
  if (count == 0)
    return std::nullopt;
  return "index " + std::to_string(first) + ": expected " + shown(expected[first]) + ", got " + shown(actual[first]) +
         " (" + std::to_string(count) + " of " + std::to_string(expected.size()) + " differ)";
}

} // namespace weft::exectest

#endif
