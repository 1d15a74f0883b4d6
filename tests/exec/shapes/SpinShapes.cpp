// Work-items and sub-groups that wait for others in loops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

std::vector<Range> groupsOfAllSizes() {
  return {line(30, 1), line(64, 64), line(200, 100), line(77, 16), plane({13, 7}, {5, 3}), box({6, 4, 4}, {3, 2, 2})};
}

void describeLocks(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), 0, 999);
  Ints sums(4, 0);
  Ints greatest(8, 0);
  for (int value : in) {
    const auto number = static_cast<size_t>(value & 3);
    sums[number] += value;
    greatest[number] = std::max(greatest[number], value);
    greatest[4 + number] += 1;
  }
  c.in(in);
  c.inOut(Ints(4, 0), Ints(4, 0));
  c.inOut(Ints(4, 0), sums);
  c.inOut(Ints(4, 0), Ints(4, 0));
  c.inOut(Ints(8, 0), greatest);
}

void describeWorkItems(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -99, 99);
  Ints out(c.items());
  for (const std::vector<size_t> &group : groupsOf(c.range())) {
    int sum = 0;
    for (size_t i = group.size(); i-- > 0;)
      out[group[i]] = sum += in[group[i]];
    for (size_t item : group)
      out[item] += sum;
  }
  c.in(in);
  c.out(out);
  c.local(4096 * sizeof(int));
  c.local(4096 * sizeof(int));
}

/// Turns from the last sub-group to the first one.
void describeSubGroups(Case &c, size_t size) {
  const auto in = wholeNumbers<int>(c.items(), -99, 99);
  Ints out(c.items());
  for (const std::vector<size_t> &group : groupsOf(c.range())) {
    int hash = 1;
    for (size_t first = (group.size() - 1) / size * size;; first -= size) {
      int sum = 0;
      for (size_t i = first; i < std::min(first + size, group.size()); ++i) {
        sum += in[group[i]];
        out[group[i]] = hash;
      }
      hash = (hash * 31 + sum) & 0xFFFFF;
      if (first == 0)
        break;
    }
  }
  c.in(in);
  c.out(out);
  c.out(Ints(c.items(), static_cast<int>(size)));
}

void describeLookBack(Case &c) {
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(c.items(), 0, 99);
  std::vector<uint32_t> sums;
  std::vector<uint32_t> states;
  for (size_t i = 0; i < in.size(); ++i) {
    sums.push_back((i == 0 ? 0 : sums.back()) + in[i]);
    if ((i + 1) % c.range().local[0] == 0)
      states.push_back(0x80000000 | sums.back());
  }
  const auto groups = static_cast<uint32_t>(states.size());
  c.in(in);
  c.out(sums);
  c.inOut(std::vector<uint32_t>(groups), states);
  c.inOut(std::vector<uint32_t>{0}, std::vector<uint32_t>{groups});
}

} // namespace

Shapes spinShapes() {
  Shapes shapes;
  for (const char *more : {"", " -cl-opt-disable"}) {
    const std::string suffix = *more ? "-unoptimised" : "";
    const std::string options = std::string(openClC30) + more;
    shapes.push_back({.name = "spin-locks" + suffix,
                      .ranges = groupsOfAllSizes(),
                      .describe = describeLocks,
                      .options = options,
                      .file = "spin-locks"});
    shapes.push_back({.name = "spin-waits-between-work-items" + suffix,
                      .ranges = groupsOfAllSizes(),
                      .describe = describeWorkItems,
                      .options = options,
                      .file = "spin-waits-between-work-items"});
    shapes.push_back({.name = "decoupled-look-back" + suffix,
                      .ranges = {line(64, 64), line(4096, 16), line(100, 1), line(65536, 256)},
                      .describe = describeLookBack,
                      .options = options,
                      .file = "decoupled-look-back"});
    for (size_t size : {4, 8, 16, 32})
      shapes.push_back({.name = "spin-waits-between-sub-groups-of-" + std::to_string(size) + suffix,
                        .ranges = groupsOfAllSizes(),
                        .describe = [=](Case &c) { describeSubGroups(c, size); },
                        .options = options + " -DSIZE=" + std::to_string(size),
                        .needsSubGroups = true,
                        .file = "spin-waits-between-sub-groups"});
  }
  return shapes;
}

} // namespace weft::exectest
