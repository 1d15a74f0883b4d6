// OpenCL C's printf: from a format and described arguments to text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BASE_PRINT_FORMAT_H
#define WEFT_DEVICE_CPU_BASE_PRINT_FORMAT_H

#include <cstddef>
#include <span>
#include <string>

#include "KernelAbi.h"

namespace weft::cpu {

/// The widest field and the largest precision that a conversion may ask for.
inline constexpr size_t printFieldLimit = 1024 * 1024;

/// Appends what printf makes of `format` and the arguments, which lie in `values` (OpenCL C 3.0, 6.15.14). Also
/// understood, as C has them: the lengths ll, j, z and t, and l before a floating-point conversion. Returns false where
/// a conversion is invalid, has no argument, or one that it can't print; from this conversion on the format is appended
/// as it stands. May throw std::bad_alloc.
bool formatPrint(std::string &text, const char *format, std::span<const WeftPrintArgument> arguments,
                 const void *values);

/// What is wrong with a format and the arguments that it is given, as the specification has them: a sentence without an
/// end, "" for nothing. More arguments than there are conversions are no fault.
std::string formatFlaw(const char *format, std::span<const WeftPrintArgument> arguments);

} // namespace weft::cpu

#endif
