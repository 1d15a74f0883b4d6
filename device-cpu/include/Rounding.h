// Division and multiples, rounded up.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_ROUNDING_H
#define WEFT_DEVICE_CPU_ROUNDING_H

#include <cstdint>

namespace weft::cpu {

/// Returns the quotient, rounded up. `divisor` isn't 0.
constexpr uint64_t divideUp(uint64_t value, uint64_t divisor) { return value / divisor + (value % divisor != 0); }

/// Returns the least multiple of `multiple` that is no less than `value`. The result must fit the type.
constexpr uint64_t roundUp(uint64_t value, uint64_t multiple) { return divideUp(value, multiple) * multiple; }

} // namespace weft::cpu

#endif
