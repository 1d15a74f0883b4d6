// Generates the source of a kernel that calls a mathematical function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MathCall.h"

namespace weft::compiler::test {

std::string MathCall::source() const {
  std::string parameters, arguments;
  for (size_t place = 0; function.arguments[place]; ++place) {
    const std::string pointer(1, static_cast<char>('a' + place));
    const char letter = function.arguments[place];
    parameters += "global const " + scalarName(letter) + " *" + pointer + ", ";
    arguments += (place ? ", " : "") + load(letter, pointer);
  }
  std::string text = std::string(format.bytes == 2 ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "") +
                     "kernel void k(" + parameters + "global " + scalarName(function.results[0]) + " *r";
  if (!function.stores())
    return text + ") { size_t i = get_global_id(0); " + store(function.name + ("(" + arguments + ")"), "r") + " }\n";
  const std::string stored = typeName(function.results[1]);
  text +=
      ", global " + scalarName(function.results[1]) + " *s, global " + stored + " *t) { size_t i = get_global_id(0); ";
  const std::string name = space;
  if (name == "local")
    text += "local " + stored + " m[" + std::to_string(items) + "]; local " + stored + " *p = m + get_local_id(0); ";
  else if (name == "global")
    text += "global " + stored + " *p = t + i; ";
  else
    text += stored + " m; " + stored + " *p = &m; ";
  return text + store(function.name + ("(" + arguments + ", p)"), "r") + store("*p", "s") + " }\n";
}

std::string MathCall::text() const {
  return std::string(function.name) + "(" + format.name + suffix() + (*space ? std::string(", ") + space : "") + ")";
}

std::vector<const FloatFormat *> formatsOf(const MathFunction &function) {
  if (function.boundOfHalf == 0 && function.bound > 0)
    return {&floatFormat};
  return {&halfFormat, &floatFormat, &doubleFormat};
}

} // namespace weft::compiler::test
