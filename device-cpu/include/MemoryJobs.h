// Copies and fills of memory as jobs for the worker pool: large ones are cut so that several workers take part.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_JOBS_H
#define WEFT_DEVICE_CPU_MEMORY_JOBS_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "WorkerPool.h"

namespace weft::cpu {

/// Copies `bytes` bytes. The two ranges must not overlap. `finished` is left to the subclass, as in all of these.
class CopyJob : public Job {
public:
  CopyJob(void *destination, const void *source, uint64_t bytes);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  std::byte *destination_;
  const std::byte *source_;
  uint64_t bytes_;
};

/// Fills `bytes` bytes with repetitions of a pattern.
class FillJob : public Job {
public:
  static constexpr size_t maxPatternBytes = 128;

  /// `patternBytes` is a power of two from 1 to maxPatternBytes that divides `bytes`; the pattern is copied.
  FillJob(void *destination, uint64_t bytes, const void *pattern, size_t patternBytes);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  std::byte *destination_;
  uint64_t bytes_;
  /// The pattern repeated to the full length.
  alignas(64) std::array<std::byte, maxPatternBytes> block_;
};

/// One side of a rectangle copy: a box in memory whose rows and slices lie at the given pitches.
/// Byte (x, y, z) of the region is at base + (origin[2] + z) * slicePitch + (origin[1] + y) * rowPitch + origin[0] + x.
struct RectangleSide {
  std::byte *base = nullptr;
  std::array<uint64_t, 3> origin{0, 0, 0}; ///< x in bytes, y in rows, z in slices
  uint64_t rowPitch = 0;                   ///< bytes from a row to the next
  uint64_t slicePitch = 0;                 ///< bytes from a slice to the next
};

/// Copies a region of bytes x rows x slices from one pitched layout to another. The two regions must not overlap.
class RectangleCopyJob : public Job {
public:
  /// The source's bytes are only read. `region` is {bytes in a row, rows, slices}.
  RectangleCopyJob(const RectangleSide &destination, const RectangleSide &source,
                   const std::array<uint64_t, 3> &region);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  void copyRows(uint64_t begin, uint64_t end) const;
  static std::byte *rowAt(const RectangleSide &side, uint64_t y, uint64_t z);

  RectangleSide destination_;
  RectangleSide source_;
  std::array<uint64_t, 3> region_;
  uint64_t piecesPerRow_; ///< more than 1 where rows are long and few
  uint64_t rowsPerPiece_; ///< 1 where piecesPerRow_ is more than 1
};

} // namespace weft::cpu

#endif
