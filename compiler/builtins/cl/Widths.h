// Macros and declarations for builtins that are defined for all vector widths.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_WIDTHS_H
#define WEFT_WIDTHS_H

// This header of Clang declares all overloads. It is needed, because Clang's implicit declarations are hidden once a
// file defines an overload of the same name.
#include <opencl-c.h>

#define WEFT_OVERLOAD __attribute__((overloadable))
#define WEFT_HELPER static __attribute__((always_inline, overloadable))

#define WEFT_VECTOR_WIDTHS(macro) macro(2) macro(3) macro(4) macro(8) macro(16)
#define WEFT_ALL_WIDTHS(macro) macro() WEFT_VECTOR_WIDTHS(macro)

#endif
