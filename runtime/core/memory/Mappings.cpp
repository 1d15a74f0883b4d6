// The regions of a memory object that the host has mapped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Mappings.h"

#include <algorithm>
#include <bit>

namespace weft::core {

namespace {

uint64_t extent(const cpu::RectangleSide &side, const Region &region) {
  return static_cast<uint64_t>(pastEnd(side, region) - firstByte(side));
}

unsigned logarithmOf(uint64_t bytes) { return static_cast<unsigned>(std::bit_width(bytes)); }

} // namespace

bool Mappings::add(const MemoryObject &object, const cpu::RectangleSide &side, const Region &region, bool writes) {
  if (writes && isWritten(side, region))
    return false;
  all_.emplace(Key{writes, logarithmOf(extent(side, region)), firstByte(side), &object, last_ + 1},
               Mapping{side, region});
  ++last_;
  return true;
}

bool Mappings::isWritten(const cpu::RectangleSide &side, const Region &region) const {
  const std::byte *begin = firstByte(side), *end = pastEnd(side, region);
  auto next = all_.lower_bound(Key{true, 0, nullptr, nullptr, 0});
  while (next != all_.end()) {
    const unsigned logarithm = next->first.logarithm;
    // Mappings of this size class have fewer than `size` bytes. So a mapping that begins before `begin` and ends after
    // it begins less than `size` bytes before it.
    const uint64_t size = logarithm < 64 ? uint64_t{1} << logarithm : ~uint64_t{0};
    const auto before = std::min(reinterpret_cast<uintptr_t>(begin), size);
    next = all_.lower_bound(Key{true, logarithm, begin - before, nullptr, 0});
    for (; next != all_.end() && next->first.logarithm == logarithm && next->first.begin < end; ++next)
      if (overlap(side, region, next->second.side, next->second.region))
        return true;
    next = all_.lower_bound(Key{true, logarithm + 1, nullptr, nullptr, 0});
  }
  return false;
}

Mappings::Extracted Mappings::take(const MemoryObject &object, const std::byte *begin) {
  auto first = all_.end();
  for (auto next = all_.begin(); next != all_.end();) {
    const bool writes = next->first.writes;
    const unsigned logarithm = next->first.logarithm;
    const auto found = all_.lower_bound(Key{writes, logarithm, begin, &object, 0});
    const bool isThere = found != all_.end() && found->first.writes == writes && found->first.logarithm == logarithm &&
                         found->first.begin == begin && found->first.object == &object;
    if (isThere && (first == all_.end() || found->first.number < first->first.number))
      first = found;
    next = all_.lower_bound(Key{writes, logarithm + 1, nullptr, nullptr, 0});
  }
  return first == all_.end() ? Extracted() : all_.extract(first);
}

void Mappings::removeAll(const MemoryObject &object) noexcept {
  std::erase_if(all_, [&](const auto &mapping) { return mapping.first.object == &object; });
}

} // namespace weft::core
