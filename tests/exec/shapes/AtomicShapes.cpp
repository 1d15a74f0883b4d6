// Atomic functions on global and local memory, with results that do not depend on the order of work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

std::vector<Range> crowds() { return {line(64, 16), line(4096, 64), line(97, 97), line(30, 1), line(2000, 0)}; }

uint32_t bitsOf(Ints::const_iterator begin, Ints::const_iterator end) {
  return std::accumulate(begin, end, 0U, [](uint32_t bits, int value) { return bits | 1U << (value & 31); });
}

void describeGlobal(Case &c) {
  auto in = wholeNumbers<int>(c.items(), -999, 999);
  int count = static_cast<int>(in.size());
  int sum = std::accumulate(in.begin(), in.end(), 0);
  auto [least, greatest] = std::minmax_element(in.begin(), in.end());
  uint32_t parity = 0;
  uint32_t greatestUnsigned = 0;
  for (int value : in) {
    parity ^= static_cast<uint32_t>(value);
    greatestUnsigned = std::max(greatestUnsigned, static_cast<uint32_t>(value));
  }
  uint32_t bits = bitsOf(in.begin(), in.end());
  c.in(in);
  c.inOut(Ints{100, 100, 100, 100, 5000, -5000},
          Ints{100 + sum, 100 - sum, 100 + count, 100 - count, *least, *greatest});
  c.inOut(std::vector<uint32_t>{0xFFFFFFFF, 0, 0, 0}, std::vector<uint32_t>{~bits, bits, parity, greatestUnsigned});
}

void describeLocal(Case &c) {
  auto in = wholeNumbers<int>(c.items(), -999, 999);
  size_t size = c.range().local[0];
  Ints out;
  for (size_t group = 0; group < c.range().groups(0); ++group) {
    auto begin = in.cbegin() + static_cast<std::ptrdiff_t>(group * size);
    auto end = begin + static_cast<std::ptrdiff_t>(size);
    out.insert(out.end(), {std::accumulate(begin, end, 0), *std::min_element(begin, end), *std::max_element(begin, end),
                           static_cast<int>(bitsOf(begin, end)), static_cast<int>(size)});
  }
  c.in(in);
  c.out(out);
}

/// Each group's part has other trips, from none to a dozen. The work-items whose steps meet a byte are those that are
/// as far as the byte from the part's beginning, but for whole steps.
void describeCountsInSteps(Case &c) {
  const size_t size = c.range().local[0], groups = c.range().groups(0), step = 64;
  std::vector<uint32_t> ends;
  for (size_t group = 0; group < groups; ++group)
    ends.push_back((ends.empty() ? 0 : ends.back()) + static_cast<uint32_t>(group * 53 % 800));
  const auto bytes = wholeNumbers<uint8_t>(ends.back() + 1, 0, 255);
  std::vector<uint32_t> out(groups * 16, 0);
  for (size_t group = 0, i = 0; group < groups; ++group)
    for (size_t place = 0; i < ends[group]; ++i, ++place)
      for (size_t met = place % step; met <= place && met < size; met += step)
        ++out[group * 16 + bytes[i] % 16];
  c.in(bytes);
  c.in(ends);
  c.out(out);
}

/// Parameters (left, found): which bits of 32 work-items' word are left, and whether each found its own.
void describeTakenBits(Case &c) {
  const size_t size = c.range().local[0];
  std::vector<uint32_t> left;
  for (size_t i = 0; i < c.items(); ++i) {
    const size_t inWord = std::min<size_t>(32, size - i % size / 32 * 32);
    left.push_back(inWord == 32 ? 0 : ~0u << inWord);
  }
  c.out(left);
  c.out(std::vector<uint32_t>(c.items(), 1));
}

/// Tickets are a permutation; the chain from `head` visits every work-item once: all `next` and the head are distinct.
void describeExchanges(Case &c) {
  auto count = static_cast<int>(c.items());
  auto permutationFrom = [](int first) {
    return [first](Ints found) {
      Ints expected = counting<int>(found.size(), first);
      std::sort(found.begin(), found.end());
      return mismatch<int>(found, expected, {});
    };
  };
  c.scratch<int>(Ints(c.items(), -7), permutationFrom(0));
  c.scratch<int>(Ints{-1}, [count](const Ints &head) {
    return head[0] >= 0 && head[0] < count ? std::nullopt : std::optional<std::string>("no work-item is the head");
  });
  // Someone has -1 behind it; one of 0 .. count - 1, the head, is nobody's next.
  c.scratch<int>(Ints(c.items(), -7), [](Ints next) {
    std::sort(next.begin(), next.end());
    bool distinct = std::adjacent_find(next.begin(), next.end()) == next.end();
    bool inRange = next.front() == -1 && next.back() < static_cast<int>(next.size());
    return distinct && inRange ? std::nullopt : std::optional<std::string>("the chain misses work-items");
  });
  c.inOut(Ints{0, 10}, Ints{count, 10 + 2 * count});
  c.inOut(std::vector<float>{0.0F}, std::vector<float>{4.0F});
}

void describeC11(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 999);
  c.in(in);
  c.inOut(Ints{1, -5, 4096}, Ints{1 + std::accumulate(in.begin(), in.end(), 0), *std::max_element(in.begin(), in.end()),
                                  std::accumulate(in.begin(), in.end(), 4096, std::bit_or<>())});
}

void describeEveryType(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 999);
  int even = 0, odd = 0, parity = 0;
  float low = 0;
  for (int value : in) {
    (value & 1 ? odd : even) += value;
    parity ^= value;
    low += static_cast<float>(value % 16);
  }
  auto [least, greatest] = std::minmax_element(in.begin(), in.end());
  auto sum = static_cast<uint64_t>(even + odd);
  auto count = static_cast<uint32_t>(in.size());
  c.in(in);
  c.inOut(Ints{1, -5, 3, 9}, Ints{1 + even, *greatest, 3 ^ parity, 9 + odd});
  c.inOut(std::vector<uint64_t>{5, ~uint64_t(0)}, std::vector<uint64_t>{5 + (sum << 32), uint64_t(*least) + 7});
  c.inOut(std::vector<float>{0.5F, 0, 1e6F},
          std::vector<float>{0.5F + low, -2.0F * static_cast<float>(count), static_cast<float>(*least) * 0.5F});
  c.inOut(std::vector<double>{-1, 1}, std::vector<double>{*greatest * 0.25, 1 + static_cast<double>(sum) * 0.125});
  c.inOut(std::vector<uint32_t>{10}, std::vector<uint32_t>{10 + 3 * count});
}

/// All values are halfs without rounding: counts below 2048.
void describeHalf(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 999);
  const auto odd = std::count_if(in.begin(), in.end(), [](int value) { return value % 2 == 1; });
  const auto even = static_cast<std::ptrdiff_t>(in.size()) - odd;
  auto [least, greatest] = std::minmax_element(in.begin(), in.end());
  const auto bits = [](double value) { return std::bit_cast<uint16_t>(static_cast<_Float16>(value)); };
  c.in(in);
  c.inOut(std::vector<uint16_t>{bits(0.5), bits(0), bits(1000), bits(-1), bits(3)},
          std::vector<uint16_t>{bits(0.5 + static_cast<double>(even)), bits(-static_cast<double>(odd)),
                                bits(*least * 0.5), bits(*greatest * 0.25), bits(3 + static_cast<double>(odd))});
  Ints stored;
  for (int value : in)
    stored.push_back(bits(1 + (value & 7)));
  c.inOut(Ints(c.items(), 0), stored);
}

void describeReleaseAndAcquire(Case &c) {
  c.out(counting<int>(c.items(), 1));
  c.inOut(Ints(c.items(), 0), Ints(c.items(), 1));
  c.inOut(Ints{0}, Ints{0});
  c.out(Ints(c.items(), 1));
}

void describeColumns(Case &c) {
  const auto [columns, rows, slices] = c.range().global;
  const auto count = static_cast<int>(rows * slices);
  const auto sizes = static_cast<int>(100 * rows + 10 * slices + c.range().dimensions);
  c.inOut(Ints(columns, 0), Ints(columns, count));
  c.inOut(Ints(columns, 0), Ints(columns, count * sizes));
}

} // namespace

Shapes atomicShapes() {
  return {
      {.name = "global-atomics", .ranges = crowds(), .describe = describeGlobal},
      {.name = "local-atomics",
       .ranges = {line(64, 16), line(4096, 64), line(97, 97), line(30, 1), line(2048, 1024)},
       .describe = describeLocal},
      {.name = "counts-in-steps",
       .ranges = {line(64 * 40, 64), line(16 * 40, 16), line(40, 1), line(97 * 20, 97), line(256 * 40, 256)},
       .describe = describeCountsInSteps},
      {.name = "local-atomics-in-functions",
       .ranges = {line(64, 64), line(4096, 512), line(97, 97), line(30, 1)},
       .describe = describeTakenBits},
      {.name = "counts-columns",
       .ranges = {line(64, 16), line(1000, 0), plane({64, 12}, {16, 4}), plane({50, 7}, {10, 1}),
                  plane({33, 10}, {0, 0}), plane({40, 9}, {16, 4}), plane({16, 16}, {1, 16}, {3, 5}),
                  box({24, 6, 4}, {8, 3, 2}), box({17, 5, 3}, {0, 0, 0})},
       .describe = describeColumns,
       .options = openClC30},
      {.name = "atomic-exchanges", .ranges = crowds(), .describe = describeExchanges},
      {.name = "atomic-functions-of-c11",
       .ranges = {line(64, 64), line(97, 97)},
       .describe = describeC11,
       .options = openClC30},
      {.name = "atomics-of-every-type",
       .ranges = crowds(),
       .describe = describeEveryType,
       .options = openClC30,
       .needsDouble = true},
      {.name = "atomics-of-half",
       .ranges = {line(64, 16), line(97, 97), line(30, 1), line(1024, 64)},
       .describe = describeHalf,
       .options = openClC30},
      {.name = "release-and-acquire",
       .ranges = {line(64, 1), line(8192, 16), line(97, 97)},
       .describe = describeReleaseAndAcquire,
       .options = openClC30},
  };
}

} // namespace weft::exectest
