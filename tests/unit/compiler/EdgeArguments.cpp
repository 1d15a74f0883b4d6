// Generates arguments at the edges of the domains of mathematical functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EdgeArguments.h"

#include <climits>
#include <cmath>
#include <string>

namespace weft::compiler::test {
namespace {

std::vector<Number> withSigns(std::vector<Number> magnitudes, const FloatFormat &format) {
  std::vector<Number> numbers;
  for (const Number magnitude : magnitudes)
    if (const Number rounded = format.round(magnitude); !std::isinf(rounded) || std::isinf(magnitude))
      numbers.insert(numbers.end(), {rounded, -rounded});
  numbers.insert(numbers.end(), {static_cast<Number>(NAN), -static_cast<Number>(NAN)});
  return numbers;
}

/// Returns zeros, infinities and NaNs, and values next to these, next to 1, to halves, and to the largest values with
/// and without a fraction. Also returns values at which exponentials, hyperbolic functions, gamma and the conversion to
/// integers reach the end of their domains.
std::vector<Number> edgeNumbers(const FloatFormat &format) {
  const Number smallest = format.smallest(), normal = std::ldexp(1.0L, format.minExponent());
  const Number unit = format.unit(1), last = std::ldexp(1.0L, format.digits);
  std::vector<Number> magnitudes = {0,
                                    HUGE_VALL,
                                    smallest,
                                    2 * smallest,
                                    normal - smallest,
                                    normal,
                                    normal + smallest,
                                    std::sqrt(normal),
                                    format.largest(),
                                    format.largest() / 2,
                                    std::sqrt(format.largest()),
                                    1 - unit / 2,
                                    1,
                                    1 + unit,
                                    0.5L - unit / 4,
                                    0.5L,
                                    0.5L + unit / 2,
                                    unit,
                                    0.25L,
                                    0.75L,
                                    1.5L,
                                    2,
                                    2.5L,
                                    3,
                                    3.5L,
                                    4,
                                    10,
                                    11.5L,
                                    35.25L,
                                    100,
                                    171.5L,
                                    255,
                                    256,
                                    1e5L,
                                    last,
                                    last - 1,
                                    last / 2 - 0.5L,
                                    last / 2 + 1,
                                    last / 4 + 0.5L,
                                    0x1p31L,
                                    0x1p32L,
                                    0x1p63L,
                                    0x1p64L,
                                    M_PIl / 4,
                                    M_PIl / 2,
                                    M_PIl,
                                    M_El,
                                    M_SQRT1_2l};
  for (const Number exponent : {Number(format.maxExponent), Number(format.minExponent() - format.digits + 1)})
    for (const Number logarithm : {1.0L, M_LN2l, M_LN2l / M_LN10l}) {
      const Number end = std::abs(exponent * logarithm);
      magnitudes.insert(magnitudes.end(),
                        {end, format.next(format.round(end), 0), end + logarithm, end + 2 * logarithm});
    }
  return withSigns(magnitudes, format);
}

/// Returns fewer edge values, for functions of three arguments.
std::vector<Number> fewNumbers(const FloatFormat &format) {
  const Number normal = std::ldexp(1.0L, format.minExponent());
  return withSigns({0, HUGE_VALL, format.smallest(), normal, 1, 1 + format.unit(1), 3, format.largest()}, format);
}

std::vector<Number> edgeIntegers(const FloatFormat &format) {
  std::vector<Number> integers = {0, INT_MIN, INT_MAX, INT_MIN + 1, 1 << 24, (1 << 24) + 1};
  const int first = format.minExponent();
  for (const int magnitude : {1, 2, 3, 4, 5, 8, 9, format.digits, format.maxExponent - 1, format.maxExponent, -first,
                              1 - first, format.digits - first, format.digits - first - 1, 2 * format.maxExponent})
    integers.insert(integers.end(), {Number(magnitude), Number(-magnitude)});
  return integers;
}

std::vector<Number> numbersFor(char letter, bool areFew, const FloatFormat &format) {
  if (letter == 'n')
    return {0, 1, 2, 100, Number(1 << (format.digits / 2))};
  if (letter == 'i' || letter == 'j')
    return edgeIntegers(format);
  return areFew ? fewNumbers(format) : edgeNumbers(format);
}

} // namespace

std::vector<MathArguments> edgeArguments(const MathFunction &function, const FloatFormat &format) {
  const std::string letters = function.arguments;
  std::vector<MathArguments> all(1, MathArguments{});
  for (size_t place = 0; place < letters.size(); ++place) {
    std::vector<MathArguments> longer;
    for (const MathArguments &given : all)
      for (const Number number : numbersFor(letters[place], letters.size() == 3, format)) {
        longer.push_back(given);
        longer.back()[place] = number;
      }
    all = std::move(longer);
  }
  return all;
}

} // namespace weft::compiler::test
