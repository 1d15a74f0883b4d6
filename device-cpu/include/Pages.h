// Pages of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_PAGES_H
#define WEFT_DEVICE_CPU_PAGES_H

#include <cstddef>

#include "Rounding.h"

namespace weft::cpu {

/// The size in bytes of a page, the unit in which the system maps and protects memory.
inline constexpr size_t pageBytes = 4096;

/// The size in bytes of the whole pages that `bytes` bytes need.
constexpr size_t wholePages(size_t bytes) { return roundUp(bytes, pageBytes); }

} // namespace weft::cpu

#endif
