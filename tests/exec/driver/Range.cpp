// NDRanges of the execution tests: names, common sets, ids.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Range.h"

namespace weft::exectest {

namespace {
std::string sizes(const Extent &extent, unsigned dimensions) {
  std::string text = std::to_string(extent[0]);
  for (unsigned d = 1; d < dimensions; ++d)
    text += "x" + std::to_string(extent[d]);
  return text;
}
} // namespace

bool Range::uniform() const {
  for (unsigned d = 0; d < 3; ++d)
    if (local[d] != 0 && global[d] % local[d] != 0)
      return false;
  return true;
}

std::string Range::name() const {
  std::string text = sizes(global, dimensions) + "_by_";
  text += local[0] == 0 ? "any" : sizes(local, dimensions);
  if (offset != Extent{0, 0, 0})
    text += "_from_" + sizes(offset, dimensions);
  return text;
}

Range line(size_t global, size_t local, size_t offset) {
  return {1, {global, 1, 1}, {local, local == 0 ? 0U : 1U, local == 0 ? 0U : 1U}, {offset, 0, 0}};
}

Range plane(std::array<size_t, 2> global, std::array<size_t, 2> local, std::array<size_t, 2> offset) {
  return {2, {global[0], global[1], 1}, {local[0], local[1], local[0] == 0 ? 0U : 1U}, {offset[0], offset[1], 0}};
}

Range box(Extent global, Extent local, Extent offset) { return {3, global, local, offset}; }

std::vector<Range> lines() { return {line(64, 16), line(39, 13), line(5, 1), line(2048, 1024)}; }

std::vector<Range> flatLines() { return {line(64, 16), line(97, 97), line(7, 1), line(1000, 0)}; }

Item itemAt(const Range &range, const Extent &position) {
  Item item{};
  for (unsigned d = 0; d < 3; ++d) {
    size_t size = range.local[d] == 0 ? range.global[d] : range.local[d];
    item.global[d] = position[d] + range.offset[d];
    item.group[d] = position[d] / size;
    item.local[d] = position[d] % size;
    size_t first = item.group[d] * size;
    item.groupSize[d] = first + size <= range.global[d] ? size : range.global[d] - first;
  }
  item.linear = (position[2] * range.global[1] + position[1]) * range.global[0] + position[0];
  item.localLinear = (item.local[2] * item.groupSize[1] + item.local[1]) * item.groupSize[0] + item.local[0];
  if (range.local[0] != 0)
    item.groupLinear = (item.group[2] * range.groups(1) + item.group[1]) * range.groups(0) + item.group[0];
  return item;
}

} // namespace weft::exectest
