// Rectangular regions of linear memory: their checks and their overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_RECTANGLE_H
#define WEFT_RUNTIME_CORE_MEMORY_RECTANGLE_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "Result.h"
#include "core/objects/Cpu.h"

namespace weft::core {

/// The size of a region: {bytes in a row, rows, slices}
using Region = std::array<uint64_t, 3>;

/// Checks a region that the application gives. CL_INVALID_VALUE if an element is 0.
Result<Region> checkRegion(const size_t *region);

/// Checks one side of a transfer. A pitch of 0 is replaced by the size of a row or slice of the region, so that no gaps
/// lie between rows or slices. CL_INVALID_VALUE if a pitch does not fit the region, or if the region does not lie
/// within `size` bytes. A `size` of SIZE_MAX stands for the application's memory, whose size Weft does not know; then
/// only overflow is an error. `what` names the side in the error's sentence.
Result<cpu::RectangleSide> checkSide(const char *what, std::byte *base, size_t size, const size_t *origin,
                                     const Region &region, size_t rowPitch, size_t slicePitch);

/// The address of a side's first byte.
std::byte *firstByte(const cpu::RectangleSide &side);

/// The address after the last byte of a region that lies within memory.
std::byte *pastEnd(const cpu::RectangleSide &side, const Region &region);

/// Whether two rectangles have a byte in common. *Requires* that the rows of each rectangle don't overlap each other
/// and are in the order of their addresses, as checkSide ensures.
bool overlap(const cpu::RectangleSide &a, const Region &regionA, const cpu::RectangleSide &b, const Region &regionB);

/// Whether the two sides consist of the same bytes in the same order.
bool sameRectangle(const cpu::RectangleSide &a, const cpu::RectangleSide &b);

} // namespace weft::core

#endif
