// Copies and fills of memory as work for the pool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryWork.h"

#include <algorithm>
#include <cstring>

#include "Rounding.h"

namespace weft::cpu {

namespace {

/// The number of bytes of a piece. At the speed of main memory, a piece takes some 10 us. That is long compared with
/// the time to claim a piece, and short enough that a copy of a few MB has pieces for all workers. It is a multiple of
/// the largest pattern and of the page size.
constexpr uint64_t pieceBytes = 128 * 1024;

} // namespace

CopyWork::CopyWork(void *destination, const void *source, uint64_t bytes)
    : destination_(static_cast<std::byte *>(destination)), source_(static_cast<const std::byte *>(source)),
      bytes_(bytes) {}

uint64_t CopyWork::size() const { return divideUp(bytes_, pieceBytes); }

void CopyWork::run(uint64_t begin, uint64_t end, Arena &) {
  const uint64_t first = begin * pieceBytes;
  const uint64_t last = std::min(end * pieceBytes, bytes_);
  std::memcpy(destination_ + first, source_ + first, last - first);
}

FillPattern::FillPattern(const void *pattern, size_t bytes) {
  for (size_t at = 0; at < block_.size(); at += bytes)
    std::memcpy(block_.data() + at, pattern, bytes);
  uniform_ = std::all_of(block_.begin(), block_.end(), [&](std::byte b) { return b == block_[0]; });
}

void FillPattern::fill(std::byte *to, uint64_t bytes) const {
  // In most patterns all bytes are equal. The C library's memset is the fastest way to fill memory with them.
  if (uniform_) {
    std::memset(to, std::to_integer<int>(block_[0]), bytes);
    return;
  }
  std::byte *const last = to + bytes;
  for (; last - to >= ptrdiff_t(maxBytes); to += maxBytes)
    std::memcpy(to, block_.data(), maxBytes); // the size is constant, so this is a few vector stores
  std::memcpy(to, block_.data(), size_t(last - to));
}

FillWork::FillWork(void *destination, uint64_t bytes, const void *pattern, size_t patternBytes)
    : destination_(static_cast<std::byte *>(destination)), bytes_(bytes), pattern_(pattern, patternBytes) {}

uint64_t FillWork::size() const { return divideUp(bytes_, pieceBytes); }

void FillWork::run(uint64_t begin, uint64_t end, Arena &) {
  const uint64_t first = begin * pieceBytes;
  pattern_.fill(destination_ + first, std::min(end * pieceBytes, bytes_) - first);
}

RectanglePartition::RectanglePartition(const std::array<uint64_t, 3> &region)
    : region_(region), piecesPerRow_(std::max<uint64_t>(1, region[0] / pieceBytes)),
      rowsPerPiece_(region[0] == 0 ? 1 : std::max<uint64_t>(1, pieceBytes / region[0])) {}

uint64_t RectanglePartition::pieces() const {
  if (region_[0] == 0)
    return 0;
  return divideUp(region_[1] * region_[2], rowsPerPiece_) * piecesPerRow_;
}

template <typename Stretch> void RectanglePartition::each(uint64_t begin, uint64_t end, Stretch &&stretch) const {
  if (piecesPerRow_ > 1) {
    // If a row is cut into several pieces, each piece begins with a whole pattern.
    const uint64_t part = divideUp(divideUp(region_[0], piecesPerRow_), FillPattern::maxBytes) * FillPattern::maxBytes;
    for (uint64_t piece = begin; piece < end; ++piece) {
      const uint64_t row = piece / piecesPerRow_;
      const uint64_t first = std::min(piece % piecesPerRow_ * part, region_[0]);
      stretch(first, row % region_[1], row / region_[1], std::min(part, region_[0] - first), 1);
    }
    return;
  }
  // Pieces consist of rows, which are numbered from slice to slice.
  const uint64_t last = std::min(end * rowsPerPiece_, region_[1] * region_[2]);
  for (uint64_t row = begin * rowsPerPiece_; row < last;) {
    const uint64_t y = row % region_[1];
    const uint64_t rows = std::min(last - row, region_[1] - y);
    stretch(uint64_t(0), y, row / region_[1], region_[0], rows);
    row += rows;
  }
}

namespace {

std::byte *byteAddress(const RectangleSide &side, uint64_t x, uint64_t y, uint64_t z) {
  return side.base + (side.origin[2] + z) * side.slicePitch + (side.origin[1] + y) * side.rowPitch + side.origin[0] + x;
}

/// Simplifies the region, so that fewer and longer rows are copied or filled. `sides` are the blocks of memory in which
/// the region lies, such as source and destination. If there are no gaps between rows on any side, the rows of a slice
/// become one long row. If there are then no gaps between the slices either, the slices become one long row, too.
template <typename... Sides>
std::array<uint64_t, 3> mergeContiguousRows(std::array<uint64_t, 3> region, const Sides &...sides) {
  if ((... && (sides.rowPitch == region[0]))) {
    region[0] *= region[1];
    region[1] = std::min<uint64_t>(1, region[1]);
    if ((... && (sides.slicePitch == region[0]))) {
      region[0] *= region[2];
      region[2] = std::min<uint64_t>(1, region[2]);
    }
  }
  return region;
}

} // namespace

RectangleCopyWork::RectangleCopyWork(const RectangleSide &destination, const RectangleSide &source,
                                     const std::array<uint64_t, 3> &region)
    : destination_(destination), source_(source), partition_(mergeContiguousRows(region, destination, source)) {}

uint64_t RectangleCopyWork::size() const { return partition_.pieces(); }

void RectangleCopyWork::run(uint64_t begin, uint64_t end, Arena &) {
  partition_.each(begin, end, [&](uint64_t x, uint64_t y, uint64_t z, uint64_t bytes, uint64_t rows) {
    std::byte *to = byteAddress(destination_, x, y, z);
    const std::byte *from = byteAddress(source_, x, y, z);
    for (uint64_t row = 0; row < rows; ++row, to += destination_.rowPitch, from += source_.rowPitch)
      std::memcpy(to, from, bytes);
  });
}

RectangleFillWork::RectangleFillWork(const RectangleSide &destination, const std::array<uint64_t, 3> &region,
                                     const void *pattern, size_t patternBytes)
    : destination_(destination), partition_(mergeContiguousRows(region, destination)), pattern_(pattern, patternBytes) {
}

uint64_t RectangleFillWork::size() const { return partition_.pieces(); }

void RectangleFillWork::run(uint64_t begin, uint64_t end, Arena &) {
  partition_.each(begin, end, [&](uint64_t x, uint64_t y, uint64_t z, uint64_t bytes, uint64_t rows) {
    std::byte *to = byteAddress(destination_, x, y, z);
    for (uint64_t row = 0; row < rows; ++row, to += destination_.rowPitch)
      pattern_.fill(to, bytes);
  });
}

} // namespace weft::cpu
