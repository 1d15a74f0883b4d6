// Generates a kernel that calls a mathematical function for vectors of a given width.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_MATH_CALL_H
#define WEFT_TESTS_UNIT_COMPILER_MATH_CALL_H

#include <string>

#include "LoadedKernel.h"
#include "MathFunctions.h"

namespace weft::compiler::test {

inline constexpr int vectorWidths[] = {1, 2, 3, 4, 8, 16};

/// One way to call a function by a kernel `k`. The kernel's first parameters are one buffer for each argument of the
/// function. The next are the buffers of the results and of the values that the function stores through a pointer. The
/// last has a vector for each of `items` work-items, to which a pointer to global memory may point.
struct MathCall {
  const MathFunction &function;
  const FloatFormat &format;
  int width;
  const char *space; ///< address space of the pointer through which the function stores

  std::string suffix() const { return width == 1 ? "" : std::to_string(width); }
  bool isScalar(char letter) const { return letter == 's' || letter == 'j'; }
  std::string scalarName(char letter) const {
    return letter == 'i' || letter == 'j' ? "int" : letter == 'n' ? format.bitsName : format.name;
  }
  std::string typeName(char letter) const { return scalarName(letter) + (isScalar(letter) ? "" : suffix()); }
  size_t elementBytes(char letter) const { return letter == 'i' || letter == 'j' ? 4 : size_t(format.bytes); }
  std::string load(char letter, const std::string &pointer) const {
    return isScalar(letter) || width == 1 ? pointer + "[i]" : "vload" + suffix() + "(i, " + pointer + ")";
  }
  std::string store(const std::string &value, const std::string &pointer) const {
    return width == 1 ? pointer + "[i] = " + value + ";" : "vstore" + suffix() + "(" + value + ", i, " + pointer + ");";
  }

  std::string source() const;
  /// Returns a description of the call for messages.
  std::string text() const;
};

/// Returns the formats that the function exists for: half, float and double, or only float.
std::vector<const FloatFormat *> formatsOf(const MathFunction &function);

} // namespace weft::compiler::test

#endif
