// Arguments at which functions of mathematics are special.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_EDGE_ARGUMENTS_H
#define WEFT_TESTS_UNIT_COMPILER_EDGE_ARGUMENTS_H

#include <vector>

#include "MathFunctions.h"

namespace weft::compiler::test {

/// All combinations of the arguments' edge values: zeros, infinities, NaNs, the ends of the format, of exponents, of
/// whole numbers and of the functions' domains. The last argument differs first.
std::vector<MathArguments> edgeArguments(const MathFunction &function, const FloatFormat &format);

} // namespace weft::compiler::test

#endif
