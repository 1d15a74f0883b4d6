// Checks whether arguments of a kernel overlap in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/MemoryRange.h"

namespace weft::core {

/// Compares each range with every other range. This is fast enough, because few launches have more than a handful of
/// ranges.
bool overlap(std::span<const MemoryRange> all) {
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (all[i].begin < all[j].end && all[j].begin < all[i].end && (all[i].isWritten || all[j].isWritten))
        return true;
  return false;
}

} // namespace weft::core
