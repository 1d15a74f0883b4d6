// Rows of a group that are shorter than a packet, or whose last packet isn't full.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

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

/// What rests-of-rows leaves to each work-item of a group, whose inputs are in `own`.
Ints restsOfGroup(Ints own, int rounds) {
  const size_t size = own.size();
  Ints steps(size, 0);
  int firsts = 0;
  int weight = 1;
  for (int round = 0; round < rounds; ++round) {
    const Ints tile = own;
    for (size_t l = 0; l < size; ++l) {
      const int other = tile[(l + static_cast<size_t>(round) + 1) % size];
      for (int i = 0; i < 60 && (other + i) % 61 != tile[l] % 61; ++i)
        steps[l] += (other + i) % 3 != 0;
      own[l] = (tile[l] + other) % 1000;
    }
    firsts += tile[0] * weight;
    weight = weight * 3 + 1;
    if (tile[size - 1] % 7 == 3)
      break;
  }
  Ints results;
  for (size_t l = 0; l < size; ++l)
    results.push_back(own[l] % 5 == 0 ? -steps[l] - weight : steps[l] * 1000 + own[l] + firsts % 100000);
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
                  Ints own;
                  for (size_t item : group)
                    own.push_back(in[item]);
                  const Ints results = restsOfGroup(own, rounds);
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
                const int limit = 19;
                const auto in = anyBits<uint8_t>(3 * c.items());
                std::vector<int16_t> pairs;
                c.in(in);
                c.out(perItem<uint8_t>(c.range(), [&](const Item &item) {
                  const uint8_t *pixel = &in[3 * item.linear];
                  pairs.push_back(static_cast<int16_t>(pixel[0] - pixel[1]));
                  pairs.push_back(static_cast<int16_t>(item.global[0] < limit ? pixel[1] - pixel[2] : -1));
                  return (3 * pixel[0] + 4 * pixel[1] + pixel[2]) / 8;
                }));
                c.out(pairs);
                c.value(limit);
              },
          .options = openClC30};
}

} // namespace

Shapes rowShapes() { return {rests(), pixels()}; }

} // namespace weft::exectest
