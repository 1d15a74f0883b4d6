// Makes the text of OpenCL C's printf from a format, the arguments' bytes, and descriptions of the arguments' types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BASE_PRINT_FORMAT_H
#define WEFT_DEVICE_CPU_BASE_PRINT_FORMAT_H

#include <cstddef>
#include <span>
#include <string>

#include "KernelAbi.h"

namespace weft::cpu {

/// The greatest field width and precision that a conversion of a format may have.
inline constexpr size_t printFieldLimit = 1024 * 1024;

/// Appends the output of printf for `format` to `text` (OpenCL C 3.0, 6.15.14). `arguments` describes the arguments,
/// whose bytes are in `values`. Besides OpenCL C's length modifiers, some of C's are accepted: ll, j, z and t, and l
/// before a floating-point conversion. Returns false if a conversion is invalid, has no argument, or has an argument
/// that it can't print. Then the format itself is appended from this conversion on. May throw std::bad_alloc.
bool formatPrint(std::string &text, const char *format, std::span<const WeftPrintArgument> arguments,
                 const void *values);

/// Returns what is wrong with a format and its arguments, by the rules of the specification: a sentence without a full
/// stop, or "" if nothing is wrong. More arguments than conversions are no fault.
std::string formatError(const char *format, std::span<const WeftPrintArgument> arguments);

} // namespace weft::cpu

#endif
