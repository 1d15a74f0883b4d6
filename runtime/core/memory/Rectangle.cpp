// Checks rectangular regions of linear memory, and whether two of them overlap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Rectangle.h"

#include <CL/cl.h>

#include "Text.h"

namespace weft::core {

namespace {

/// Computes the offset after the last byte, counted from the side's base. Returns false if that overflows.
bool endOffset(const cpu::RectangleSide &side, const Region &region, uint64_t &end) {
  uint64_t slice, row, column, slices, rows;
  bool overflow = __builtin_add_overflow(side.origin[2], region[2] - 1, &slice) ||
                  __builtin_add_overflow(side.origin[1], region[1] - 1, &row) ||
                  __builtin_add_overflow(side.origin[0], region[0], &column) ||
                  __builtin_mul_overflow(slice, side.slicePitch, &slices) ||
                  __builtin_mul_overflow(row, side.rowPitch, &rows) || __builtin_add_overflow(slices, rows, &end) ||
                  __builtin_add_overflow(end, column, &end);
  return !overflow;
}

/// Iterates over the rows of a side in the order of their addresses.
class Rows {
public:
  Rows(const cpu::RectangleSide &side, const Region &region)
      : side_(side), region_(region), slice_(firstByte(side)), row_(slice_) {}
  const std::byte *begin() const { return row_; }
  const std::byte *end() const { return row_ + region_[0]; }
  bool next() {
    if (++y_ < region_[1]) {
      row_ += side_.rowPitch;
      return true;
    }
    y_ = 0;
    row_ = slice_ += side_.slicePitch;
    return ++z_ < region_[2];
  }

private:
  const cpu::RectangleSide &side_;
  const Region &region_;
  const std::byte *slice_;
  const std::byte *row_;
  uint64_t y_ = 0;
  uint64_t z_ = 0;
};

} // namespace

Result<Region> checkRegion(const size_t *region) {
  for (unsigned d = 0; d < 3; ++d)
    if (region[d] == 0)
      return fail(CL_INVALID_VALUE, concat("The region's element ", d, " is 0."));
  uint64_t bytes;
  if (__builtin_mul_overflow(region[0], region[1], &bytes) || __builtin_mul_overflow(bytes, region[2], &bytes))
    return fail(CL_INVALID_VALUE, "The region is larger than memory can be.");
  return Region{region[0], region[1], region[2]};
}

Result<cpu::RectangleSide> checkSide(const char *what, std::byte *base, size_t size, const size_t *origin,
                                     const Region &region, size_t rowPitch, size_t slicePitch) {
  if (rowPitch == 0)
    rowPitch = region[0];
  else if (rowPitch < region[0])
    return fail(CL_INVALID_VALUE, concat("The row pitch of the ", what, " is ", rowPitch,
                                         ", but a row of the region has ", region[0], " bytes."));
  uint64_t tight;
  if (__builtin_mul_overflow(rowPitch, region[1], &tight))
    return fail(CL_INVALID_VALUE, concat("A slice of the ", what, " is larger than memory can be."));
  if (slicePitch == 0)
    slicePitch = tight;
  else if (slicePitch < tight)
    return fail(CL_INVALID_VALUE, concat("The slice pitch of the ", what, " is ", slicePitch,
                                         ", but a slice of the region takes ", tight, " bytes."));
  else if (slicePitch % rowPitch != 0)
    return fail(CL_INVALID_VALUE, concat("The slice pitch of the ", what, " is no multiple of its row pitch."));
  cpu::RectangleSide side{base, {origin[0], origin[1], origin[2]}, rowPitch, slicePitch};
  uint64_t end;
  if (!endOffset(side, region, end) || end > size)
    return fail(CL_INVALID_VALUE, concat("The region does not lie within the ", what, "."));
  return side;
}

std::byte *firstByte(const cpu::RectangleSide &side) {
  return side.base + side.origin[2] * side.slicePitch + side.origin[1] * side.rowPitch + side.origin[0];
}

std::byte *pastEnd(const cpu::RectangleSide &side, const Region &region) {
  return firstByte(side) + (region[2] - 1) * side.slicePitch + (region[1] - 1) * side.rowPitch + region[0];
}

bool overlap(const cpu::RectangleSide &a, const Region &regionA, const cpu::RectangleSide &b, const Region &regionB) {
  if (pastEnd(a, regionA) <= firstByte(b) || pastEnd(b, regionB) <= firstByte(a))
    return false;
  // Both lists of rows are in the order of their addresses. So it is enough to go through both lists together, and to
  // advance in the list whose present row ends first.
  Rows left(a, regionA), right(b, regionB);
  for (;;) {
    if (left.begin() < right.end() && right.begin() < left.end())
      return true;
    if (!(left.end() <= right.begin() ? left.next() : right.next()))
      return false;
  }
}

bool sameRectangle(const cpu::RectangleSide &a, const cpu::RectangleSide &b) {
  return firstByte(a) == firstByte(b) && a.rowPitch == b.rowPitch && a.slicePitch == b.slicePitch;
}

} // namespace weft::core
