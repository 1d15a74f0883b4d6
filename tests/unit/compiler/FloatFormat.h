// The floating-point types of OpenCL C as values: rounding, bits and units in the last place of half, float and double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_FLOAT_FORMAT_H
#define WEFT_TESTS_UNIT_COMPILER_FLOAT_FORMAT_H

#include <array>
#include <cstdint>

namespace weft::compiler::test {

/// A type that holds every value of half, float and double exactly.
using Number = long double;

/// A binary format of IEEE 754. The largest finite number is just below 2^maxExponent.
struct FloatFormat {
  const char *name;
  const char *bitsName; ///< OpenCL C's unsigned integer of the same size
  int bytes;
  int digits; ///< bits of the significand, including the hidden bit
  int maxExponent;

  constexpr int minExponent() const { return 2 - maxExponent; } ///< the exponent of the smallest normal number
  Number smallest() const;                                      ///< the smallest number above zero
  Number largest() const;                                       ///< the largest finite number
  /// Returns the nearest number of the format; halfway between two numbers, the one with the even significand.
  Number round(Number value) const;
  /// Returns the distance between neighbouring numbers around `value` (OpenCL C, section 7.4).
  Number unit(Number value) const;
  /// Returns the bits of `value`, which must be a number of the format. A NaN becomes quiet and keeps its sign.
  uint64_t encode(Number value) const;
  Number decode(uint64_t bits) const;
  bool isNan(uint64_t bits) const;
  /// Returns the neighbour of `from` in the direction of `to`, or `to` if the two are equal.
  Number next(Number from, Number to) const;
};

inline constexpr FloatFormat halfFormat{"half", "ushort", 2, 11, 16};
inline constexpr FloatFormat floatFormat{"float", "uint", 4, 24, 128};
inline constexpr FloatFormat doubleFormat{"double", "ulong", 8, 53, 1024};

} // namespace weft::compiler::test

#endif
