// What exchanges within groups come to, written as operations on the whole input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_EXEC_GROUP_REFERENCE_H
#define WEFT_TESTS_EXEC_GROUP_REFERENCE_H

#include <algorithm>
#include <vector>

#include "driver/Range.h"

namespace weft::exectest {

/// One-dimensional ranges: each group's values moved `by` places towards its front, those that fall out at the back.
template <class T> std::vector<T> rotated(std::vector<T> values, const Range &range, size_t by) {
  size_t size = range.local[0];
  for (auto group = values.begin(); group != values.end(); group += static_cast<std::ptrdiff_t>(size))
    std::rotate(group, group + static_cast<std::ptrdiff_t>(by % size), group + static_cast<std::ptrdiff_t>(size));
  return values;
}

/// The same with another distance for each group.
template <class T, class Distance>
std::vector<T> rotatedBy(std::vector<T> values, const Range &range, Distance distanceOfGroup) {
  size_t size = range.local[0];
  for (size_t g = 0; g < range.groups(0); ++g) {
    auto group = values.begin() + static_cast<std::ptrdiff_t>(g * size);
    std::rotate(group, group + static_cast<std::ptrdiff_t>(distanceOfGroup(g) % size),
                group + static_cast<std::ptrdiff_t>(size));
  }
  return values;
}

/// The linear global ids of each group's work-items, in the order of their linear local ids.
inline std::vector<std::vector<size_t>> groupsOf(const Range &range) {
  std::vector<std::vector<size_t>> groups(range.groups());
  for (size_t z = 0; z < range.global[2]; ++z)
    for (size_t y = 0; y < range.global[1]; ++y)
      for (size_t x = 0; x < range.global[0]; ++x) {
        const Item item = itemAt(range, {x, y, z});
        std::vector<size_t> &group = groups[item.groupLinear];
        group.resize(std::max(group.size(), item.localLinear + 1));
        group[item.localLinear] = item.linear;
      }
  return groups;
}

/// Global linear ids of a sub-group's work-items in the order of its lanes.
using Lanes = std::vector<size_t>;

/// Consecutive work-items of each group, by their linear local id.
inline std::vector<Lanes> subGroupsOf(const Range &range, size_t size) {
  std::vector<Lanes> all;
  for (const std::vector<size_t> &group : groupsOf(range))
    for (size_t first = 0; first < group.size(); first += size)
      all.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(first),
                       group.begin() + static_cast<std::ptrdiff_t>(std::min(first + size, group.size())));
  return all;
}

/// Ranges of any dimension, with groups of any sizes: each group's values moved `by` places towards its front.
template <class T> std::vector<T> rotatedInGroups(const std::vector<T> &values, const Range &range, size_t by) {
  std::vector<T> moved(values.size());
  for (const std::vector<size_t> &group : groupsOf(range))
    for (size_t i = 0; i < group.size(); ++i)
      moved[group[i]] = values[group[(i + by) % group.size()]];
  return moved;
}

/// Each group back to front.
template <class T> std::vector<T> reversed(std::vector<T> values, const Range &range) {
  auto size = static_cast<std::ptrdiff_t>(range.local[0]);
  for (auto group = values.begin(); group != values.end(); group += size)
    std::reverse(group, group + size);
  return values;
}

template <class T> std::vector<T> plus(std::vector<T> values, T addend) {
  for (T &value : values)
    value = static_cast<T>(value + addend);
  return values;
}

} // namespace weft::exectest

#endif
