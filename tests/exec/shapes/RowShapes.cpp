// Rows of a group that are shorter than a packet, or whose last packet isn't full.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <numbers>
#include <string>
#include <vector>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Sizes of rows below, at and above the multiples of all packets' widths; the last groups may be smaller.
std::vector<Range> rows() {
  return {line(4, 1),
          line(9, 3),
          line(45, 15),
          line(64, 16),
          line(51, 17),
          line(69, 23),
          line(66, 33),
          line(200, 100),
          line(1000, 300),
          plane({46, 10}, {23, 5}),
          plane({50, 7}, {17, 3}),
          plane({35, 4}, {16, 2}),
          box({20, 4, 5}, {18, 2, 2})};
}

/// The group's values after some rounds of rests-of-rows. Each round r adds to each value the one r + 1 places further,
/// so the inputs that have come together are those at the sums of all subsets of 1, 2, .. `rounds`.
int valueAfter(const Ints &inputs, size_t place, int rounds) {
  int sum = 0;
  for (unsigned subset = 0; subset < 1u << rounds; ++subset) {
    size_t distance = 0;
    for (int round = 0; round < rounds; ++round)
      distance += (subset >> round & 1) != 0 ? static_cast<size_t>(round) + 1 : 0;
    sum += inputs[(place + distance) % inputs.size()];
  }
  return sum % 1000;
}

/// How many numbers from `first` on are no multiples of 3, up to the next that is `last` modulo 61.
int stepsBetween(int first, int last) {
  const int distance = ((last - first) % 61 + 61) % 61;
  const auto multiplesBelow = [](int end) { return (end + 2) / 3; };
  return distance - (multiplesBelow(first + distance) - multiplesBelow(first));
}

/// What rests-of-rows leaves to each work-item of a group, in closed form.
Ints restsOfGroup(const Ints &inputs, int mostRounds) {
  const size_t size = inputs.size();
  int rounds = 1;
  while (rounds < mostRounds && valueAfter(inputs, size - 1, rounds - 1) % 7 != 3)
    ++rounds;
  const auto weight = [](int round) { return (static_cast<int>(std::pow(3, round + 1)) - 1) / 2; }; // 1, 4, 13, 40, ..
  int firsts = 0;
  for (int round = 0; round < rounds; ++round)
    firsts += valueAfter(inputs, 0, round) * weight(round);
  Ints results;
  for (size_t l = 0; l < size; ++l) {
    int steps = 0;
    for (int round = 0; round < rounds; ++round)
      steps +=
          stepsBetween(valueAfter(inputs, l + static_cast<size_t>(round) + 1, round), valueAfter(inputs, l, round));
    const int value = valueAfter(inputs, l, rounds);
    results.push_back(value % 5 == 0 ? -steps - weight(rounds) : steps * 1000 + value + firsts % 100000);
  }
  return results;
}

Shape rests() {
  return {.name = "rests-of-rows",
          .ranges = rows(),
          .describe =
              [](Case &c) {
                const int rounds = 6;
                const Ints in = wholeNumbers<int>(c.items(), 0, 999);
                Ints out(c.items());
                for (const std::vector<size_t> &group : groupsOf(c.range())) {
                  Ints inputs;
                  for (size_t item : group)
                    inputs.push_back(in[item]);
                  const Ints results = restsOfGroup(inputs, rounds);
                  for (size_t l = 0; l < group.size(); ++l)
                    out[group[l]] = results[l];
                }
                c.in(in);
                c.out(out);
                c.local(c.range().groupItems() * sizeof(int));
                c.value(rounds);
              },
          .options = openClC30};
}

Shape pixels() {
  return {.name = "pixels-of-rows",
          .ranges = rows(),
          .describe =
              [](Case &c) {
                // The differences come first, the colours that have them follow: then 3 red + 4 green + blue is
                // 8 green and three of the first differences less the second.
                const int limit = 19;
                const auto greens = wholeNumbers<int>(c.items(), 64, 191);
                const auto moreRed = wholeNumbers<int>(c.items(), -64, 64, 2);
                const auto lessBlue = wholeNumbers<int>(c.items(), -64, 64, 3);
                std::vector<uint8_t> in;
                std::vector<int16_t> pairs;
                for (size_t i = 0; i < c.items(); ++i)
                  for (int colour : {greens[i] + moreRed[i], greens[i], greens[i] - lessBlue[i]})
                    in.push_back(static_cast<uint8_t>(colour));
                c.in(in);
                c.out(perItem<uint8_t>(c.range(), [&](const Item &item) {
                  const size_t i = item.linear;
                  pairs.push_back(static_cast<int16_t>(moreRed[i]));
                  pairs.push_back(static_cast<int16_t>(item.global[0] < limit ? lessBlue[i] : -1));
                  return greens[i] + static_cast<int>(std::floor((3 * moreRed[i] - lessBlue[i]) / 8.0));
                }));
                c.out(pairs);
                c.value(limit);
              },
          .options = openClC30};
}

/// Of the rows that kernels put their work-items into: shorter than packets, as long, longer than groups.
int lengthFor(const Case &c) {
  const int lengths[] = {56, 1, 33, 7, 16, 2, 100, 8, 31, 3, 15, 1000, 5, 17, 64, 4};
  return lengths[c.index() % std::size(lengths)];
}

std::vector<Range> dividedRanges() {
  return {line(7, 7),      line(112, 64),  line(448, 32),   line(1000, 250), line(1001, 256),
          line(900, 300),  line(2048, 64), line(640, 128),  line(333, 111),  line(1234, 97),
          line(4096, 512), line(520, 40),  line(1500, 500), line(70, 33),    line(2100, 1024)};
}

/// What ids-divided-into-rows.cl says of number `i`. Sums wrap.
unsigned rowValue(const Ints &source, int i, int width, int height, int pitch) {
  const int x = i % width, row = i / width, y = row % height, z = row / height;
  const auto at = [&](int column) {
    return static_cast<unsigned>(
        source[static_cast<size_t>(row) * static_cast<size_t>(pitch) + static_cast<size_t>(column)]);
  };
  unsigned value = at(x) * 4 + static_cast<unsigned>(y);
  if (x > 0)
    value += at(x - 1);
  if (x < width - 1 && y != 1)
    value -= at(x + 1) * 2;
  for (int k = 0; k < y % 3; ++k)
    value = value * 3 + at((x + k) % pitch);
  return value + static_cast<unsigned>(z) * 1000;
}

Shape intoRows() {
  std::vector<Range> ranges = dividedRanges();
  for (const Range &range : {line(1000, 128, 56), plane({600, 3}, {64, 2}), plane({333, 2}, {100, 1})})
    ranges.push_back(range);
  return {.name = "ids-divided-into-rows",
          .ranges = ranges,
          .describe =
              [](Case &c) {
                const int width = lengthFor(c), height = 5, pitch = width + 3;
                // Some ranges begin with numbers below 0.
                const auto first = static_cast<int>(c.range().offset[0] + (c.index() % 3 == 2 ? 5 : 0));
                const auto n = static_cast<int>(c.range().global[0] - c.range().global[0] / 10);
                const size_t rows = c.range().global[0] / static_cast<size_t>(width) + 2 * static_cast<size_t>(height);
                const auto source = wholeNumbers<int>(rows * static_cast<size_t>(pitch), -99, 99);
                Ints out(c.items());
                for (size_t item = 0; item < c.items(); ++item) {
                  const size_t line = item / c.range().global[0];
                  const int i = static_cast<int>(item % c.range().global[0] + c.range().offset[0]) - first;
                  if (i >= 0 && i < n)
                    out[line * c.range().global[0] + static_cast<size_t>(i)] =
                        static_cast<int>(rowValue(source, i, width, height, pitch));
                }
                c.in(source);
                c.inOut(Ints(c.items()), out);
                for (int number : {n, first, width, height, pitch})
                  c.value(number);
              },
          .options = openClC30};
}

Shape withoutSign() {
  return {.name = "ids-divided-without-sign",
          .ranges = dividedRanges(),
          .describe =
              [](Case &c) {
                const auto width = static_cast<uint32_t>(lengthFor(c));
                const uint64_t height = 3;
                const uint32_t other = 11;
                const auto n = static_cast<uint32_t>(c.items());
                const auto in = wholeNumbers<uint32_t>(c.items(), 0, 99999);
                c.in(in);
                c.out(perItem<uint32_t>(c.range(), [&](const Item &item) {
                  const auto i = static_cast<uint32_t>(item.linear);
                  const uint32_t x = i % width, row = i / width;
                  uint32_t value = in[(row * width + width - 1 - x) % n] + row % static_cast<uint32_t>(height) * 7;
                  value ^= in[i / other] + i % other;
                  if (item.local[0] % width == x)
                    value += 100000;
                  return value + row / static_cast<uint32_t>(height) * 3 + static_cast<uint32_t>(item.groupSize[0]);
                }));
                c.value(width);
                c.value(height);
                c.value(other);
              },
          .options = openClC30};
}

Shape byConstants() {
  std::vector<Range> ranges = dividedRanges();
  ranges.push_back(line(7000, 448));
  return {.name = "ids-divided-by-constants",
          .ranges = ranges,
          .describe =
              [](Case &c) {
                const auto in = wholeNumbers<int>(c.items(), -99, 99);
                const auto ofPlanes = wholeNumbers<int>(c.items() / 3136 + 1, 1, 9, 2);
                c.in(in);
                c.out(perItem<int>(c.range(), [&](const Item &item) {
                  const size_t i = item.linear, row = i / 56 % 56;
                  const int above = row > 0 ? in[i - 56] : 0;
                  const int below = row < 55 && i + 56 < c.items() ? in[i + 56] : 0;
                  return (in[i] * ofPlanes[i / 3136] + above - below) * 64 + static_cast<int>(i % 56);
                }));
                c.in(ofPlanes);
              },
          .options = openClC30};
}

Shape inALoop() {
  return {.name = "rows-counted-in-a-loop",
          .ranges = dividedRanges(),
          .describe =
              [](Case &c) {
                const int width = lengthFor(c), pitch = width + 3;
                // Less than a trip for all, exactly one, one or two, and four.
                const size_t trips[] = {7, 8, 13, 32};
                const auto n = c.items() * trips[c.index() % std::size(trips)] / 8;
                const auto in =
                    wholeNumbers<int>((n / static_cast<size_t>(width) + 1) * static_cast<size_t>(pitch), -99, 99);
                Ints out(n);
                for (size_t i = 0; i < n; ++i) {
                  const auto [row, column] = std::div(static_cast<int>(i), width);
                  int sum = 0;
                  for (int k = 0; k <= row % 4; ++k)
                    sum = sum * 5 + in[static_cast<size_t>(row * pitch + column + k)];
                  out[i] = sum + column;
                }
                c.in(in);
                c.out(out);
                c.value(static_cast<int>(n));
                c.value(width);
                c.value(pitch);
              },
          .options = openClC30};
}

template <class T> Shape windows(const std::string &type) {
  const auto describe = [](Case &c) {
    const auto width = static_cast<int>(c.range().global[0]), height = static_cast<int>(c.range().global[1]);
    const int radius = static_cast<int>(c.index() % 4) * 3;
    const auto in = wholeNumbers<T>(c.items(), 0, 100);
    std::vector<T> least, greatest;
    Ints sums;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int left = std::max(x - radius, 0), right = std::min(x + radius, width - 1);
        const auto at = [&](int column, int row) { return in[static_cast<size_t>(row * width + column)]; };
        T low = 127, high = 0;
        for (int j = std::max(y - 1, 0); j <= std::min(y + 1, height - 1); ++j)
          for (int i = left; i <= right; ++i) {
            low = std::min(low, at(i, j));
            high = std::max(high, at(i, j));
          }
        int sum = 0;
        for (int i = std::max(left - 2, 0); i <= right; ++i)
          sum += static_cast<int>(at(i, y));
        least.push_back(low);
        greatest.push_back(high);
        sums.push_back(sum);
      }
    c.in(in);
    c.out(least);
    c.out(greatest);
    c.out(sums);
    c.value(width);
    c.value(height);
    c.value(radius);
  };
  return {.name = "clamped-windows-" + type,
          .ranges = {plane({46, 10}, {23, 5}), plane({64, 9}, {32, 3}), plane({100, 4}, {100, 1}),
                     plane({128, 4}, {64, 2}), plane({37, 5}, {37, 5})},
          .describe = describe,
          .options = "-DT=" + type,
          .file = "clamped-windows"};
}

Shape functionsOfColumns() {
  std::vector<Range> ranges = rows();
  ranges.push_back(plane({128, 24}, {64, 8}));
  ranges.push_back(plane({96, 9}, {48, 3}, {5, 2}));
  ranges.push_back(plane({150, 13}, {100, 5}));
  ranges.push_back(box({70, 6, 8}, {35, 3, 4}));
  return {.name = "functions-of-columns",
          .ranges = ranges,
          .describe =
              [](Case &c) {
                const float base = 1.75F;
                const size_t skipped = 1;
                const auto in = fractions<float>(c.items(), 0, 1);
                const auto kept = perItem<double>(c.range(), [&](const Item &item) {
                  const auto x = static_cast<double>(item.global[0]);
                  return static_cast<double>(in[item.linear]) * std::pow(1.75, 0.01 * x) * std::log2(x + 2);
                });
                const std::vector<std::vector<size_t>> groups = groupsOf(c.range());
                std::vector<float> weighted(c.items(), -1);
                c.in(in);
                const auto turned = perItem<float>(c.range(), [&](const Item &item) {
                  const auto x = static_cast<double>(item.global[0]);
                  if ((item.global[1] + item.global[2]) % 3 != skipped)
                    weighted[item.linear] = static_cast<float>(
                        in[item.linear] > 0.5F
                            ? kept[item.linear] * std::sqrt(x + 1) + static_cast<double>(item.global[1])
                            : kept[item.linear] + static_cast<double>(item.global[2]));
                  const std::vector<size_t> &group = groups[item.groupLinear];
                  const double other = kept[group[(item.localLinear + item.groupSize[0]) % group.size()]];
                  return other * (2 + std::cos(std::numbers::pi * 0.125 * x)) + std::exp2(0.0625 * std::fmod(x, 16));
                });
                c.inOut(std::vector<float>(c.items(), -1), weighted, {.ulps = 64});
                c.out(turned, {.ulps = 64});
                c.local(c.range().groupItems() * sizeof(float));
                c.value(base);
                c.value(static_cast<int>(skipped));
              },
          .options = openClC30};
}

} // namespace

Shapes rowShapes() {
  return {rests(),
          pixels(),
          intoRows(),
          withoutSign(),
          byConstants(),
          inALoop(),
          functionsOfColumns(),
          windows<uint8_t>("uchar"),
          windows<int32_t>("int"),
          windows<float>("float")};
}

} // namespace weft::exectest
