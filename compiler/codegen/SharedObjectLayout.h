// Computes where each section of a kernel's shared object lies in its file and in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LAYOUT_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_LAYOUT_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::compiler {

/// The loadable segments in their order, and `unloaded` for sections that no process maps (symbols and lines for
/// debuggers).
enum class Segment : unsigned { readOnly, code, relocated, unloaded };
constexpr unsigned loadableSegments = 3;

/// A section of the shared object.
struct SharedObjectSection {
  std::string name;
  Segment segment = Segment::unloaded;
  uint32_t type = 0;  ///< SHT_*
  uint64_t flags = 0; ///< SHF_*
  uint64_t size = 0;
  uint64_t alignment = 1;
  uint32_t nameAt = 0; ///< offset in the table of names
  uint32_t link = 0;
  uint32_t info = 0;
  uint64_t entrySize = 0;
  // SharedObjectLayout sets the following fields.
  uint64_t offset = 0;
  uint64_t address = 0; ///< 0 if the section is unloaded
};

/// Lays out sections one after the other, segment by segment. In memory, each segment begins on a new page, but at the
/// same offset within the page as in the file. So the file needs no gaps between segments.
class SharedObjectLayout {
public:
  struct Extent {
    uint64_t offset = 0;
    uint64_t address = 0;
    uint64_t bytes = 0; ///< 0 for an empty segment
  };

  /// `headerBytes` bytes lie at the beginning of the file, in the first segment. The caller passes the sections in the
  /// order of their segments.
  SharedObjectLayout(uint64_t headerBytes, std::vector<SharedObjectSection> &sections);

  const Extent &extent(Segment segment) const { return extents_[static_cast<unsigned>(segment)]; }
  /// The alignment of the segments: a page, or more if a section needs more.
  uint64_t pageBytes() const { return pageBytes_; }
  /// The offset in the file at which the last section ends.
  uint64_t fileBytes() const { return fileBytes_; }

private:
  std::array<Extent, loadableSegments> extents_{};
  uint64_t pageBytes_ = 4096;
  uint64_t fileBytes_ = 0;
};

} // namespace weft::compiler

#endif
