// Pages of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_PAGES_H
#define WEFT_DEVICE_CPU_PAGES_H

#include <cstddef>

#include "Rounding.h"

namespace weft::cpu {

/// Bytes of a page, as the system maps and protects memory.
inline constexpr size_t pageBytes = 4096;

/// The bytes of all pages that hold `bytes`.
constexpr size_t wholePages(size_t bytes) { return roundUp(bytes, pageBytes); }

} // namespace weft::cpu

#endif
