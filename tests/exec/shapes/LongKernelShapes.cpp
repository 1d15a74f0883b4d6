// Kernels so long that the compiler cuts them up.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Group = std::vector<uint32_t>;

/// `run(items)` advances the work-items of one group, given their input values.
template <class Run> std::vector<uint32_t> perGroup(const Range &range, const std::vector<uint32_t> &in, Run run) {
  std::vector<uint32_t> out;
  for (size_t first = 0; first < in.size(); first += range.local[0]) {
    Group group(in.begin() + static_cast<ptrdiff_t>(first),
                in.begin() + static_cast<ptrdiff_t>(std::min(first + range.local[0], in.size())));
    run(group);
    out.insert(out.end(), group.begin(), group.end());
  }
  return out;
}

std::vector<uint32_t> inputs(const Case &c) {
  std::vector<uint32_t> in;
  for (int value : wholeNumbers<int>(c.items(), 0, 99999))
    in.push_back(static_cast<uint32_t>(value));
  return in;
}

/// One step of all work-items: from what each put into local memory to what each has next.
template <class Next> void exchange(Group &x, uint32_t added, Next next) {
  Group shared = x;
  for (uint32_t &value : shared)
    value += added;
  for (size_t l = 0; l < x.size(); ++l)
    x[l] = next(l, x[l], shared);
}

void describeBarriers(Case &c) {
  const uint32_t n = 7;
  const auto in = inputs(c);
  c.in(in);
  c.out(perGroup(c.range(), in, [](Group &x) {
    uint32_t same = n;
    std::vector<std::array<uint32_t, 4>> kept(x.size());
    std::vector<std::array<uint32_t, 4>> inner(x.size());
    for (size_t l = 0; l < x.size(); ++l)
      inner[l].fill(x[l]);
    for (uint32_t step = 1; step <= 64; ++step) {
      exchange(x, step, [&](size_t l, uint32_t value, const Group &shared) {
        value = value * 3 + shared[(l + step) % shared.size()];
        kept[l][value % 4] += value;
        for (uint32_t j = 0; j < 3; ++j)
          inner[l][(value + j) % 4] = value ^ j;
        value += inner[l][(value >> 3) % 4];
        inner[l].fill(value);
        return value;
      });
      same = same * 5 + n + step;
    }
    for (size_t l = 0; l < x.size(); ++l)
      x[l] += same + kept[l][0] * 3 + kept[l][1] * 5 + kept[l][2] * 7 + kept[l][3];
  }));
  c.local(c.range().local[0] * sizeof(uint32_t));
  c.value(n);
}

void describeLoops(Case &c) {
  const auto n = static_cast<uint32_t>(c.index() % 4); // from loops that don't run to some rounds
  const auto in = inputs(c);
  c.in(in);
  c.out(perGroup(c.range(), in, [n](Group &x) {
    for (uint32_t round = 0; round < 2; ++round)
      for (uint32_t number = 1; number <= 24; ++number) {
        for (uint32_t t = 0; t < n; ++t)
          exchange(x, number, [&](size_t l, uint32_t value, const Group &shared) {
            return (value + (n > 2 ? shared[(l + t) % shared.size()] : 0)) * 5 + t;
          });
        for (uint32_t &value : x)
          value += value % 3 == number % 3 ? number : 0;
      }
  }));
  c.local(c.range().local[0] * sizeof(uint32_t));
  c.value(n);
}

/// What one work-item of many-loops-in-a-branch does.
struct BranchItem {
  uint32_t x, sum = x;
  std::array<uint32_t, 4> kept{x, 1, 2, 3};

  void run(uint32_t firstStep, uint32_t lastStep) {
    for (uint32_t number = firstStep; number <= lastStep; ++number) {
      for (uint32_t t = 0; t < x % 4; ++t)
        sum += kept[(x + t) % 4] ^ t;
      if (sum % 8 == number % 8) {
        std::array<uint32_t, 3> own{sum, x, number};
        for (uint32_t t = 0; t < 5; ++t)
          own[(sum + t) % 3] += t * x;
        sum += own[0] + own[1] * 3 + own[2] * 5;
        sum += sum % 2; // an odd sum chooses the private pointer
      }
      kept[sum % 4] += sum + number;
      x = x * 5 + sum;
    }
  }

  uint32_t result() {
    if (x % 3 != 0) {
      run(1, 16);
      if (x % 11 == 0)
        return sum;
      run(17, 64);
    }
    return x + kept[0] + kept[1] * 3 + kept[2] * 5 + kept[3] * 7;
  }
};

void describeBranch(Case &c) {
  const auto in = inputs(c);
  c.in(in);
  std::vector<uint32_t> out;
  for (uint32_t value : in)
    out.push_back(BranchItem{value}.result());
  c.out(out);
}

void describeLiveVectors(Case &c) {
  constexpr size_t count = 640;
  constexpr size_t width = 16;
  std::vector<uint64_t> before(c.items() * count * width);
  for (size_t i = 0; i < before.size(); ++i)
    before[i] = i * 31;
  std::vector<uint32_t> places(count);
  for (size_t k = 0; k < count; ++k)
    places[k] = static_cast<uint32_t>((k * 377 + 5) % count); // each once, as 377 and 640 have no common factor
  std::vector<uint64_t> after(before.size());
  for (size_t i = 0; i < before.size(); ++i) {
    const size_t vector = i / width;
    after[(vector / count * count + places[vector % count]) * width + i % width] = before[i];
  }
  c.inOut(before, after);
  c.in(places);
}

} // namespace

Shapes longKernelShapes() {
  const std::vector<Range> ranges = {line(1, 1), line(64, 16), line(77, 7), line(256, 128), line(60, 60)};
  return {
      {.name = "long-kernel-with-barriers", .ranges = ranges, .describe = describeBarriers},
      {.name = "many-loops-with-barriers", .ranges = ranges, .describe = describeLoops},
      {.name = "many-loops-in-a-branch", .ranges = ranges, .describe = describeBranch, .options = "-cl-std=CL3.0"},
      {.name = "many-live-vectors", .ranges = {line(1, 1), line(40, 8)}, .describe = describeLiveVectors},
  };
}

} // namespace weft::exectest
