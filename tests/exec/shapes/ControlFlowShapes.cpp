// Control flow without barriers: what each work-item does on its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// Parameters (in, out): `expected` of one value.
template <class T, class Out> Shape elementwise(const char *name, std::vector<T> (*input)(size_t), Out (*expected)(T)) {
  return {.name = name, .ranges = flatLines(), .describe = [=](Case &c) {
            std::vector<T> in = input(c.items());
            std::vector<Out> out(in.size());
            std::transform(in.begin(), in.end(), out.begin(), expected);
            c.in(in);
            c.out(out);
          }};
}

std::vector<int> below1000(size_t count) { return wholeNumbers<int>(count, 0, 999); }
std::vector<uint32_t> from1To1000(size_t count) { return wholeNumbers<uint32_t>(count, 1, 1000); }

int collatzSteps(uint32_t value) {
  return value == 1 ? 0 : 1 + collatzSteps(value % 2 == 0 ? value / 2 : value * 3 + 1);
}

int nestedLoops(int value) {
  int sum = 0;
  for (int i = 0; i < value % 20 && sum <= 500; ++i) {
    if (i % 5 == 3)
      continue;
    int last = i == 0 ? 0 : std::min(i, value / i); // the last j with j * i <= value
    sum += i * last * (last + 1) / 2 + last + 1;
  }
  return sum;
}

std::vector<int> switchInput(size_t count) {
  auto in = wholeNumbers<int>(count, -20, 20);
  in[0] = -1000;
  in[count / 2] = 77777;
  return in;
}

int switchResult(int value) {
  const std::array<int, 8> dense{10, 25, 5, -1, value, value, -1, 32};
  int sparse = value == -1000 ? 1 : value == 5 ? 2 : value == 77777 ? 3 : 4;
  return dense[static_cast<size_t>(value & 7)] * 10 + sparse;
}

int duffResult(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum = sum * 3 + 1;
  return sum;
}

int firstFactors(int value) {
  for (int i = 1; i < 40; ++i)
    if (value > 0 && value % i == 0 && value / i < 40)
      return i * 1000 + value / i;
  return -1001;
}

int leastOddDivisor(int value) {
  if (value % 2 == 0)
    return 1;
  for (int k : {3, 5, 7, 9})
    if (value % k == 0)
      return k;
  return 2;
}

uint32_t digitsSorted(uint32_t value) {
  std::array<uint32_t, 8> digits{};
  for (uint32_t &digit : digits) {
    digit = value & 15;
    value >>= 4;
  }
  std::sort(digits.begin(), digits.end());
  return std::accumulate(digits.begin(), digits.end(), 0U, [](uint32_t all, uint32_t d) { return all << 4 | d; });
}

/// Coefficient of x^value in (1 + x)(1 + x^2)(1 + x^3) ...
int distinctPartitions(int value) {
  std::vector<int> ways(static_cast<size_t>(value) + 1, 0);
  ways[0] = 1;
  for (size_t part = 1; part < ways.size(); ++part)
    for (size_t sum = ways.size(); sum-- > part;)
      ways[sum] += ways[sum - part];
  return ways.back();
}

Shapes guardShapes() {
  Shapes shapes;
  shapes.push_back({.name = "guarded-by-size", .ranges = flatLines(), .describe = [](Case &c) {
                      size_t count = c.items() - c.items() / 3;
                      auto in = wholeNumbers<int>(count, 0, 999);
                      c.in(in);
                      for (int &value : in)
                        ++value;
                      c.out(in);
                      c.value(static_cast<uint32_t>(count));
                    }});
  shapes.push_back({.name = "ternary-and-short-circuit", .ranges = flatLines(), .describe = [](Case &c) {
                      auto in = below1000(c.items());
                      c.in(in);
                      std::vector<int> out(in.size(), 0);
                      for (size_t i = 0; i < in.size(); ++i) {
                        if (i > 0)
                          out[i] += 2 * (in[i - 1] > 500);
                        out[i] += i + 1 == in.size() ? 1 : in[i + 1] > 500;
                      }
                      c.out(out);
                      c.value(static_cast<int>(in.size()));
                    }});
  shapes.push_back({.name = "uniform-branches", .ranges = lines(), .describe = [](Case &c) {
                      int mode = static_cast<int>(c.index());
                      auto in = below1000(c.items());
                      c.in(in);
                      c.out(perItem<int>(c.range(), [&](const Item &item) {
                        int value = in[item.linear];
                        value = mode == 0 ? value + 1 : mode == 1 ? value * 2 : value;
                        return value + mode * static_cast<int>(item.group[0]) + mode * (mode - 1) / 2;
                      }));
                      c.value(mode);
                    }});
  shapes.push_back({.name = "empty-kernel", .ranges = flatLines(), .describe = [](Case &) {}});
  return shapes;
}

void describeGuardedDifferences(Case &c) {
  constexpr uint32_t distance = 5;
  const std::vector<uint32_t> in = from1To1000(c.items());
  const auto n = static_cast<uint32_t>(in.size());
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t l = i % static_cast<uint32_t>(c.range().local[0]);
    uint32_t sum = in[i];
    if (l >= distance)
      sum += in[i - distance] * 3;
    if (i >= distance + 2)
      sum += in[i - distance - 2] * 5;
    for (uint32_t j = l; j >= distance && j - distance < n; j -= distance + 1)
      sum += in[j - distance] * 7;
    out.push_back(sum);
  }
  c.in(in);
  c.out(out);
  c.value(distance);
}

/// What one-work-item-alone.cl says.
void describeLoneWorkItems(Case &c, size_t which) {
  const std::vector<int> in = wholeNumbers<int>(c.items(), -99, 999);
  const size_t size = c.range().local[0], groups = in.size() / size;
  const std::vector<int> before = wholeNumbers<int>(2 * groups, -50, 50);
  std::vector<int> out, ofGroup = before;
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t l = i % size, g = i / size, begin = g * size;
    std::vector<int> tile{in[begin - std::min<size_t>(begin, 1)]};
    tile.insert(tile.end(), in.begin() + static_cast<ptrdiff_t>(begin),
                in.begin() + static_cast<ptrdiff_t>(begin + size));
    tile.push_back(in[std::min(begin + size, in.size() - 1)]);
    int sum = tile[l] + 3 * tile[l + 2] + (l == size - 1 ? tile[size + 1] : 1);
    if (l == which && in[i] > 0) {
      std::array<int, 4> marks{};
      for (size_t k = 0; k < 9; ++k)
        if (tile[(l * 7 + k) % (size + 2)] % 2 != 0)
          marks[k % 4] += static_cast<int>(k) + 1;
      ofGroup[2 * g] = marks[static_cast<size_t>(in[i] % 4)];
      ofGroup[2 * g + 1] = 5;
      sum += before[2 * g + 1];
    }
    int turn = in[begin];
    for (size_t j = 0; j <= l; ++j)
      turn += tile[j % 3];
    out.push_back(sum + 7 * turn + (turn > 1000 ? in[in.size() - 1 - i] : 0));
  }
  c.in(in);
  c.out(out);
  c.inOut(before, ofGroup);
  c.local((size + 2) * sizeof(int));
  c.value(static_cast<int>(which));
}

} // namespace

Shapes controlFlowShapes() {
  Shapes shapes{
      elementwise("divergent-loop", from1To1000, collatzSteps),
      elementwise("nested-divergent-loops", below1000, nestedLoops),
      elementwise("divergent-switch", switchInput, switchResult),
      elementwise(
          "duffs-device", +[](size_t count) { return wholeNumbers<int>(count, 1, 19); }, duffResult),
      elementwise("goto-out-of-loops", below1000, firstFactors),
      {.name = "guarded-differences",
       .ranges = {line(64, 16), line(77, 7), line(256, 128), line(60, 60)},
       .describe = describeGuardedDifferences},
      elementwise("early-return", below1000, leastOddDivisor),
      elementwise(
          "function-chain", below1000, +[](int value) { return std::gcd(value, 360360); }),
      elementwise(
          "kernel-calls-kernel", below1000, +[](int value) { return value * 3 - 1; }),
      elementwise(
          "dynamically-indexed-private-array", +[](size_t count) { return anyBits<uint32_t>(count); }, digitsSorted),
      elementwise(
          "private-stack", +[](size_t count) { return wholeNumbers<int>(count, 0, 24); }, distinctPartitions),
  };
  for (const size_t which : {0U, 3U, 20U})
    shapes.push_back({.name = "one-work-item-alone",
                      .ranges = {line(64, 16), line(39, 13), line(96, 32), line(300, 100), line(512, 256), line(3, 1)},
                      .describe = [which](Case &c) { describeLoneWorkItems(c, which); }});
  for (Shape &shape : guardShapes())
    shapes.push_back(std::move(shape));
  return shapes;
}

} // namespace weft::exectest
