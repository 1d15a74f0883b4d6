// Copies and fills of memory as jobs for the worker pool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryJobs.h"

#include <algorithm>
#include <cstring>

namespace weft::cpu {

namespace {

/// Bytes per piece: some 10 us of work at the speed of main memory, so that claiming a piece costs nothing beside it
/// and a copy of a few MB occupies all workers. A multiple of the largest pattern and of the page.
constexpr uint64_t pieceBytes = 128 * 1024;

uint64_t divideUp(uint64_t value, uint64_t divisor) { return (value + divisor - 1) / divisor; }

} // namespace

CopyJob::CopyJob(void *destination, const void *source, uint64_t bytes)
    : destination_(static_cast<std::byte *>(destination)), source_(static_cast<const std::byte *>(source)),
      bytes_(bytes) {}

uint64_t CopyJob::size() const { return divideUp(bytes_, pieceBytes); }

void CopyJob::run(uint64_t begin, uint64_t end, Arena &) {
  const uint64_t first = begin * pieceBytes;
  const uint64_t last = std::min(end * pieceBytes, bytes_);
  std::memcpy(destination_ + first, source_ + first, last - first);
}

FillJob::FillJob(void *destination, uint64_t bytes, const void *pattern, size_t patternBytes)
    : destination_(static_cast<std::byte *>(destination)), bytes_(bytes) {
  for (size_t at = 0; at < block_.size(); at += patternBytes)
    std::memcpy(block_.data() + at, pattern, patternBytes);
}

uint64_t FillJob::size() const { return divideUp(bytes_, pieceBytes); }

void FillJob::run(uint64_t begin, uint64_t end, Arena &) {
  std::byte *to = destination_ + begin * pieceBytes;
  std::byte *const last = destination_ + std::min(end * pieceBytes, bytes_);
  // All bytes alike is the common case, and the one where the C library knows best.
  if (std::all_of(block_.begin(), block_.end(), [&](std::byte b) { return b == block_[0]; })) {
    std::memset(to, std::to_integer<int>(block_[0]), size_t(last - to));
    return;
  }
  for (; last - to >= ptrdiff_t(maxPatternBytes); to += maxPatternBytes)
    std::memcpy(to, block_.data(), maxPatternBytes); // of constant size: a few vector stores
  std::memcpy(to, block_.data(), size_t(last - to));
}

RectangleCopyJob::RectangleCopyJob(const RectangleSide &destination, const RectangleSide &source,
                                   const std::array<uint64_t, 3> &region)
    : destination_(destination), source_(source), region_(region) {
  // Rows without gaps are one long row, slices without gaps likewise.
  if (destination.rowPitch == region_[0] && source.rowPitch == region_[0]) {
    region_[0] *= region_[1];
    region_[1] = std::min<uint64_t>(1, region_[1]);
    if (destination.slicePitch == region_[0] && source.slicePitch == region_[0]) {
      region_[0] *= region_[2];
      region_[2] = std::min<uint64_t>(1, region_[2]);
    }
  }
  piecesPerRow_ = std::max<uint64_t>(1, region_[0] / pieceBytes);
  rowsPerPiece_ = region_[0] == 0 ? 1 : std::max<uint64_t>(1, pieceBytes / region_[0]);
}

uint64_t RectangleCopyJob::size() const {
  if (region_[0] == 0)
    return 0;
  return divideUp(region_[1] * region_[2], rowsPerPiece_) * piecesPerRow_;
}

void RectangleCopyJob::run(uint64_t begin, uint64_t end, Arena &) {
  if (piecesPerRow_ == 1)
    return copyRows(begin * rowsPerPiece_, std::min(end * rowsPerPiece_, region_[1] * region_[2]));
  const uint64_t part = divideUp(region_[0], piecesPerRow_);
  for (uint64_t piece = begin; piece < end; ++piece) {
    const uint64_t row = piece / piecesPerRow_;
    const uint64_t first = std::min(piece % piecesPerRow_ * part, region_[0]);
    const uint64_t bytes = std::min(part, region_[0] - first);
    const uint64_t y = row % region_[1];
    const uint64_t z = row / region_[1];
    std::memcpy(rowAt(destination_, y, z) + first, rowAt(source_, y, z) + first, bytes);
  }
}

/// Rows are numbered through all slices.
void RectangleCopyJob::copyRows(uint64_t begin, uint64_t end) const {
  uint64_t y = begin % region_[1];
  uint64_t z = begin / region_[1];
  while (begin < end) {
    std::byte *to = rowAt(destination_, y, z);
    const std::byte *from = rowAt(source_, y, z);
    const uint64_t rows = std::min(end - begin, region_[1] - y);
    for (uint64_t row = 0; row < rows; ++row, to += destination_.rowPitch, from += source_.rowPitch)
      std::memcpy(to, from, region_[0]);
    begin += rows;
    y = 0;
    ++z;
  }
}

std::byte *RectangleCopyJob::rowAt(const RectangleSide &side, uint64_t y, uint64_t z) {
  return side.base + (side.origin[2] + z) * side.slicePitch + (side.origin[1] + y) * side.rowPitch + side.origin[0];
}

} // namespace weft::cpu
