// Where each part of a kernel's shared object lies in its file and in memory.
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
  uint64_t shift = 0; // of addresses against offsets
  Segment segment = Segment::readOnly;
  extents_[0] = {0, 0, headerBytes};
  for (SharedObjectSection &section : sections) {
    const bool isLoaded = section.segment != Segment::unloaded;
    if (section.segment != segment && isLoaded) {
      segment = section.segment;
      // The next page in memory begins with the same bytes of the file as the one before ended with.
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
