// Rows of a group that are shorter than a packet, or whose last packet isn't full.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

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

} // namespace

Shapes rowShapes() { return {rests(), pixels()}; }

} // namespace weft::exectest
