// Generates arguments at the edges of the domains of mathematical functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_EDGE_ARGUMENTS_H
#define WEFT_TESTS_UNIT_COMPILER_EDGE_ARGUMENTS_H

#include <vector>

#include "MathFunctions.h"

namespace weft::compiler::test {

/// Returns all combinations of the arguments' edge values: zeros, infinities, NaNs, and the ends of the format, of the
/// exponents, of the integers and of the functions' domains. The last argument changes fastest.
std::vector<MathArguments> edgeArguments(const MathFunction &function, const FloatFormat &format);

} // namespace weft::compiler::test

#endif
