// The functions of mathematics of OpenCL C, each with what the host's library or the specification says of its results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_MATH_FUNCTIONS_H
#define WEFT_TESTS_UNIT_COMPILER_MATH_FUNCTIONS_H

#include <array>
#include <optional>
#include <vector>

#include "FloatFormat.h"

namespace weft::compiler::test {

/// Numbers that haven't been rounded to the format yet. What is missing may be anything.
struct MathResult {
  std::optional<Number> value;
  /// What is stored through the pointer.
  std::optional<Number> stored = std::nullopt;
  /// As right as `value`.
  std::optional<Number> other = std::nullopt;
};

/// Whole numbers are in it as such.
using MathArguments = std::array<Number, 3>;

struct MathFunction {
  const char *name;
  /// A letter each: f a number, i an int, n the code of a NaN; s a scalar number, j a scalar int, beside vectors.
  const char *arguments;
  /// The result, and what is stored through a pointer behind the arguments: f a number, i an int.
  const char *results;
  /// Units in the last place (OpenCL C 3.0, section 7.4); 0 is correctly rounded.
  double bound;
  double boundOfHalf;
  MathResult (*expected)(const MathArguments &, const FloatFormat &);

  bool stores() const { return results[1] != 0; }
};

/// The functions of section 6.15.2, for all formats.
const std::vector<MathFunction> &mathFunctions();
/// The functions with the prefix half_, for float alone.
const std::vector<MathFunction> &relaxedFunctions();

} // namespace weft::compiler::test

#endif
