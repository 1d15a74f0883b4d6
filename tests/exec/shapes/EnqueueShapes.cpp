// Kernels that enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;
using Uints = std::vector<uint32_t>;

std::vector<Range> someGroups() { return {line(48, 16), line(39, 13), line(5, 1), line(200, 100)}; }
std::vector<Range> groupsOfAllShapes() {
  return {line(48, 16), line(7, 1), plane({13, 7}, {5, 3}), box({4, 3, 2}, {2, 3, 1})};
}

void describeChildren(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -999, 999);
  const Ints addends = {5, -7, 11};
  Ints out;
  for (size_t i = 0; i < in.size(); ++i)
    for (int addend : addends)
      out.push_back(in[i] + 2 * addend + static_cast<int>(i) + static_cast<int8_t>(i));
  c.in(in);
  c.out(out);
  c.inOut(Ints{0}, Ints{0});
  c.in(addends);
}

void describeBehindKernel(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -99, 99);
  Ints squares;
  int sum = 10;
  for (int value : in) {
    squares.push_back(value * value);
    sum += value * value;
  }
  c.in(in);
  c.out(squares);
  c.inOut(Ints{10}, Ints{sum});
}

void describeBehindGroup(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -99, 99);
  Ints squares, sums(c.range().groups());
  for (size_t i = 0; i < in.size(); ++i) {
    squares.push_back(in[i] * in[i]);
    sums[i / c.range().local[0]] += squares.back();
  }
  c.in(in);
  c.out(squares);
  c.inOut(Ints(sums.size()), sums);
}

void describeTree(Case &c) { c.inOut(Ints(37 * c.items()), Ints(37 * c.items(), 1)); }

void describeEvents(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -999, 999);
  Ints out;
  for (int value : in)
    out.push_back(5 * (3 * (value + 7) + 1) - 2);
  c.inOut(in, out);
  c.inOut(Ints{0}, Ints{0});
}

void describeLocalArguments(Case &c) {
  const auto in = wholeNumbers<int>(8 * c.items(), -99, 99);
  Ints out(in.size(), -1);
  for (size_t item = 0; item < c.items(); ++item)
    for (size_t i = 0, last = 3 + item % 5; i <= last; ++i)
      out[8 * item + i] = in[8 * item + last - i] + 1000 * static_cast<int>(last - i);
  c.in(in);
  c.inOut(Ints(in.size(), -1), out);
  c.inOut(Ints{0}, Ints{0});
}

void describeRanges(Case &c) {
  const Range ranges[] = {line(12, 4),
                          line(12, 3, 5),
                          plane({6, 4}, {3, 2}),
                          plane({6, 4}, {3, 2}, {3, 1}),
                          box({2, 3, 4}, {2, 1, 2}),
                          box({2, 3, 4}, {2, 1, 2}, {1, 2, 3})};
  const auto seen = [](const Range &range, bool isSized) {
    auto values = perItem<uint32_t>(range, [&](const Item &item) {
      const uint32_t ids = static_cast<uint32_t>(item.global[0] + 16 * item.global[1] + 256 * item.global[2]);
      const uint32_t sizes =
          static_cast<uint32_t>((item.groupSize[0] << 14) + (item.groupSize[1] << 16) + (item.groupSize[2] << 20));
      return ids + 4096 * range.dimensions + (isSized ? sizes : 0);
    });
    values.resize(64, 77);
    return values;
  };
  Uints out;
  const auto add = [&](const Range &range, bool isSized) {
    std::ranges::copy(seen(range, isSized), std::back_inserter(out));
  };
  for (size_t item = 0; item < c.items(); ++item) {
    add(line(10, 10), false);
    add(ranges[0], true);
    add(ranges[1], true);
    add(ranges[2], false);
    add(ranges[2], true);
    add(ranges[3], true);
    add(ranges[4], false);
    add(ranges[4], true);
    add(ranges[5], true);
  }
  c.inOut(Uints(out.size(), 77), out);
}

void describeControlFlow(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), -3, 6);
  std::vector<int> totals(c.range().groups());
  for (size_t i = 0; i < in.size(); ++i)
    totals[i / c.range().local[0]] += std::max(0, in[i]);
  Ints out;
  for (size_t i = 0; i < in.size(); ++i) {
    int sum = in[i] < 0 ? totals[i / c.range().local[0]] : 0;
    for (int k = 0; k < in[i]; ++k)
      sum += k == 2 ? 0 : 2 * (k + 1);
    out.push_back(sum);
  }
  c.in(in);
  c.inOut(Ints(in.size()), out);
}

void describeQueries(Case &c) {
  Ints out;
  for (size_t i = 0; i < c.items(); ++i)
    out.push_back(100 + static_cast<int>(i));
  c.out(out);
  c.inOut(Ints{0}, Ints{0});
}

} // namespace

Shapes enqueueShapes() {
  Shapes shapes = {
      {"enqueue-children", groupsOfAllShapes(), describeChildren},
      {"enqueue-behind-kernel", groupsOfAllShapes(), describeBehindKernel},
      {"enqueue-behind-group", someGroups(), describeBehindGroup},
      {"enqueue-tree", {line(1, 1), line(32, 16)}, describeTree},
      {"enqueue-events", groupsOfAllShapes(), describeEvents},
      {"enqueue-local-arguments", groupsOfAllShapes(), describeLocalArguments},
      {"enqueue-ranges", {line(1, 1), line(20, 10)}, describeRanges},
      {"enqueue-in-control-flow", someGroups(), describeControlFlow},
      {"enqueue-queries", someGroups(), describeQueries},
  };
  for (Shape &shape : shapes) {
    shape.options = openClC30;
    shape.needsDeviceQueues = true;
  }
  return shapes;
}

} // namespace weft::exectest
