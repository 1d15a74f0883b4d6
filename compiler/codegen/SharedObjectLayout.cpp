// Computes where each section of a kernel's shared object lies in its file and in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectLayout.h"

#include <algorithm>
#include <optional>

#include "llvm/Support/MathExtras.h"

namespace weft::compiler {

SharedObjectLayout::SharedObjectLayout(uint64_t headerBytes, std::vector<SharedObjectSection> &sections) {
  for (const SharedObjectSection &section : sections)
    pageBytes_ = std::max(pageBytes_, section.alignment);
  uint64_t offset = headerBytes;
  uint64_t shift = 0; // a section's address minus its offset in the file
  Segment segment = Segment::readOnly;
  extents_[0] = {0, 0, headerBytes};
  for (SharedObjectSection &section : sections) {
    const bool isLoaded = section.segment != Segment::unloaded;
    if (section.segment != segment && isLoaded) {
      segment = section.segment;
      // The page of the file in which one segment ends and the next one begins is mapped twice, at consecutive pages of
      // memory.
      shift += pageBytes_;
      offset = llvm::alignTo(offset, section.alignment);
      extents_[static_cast<unsigned>(segment)] = {offset, offset + shift, 0};
    }
    offset = llvm::alignTo(offset, section.alignment);
    section.offset = offset;
    section.address = isLoaded ? offset + shift : 0;
    offset += section.size;
    if (isLoaded) {
      Extent &extent = extents_[static_cast<unsigned>(segment)];
      extent.bytes = offset - extent.offset;
    }
  }
  fileBytes_ = offset;
}

} // namespace weft::compiler
