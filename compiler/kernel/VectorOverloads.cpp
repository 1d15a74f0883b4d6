// Finds the vector and scalar overloads of the OpenCL C builtins that work on each element separately, by their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/VectorOverloads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The names of the builtins that work on each element of a vector separately, sorted. Functions whose names begin with
/// native_, half_ or convert_ do so too, and aren't listed.
constexpr StringLiteral elementwise[] = {
    "abs",   "abs_diff", "acos",    "acosh",     "acospi", "add_sat",    "asin",      "asinh",    "asinpi",
    "atan",  "atan2",    "atan2pi", "atanh",     "atanpi", "bitselect",  "cbrt",      "ceil",     "clamp",
    "clz",   "copysign", "cos",     "cosh",      "cospi",  "ctz",        "degrees",   "erf",      "erfc",
    "exp",   "exp10",    "exp2",    "expm1",     "fabs",   "fdim",       "floor",     "fma",      "fmax",
    "fmin",  "fmod",     "hadd",    "hypot",     "ilogb",  "ldexp",      "lgamma",    "log",      "log10",
    "log1p", "log2",     "logb",    "mad",       "mad24",  "mad_hi",     "mad_sat",   "max",      "maxmag",
    "min",   "minmag",   "mix",     "mul24",     "mul_hi", "nan",        "nextafter", "popcount", "pow",
    "pown",  "powr",     "radians", "remainder", "rhadd",  "rint",       "rootn",     "rotate",   "round",
    "rsqrt", "sign",     "sin",     "sinh",      "sinpi",  "smoothstep", "sqrt",      "step",     "sub_sat",
    "tan",   "tanh",     "tanpi",   "tgamma",    "trunc",  "upsample"};

bool isElementwise(StringRef name) {
  return binary_search(elementwise, name) || name.starts_with("native_") || name.starts_with("half_");
}

/// Inserts the width after the type: returns "convert_uchar8_sat_rte" for "convert_uchar_sat_rte" and 8.
std::string conversionName(StringRef name, unsigned width) {
  auto [type, rest] = name.drop_front(StringRef("convert_").size()).split('_');
  return ("convert_" + type + Twine(width) + (rest.empty() ? "" : "_") + rest).str();
}

/// Splits mangled parameter types into single types, each of them one letter or "Dh" (half). Returns an empty list
/// if a type isn't a scalar type.
SmallVector<StringRef, 4> scalarParameters(StringRef types) {
  SmallVector<StringRef, 4> parameters;
  while (!types.empty()) {
    const size_t length = types.starts_with("Dh") ? 2 : 1;
    if (length == 1 && !StringRef("ahcstijlmfd").contains(types.front()))
      return {};
    parameters.push_back(types.take_front(length));
    types = types.drop_front(length);
  }
  return parameters;
}

/// Removes the width: returns "convert_uchar_sat_rte" for "convert_uchar8_sat_rte".
std::string scalarConversionName(StringRef name) {
  auto [type, rest] = name.drop_front(StringRef("convert_").size()).split('_');
  return ("convert_" + type.rtrim("0123456789") + (rest.empty() ? "" : "_") + rest).str();
}

/// Removes the first parameter's type from `types` and returns it, or for a vector the type of its elements. Returns an
/// empty text for any other type. `named` holds the element types of the vectors that came before, to which
/// substitutions refer (Itanium C++ ABI, 5.1.10).
StringRef takeScalarType(StringRef &types, SmallVectorImpl<StringRef> &named) {
  if (types.consume_front("S")) {
    unsigned number = 0;
    if (!types.starts_with("_") && !types.consumeInteger(10, number))
      ++number;
    return types.consume_front("_") && number < named.size() ? named[number] : StringRef();
  }
  unsigned width = 0;
  const bool isVector = types.consume_front("Dv");
  if (isVector && (types.consumeInteger(10, width) || !types.consume_front("_")))
    return {};
  const StringRef type = types.take_front(types.starts_with("Dh") ? 2 : 1);
  if (scalarParameters(type).empty())
    return {};
  types = types.drop_front(type.size());
  if (isVector)
    named.push_back(type);
  return type;
}

} // namespace

std::string scalarOverloadName(StringRef mangled) {
  const StringRef name = functionBaseName(mangled);
  const bool converts = name.starts_with("convert_");
  if (name.empty() || (!converts && !isElementwise(name)))
    return {};
  const std::string scalarName = converts ? scalarConversionName(name) : name.str();
  std::string result = ("_Z" + Twine(scalarName.size()) + scalarName).str();
  SmallVector<StringRef, 4> named;
  for (StringRef types = mangled.drop_front(name.end() - mangled.begin()); !types.empty();) {
    const StringRef type = takeScalarType(types, named);
    if (type.empty())
      return {};
    result += type;
  }
  return named.empty() ? std::string() : result;
}

std::string vectorOverloadName(StringRef mangled, unsigned width) {
  const StringRef name = functionBaseName(mangled);
  if (name.empty())
    return {};
  std::string vectorName = name.str();
  if (name.starts_with("convert_"))
    vectorName = conversionName(name, width);
  else if (!isElementwise(name))
    return {};
  const StringRef types = mangled.drop_front(name.end() - mangled.begin());
  const SmallVector<StringRef, 4> parameters = scalarParameters(types);
  if (parameters.empty())
    return {};

  // A vector type that an earlier parameter has is mangled as a substitution: S_, S0_ ... (Itanium C++ ABI, 5.1.10).
  std::string result = ("_Z" + Twine(vectorName.size()) + vectorName).str();
  SmallVector<StringRef, 4> named;
  for (StringRef parameter : parameters) {
    const auto *before = find(named, parameter);
    if (before == named.end()) {
      result += ("Dv" + Twine(width) + "_" + parameter).str();
      named.push_back(parameter);
    } else {
      const auto number = before - named.begin();
      result += number == 0 ? "S_" : ("S" + Twine(number - 1) + "_").str();
    }
  }
  return result;
}

} // namespace weft::compiler
