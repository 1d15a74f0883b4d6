// Finds the vector and scalar overloads of the OpenCL C builtins that work on each element separately, by their names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_VECTOR_OVERLOADS_H
#define WEFT_COMPILER_KERNEL_VECTOR_OVERLOADS_H

#include <string>

#include "llvm/ADT/StringRef.h"

namespace weft::compiler {

/// Returns the mangled name of the overload for vectors of `width` elements that computes for each element what the
/// function `mangled` computes for a scalar: "_Z3powDv8_fS_" for "_Z3powff". Empty if OpenCL C 3.0, sections 6.4 and
/// 6.15, has no such overload: functions with pointers, functions on all elements together (dot), and functions whose
/// results differ between scalars and vectors (isequal, select).
std::string vectorOverloadName(llvm::StringRef mangled, unsigned width);

/// Returns the mangled name of the overload for scalars: "_Z3powff" for "_Z3powDv8_fS_", and "_Z5clampfff" for
/// "_Z5clampDv4_fff". Empty for the functions for which vectorOverloadName returns an empty name, and if no parameter
/// is a vector.
std::string scalarOverloadName(llvm::StringRef mangled);

} // namespace weft::compiler

#endif
