// Copies and fills of memory as work for the pool: large ones are cut so that several workers take part.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_MEMORY_WORK_H
#define WEFT_DEVICE_CPU_MEMORY_WORK_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "WorkerPool.h"

namespace weft::cpu {

/// Copies `bytes` bytes. The two ranges must not overlap.
class CopyWork : public Work {
public:
  CopyWork(void *destination, const void *source, uint64_t bytes);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  std::byte *destination_;
  const std::byte *source_;
  uint64_t bytes_;
};

/// A pattern that memory is filled with.
class FillPattern {
public:
  static constexpr size_t maxBytes = 128;

  /// `bytes` is a power of two from 1 to maxBytes; the pattern is copied.
  FillPattern(const void *pattern, size_t bytes);
  /// Fills `bytes` bytes from `to` on. The first byte is the first byte of a pattern, and the last byte is the last
  /// byte of a pattern.
  void fill(std::byte *to, uint64_t bytes) const;

private:
  /// The pattern, repeated until it fills the array.
  alignas(64) std::array<std::byte, maxBytes> block_;
  bool uniform_; ///< all bytes of the pattern are equal
};

/// Fills `bytes` bytes with repetitions of a pattern.
class FillWork : public Work {
public:
  static constexpr size_t maxPatternBytes = FillPattern::maxBytes;

  /// `patternBytes` is a power of two from 1 to maxPatternBytes that divides `bytes`; the pattern is copied.
  FillWork(void *destination, uint64_t bytes, const void *pattern, size_t patternBytes);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  std::byte *destination_;
  uint64_t bytes_;
  FillPattern pattern_;
};

/// One side of a rectangle copy: a box in memory whose rows and slices lie at the given pitches.
/// Byte (x, y, z) of the region is at base + (origin[2] + z) * slicePitch + (origin[1] + y) * rowPitch + origin[0] + x.
struct RectangleSide {
  std::byte *base = nullptr;
  std::array<uint64_t, 3> origin{0, 0, 0}; ///< x in bytes, y in rows, z in slices
  uint64_t rowPitch = 0;                   ///< bytes from a row to the next
  uint64_t slicePitch = 0;                 ///< bytes from a slice to the next
};

/// A region of {bytes in a row, rows, slices}, cut into pieces of about the same number of bytes. A piece is some rows,
/// or a section of a row if rows are long and few.
class RectanglePartition {
public:
  explicit RectanglePartition(const std::array<uint64_t, 3> &region);
  uint64_t pieces() const;
  /// Calls `stretch(x, y, z, bytes, rows)` several times, so that the calls together cover the pieces from `begin` to
  /// `end` (exclusive). Each call covers `bytes` bytes, from byte x on, of each of `rows` rows of slice z, from row y
  /// on. Only the classes below use it, so its definition is in their .cpp.
  template <typename Stretch> void each(uint64_t begin, uint64_t end, Stretch &&stretch) const;

private:
  std::array<uint64_t, 3> region_;
  uint64_t piecesPerRow_; ///< more than 1 if rows are long and few
  uint64_t rowsPerPiece_; ///< 1 if piecesPerRow_ is more than 1
};

/// Copies a region of bytes x rows x slices from one pitched layout to another. The two regions must not overlap.
class RectangleCopyWork : public Work {
public:
  /// The copy never writes the source's memory. `region` is {bytes in a row, rows, slices}.
  RectangleCopyWork(const RectangleSide &destination, const RectangleSide &source,
                    const std::array<uint64_t, 3> &region);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  RectangleSide destination_;
  RectangleSide source_;
  RectanglePartition partition_;
};

/// Fills a region of bytes x rows x slices with repetitions of a pattern.
class RectangleFillWork : public Work {
public:
  /// The pattern is as for FillWork. Its size divides a row's size, and each row begins with a whole pattern.
  RectangleFillWork(const RectangleSide &destination, const std::array<uint64_t, 3> &region, const void *pattern,
                    size_t patternBytes);
  uint64_t size() const final;
  void run(uint64_t begin, uint64_t end, Arena &arena) final;

private:
  RectangleSide destination_;
  RectanglePartition partition_;
  FillPattern pattern_;
};

/// Runs pieces of one of the works above. If a part of the memory isn't accessible and FaultHandling is `event`, the
/// work is abandoned in the middle, a line on standard error says so, and the function returns false.
bool runMemoryWork(Work &work, uint64_t begin, uint64_t end, Arena &arena);

/// One of the works above, which runMemoryWork runs.
template <typename WorkType> class FaultCatchingWork final : public Work {
public:
  template <typename... Arguments> explicit FaultCatchingWork(const Arguments &...arguments) : work_(arguments...) {}
  uint64_t size() const override { return work_.size(); }
  void run(uint64_t begin, uint64_t end, Arena &arena) override {
    if (!runMemoryWork(work_, begin, end, arena))
      hasFaulted_.store(true, std::memory_order_relaxed);
  }
  /// Returns whether the work was abandoned because of a fault. To be called at its end.
  bool hasFaulted() const { return hasFaulted_.load(std::memory_order_relaxed); }

private:
  WorkType work_;
  std::atomic<bool> hasFaulted_{false};
};

} // namespace weft::cpu

#endif
