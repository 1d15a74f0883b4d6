// OpenCL C's printf: makes text from a format and from arguments with descriptions of their types.
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

/// Appends the output of printf for `format` and the arguments, which are in `values` (OpenCL C 3.0, 6.15.14). It also
/// understands some of C's lengths: ll, j, z and t, and l before a floating-point conversion. Returns false where a
/// conversion is invalid, has no argument, or has an argument that it can't print. From this conversion on, the format
/// itself is appended. May throw std::bad_alloc.
bool formatPrint(std::string &text, const char *format, std::span<const WeftPrintArgument> arguments,
                 const void *values);

/// Returns what is wrong with a format and its arguments, by the rules of the specification: a sentence without a full
/// stop, or "" where nothing is wrong. More arguments than conversions are no fault.
std::string formatError(const char *format, std::span<const WeftPrintArgument> arguments);

} // namespace weft::cpu

#endif
