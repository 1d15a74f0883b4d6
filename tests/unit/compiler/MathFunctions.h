// The table of OpenCL C's mathematical functions, with reference results from the C library or the specification.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_MATH_FUNCTIONS_H
#define WEFT_TESTS_UNIT_COMPILER_MATH_FUNCTIONS_H

#include <array>
#include <optional>
#include <vector>

#include "FloatFormat.h"

namespace weft::compiler::test {

/// The expected results of a call, not yet rounded to the format. Any result is correct where a field is empty.
struct MathResult {
  std::optional<Number> value;
  /// The value that the function stores through its pointer.
  std::optional<Number> stored = std::nullopt;
  /// An alternative to `value` that is also correct.
  std::optional<Number> other = std::nullopt;
};

/// The arguments of a call. Arguments of integer types are whole numbers.
using MathArguments = std::array<Number, 3>;

struct MathFunction {
  const char *name;
  /// A letter for each argument: f is a floating-point number, i an int, n the code of a NaN. Beside vectors, s is a
  /// scalar floating-point number and j a scalar int.
  const char *arguments;
  /// A letter for the result, and one for the value that is stored through a last pointer argument, if there is one: f
  /// is a floating-point number, i an int.
  const char *results;
  /// The greatest error in units in the last place (OpenCL C 3.0, section 7.4). 0 means correctly rounded.
  double bound;
  double boundOfHalf;
  MathResult (*expected)(const MathArguments &, const FloatFormat &);

  bool stores() const { return results[1] != 0; }
};

/// Returns the functions of OpenCL C 3.0, section 6.15.2, for all formats.
const std::vector<MathFunction> &mathFunctions();
/// Returns the functions with the prefix half_, which exist only for float.
const std::vector<MathFunction> &relaxedFunctions();

} // namespace weft::compiler::test

#endif
