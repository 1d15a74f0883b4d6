// Generic pointers: what they point to, keeping them in memory, builtins that take them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// 1, 10, 100 for global, local, private; plus 1000 times the flags of cl_mem_fence_flags: local 1, global 2.
void describeQueries(Case &c) {
  constexpr std::array<int, 5> kinds = {2001, 1010, 1010, 100, 2000};
  auto choice = wholeNumbers<int>(c.items(), 0, 99);
  Ints expected;
  for (int number : choice)
    expected.push_back(kinds[static_cast<size_t>(number) % kinds.size()]);
  c.in(choice);
  c.out(expected);
  c.local(c.range().local[0] * sizeof(int));
}

void describeInMemory(Case &c) {
  Ints out;
  const size_t size = c.range().local[0];
  for (size_t i = 0; i < c.items(); ++i) {
    const size_t group = i / size * size;
    const size_t members = std::min(size, c.items() - group);
    const size_t before = group + (i - group + members - 1) % members;
    out.push_back(static_cast<int>(5 * before + 4 * i));
  }
  c.out(out);
  c.local(size * sizeof(int));
}

void describeBuiltins(Case &c) {
  std::vector<float> in, numbers, turned;
  Ints integers;
  for (int eighths : wholeNumbers<int>(c.items(), -800, 800)) {
    const float x = static_cast<float>(eighths) / 8;
    int exponent = 0;
    const float mantissa = std::frexp(x, &exponent);
    in.push_back(x);
    numbers.push_back(x - std::trunc(x) + 100 * std::trunc(x) + (x - std::floor(x)) + 10 * std::floor(x) +
                      std::remainder(x, 4.0F) + 16 * mantissa);
    integers.push_back(1000 * static_cast<int>(std::nearbyint(x / 4)) + exponent);
    turned.insert(turned.end(), {4, 3, 2, x + 1});
  }
  c.in(in);
  c.out(numbers);
  c.out(integers);
  c.out(turned);
  c.local(c.range().local[0] * sizeof(float));
  c.local(c.range().local[0] * sizeof(int));
}

std::vector<Range> smallGroups() { return {line(64, 16), line(210, 7), line(30, 1), line(2048, 64)}; }

} // namespace

Shapes genericPointerShapes() {
  return {
      {.name = "generic-pointer-queries", .ranges = smallGroups(), .describe = describeQueries, .options = openClC30},
      {.name = "generic-pointers-in-memory",
       .ranges = smallGroups(),
       .describe = describeInMemory,
       .options = openClC30},
      {.name = "generic-pointer-builtins", .ranges = smallGroups(), .describe = describeBuiltins, .options = openClC30},
  };
}

} // namespace weft::exectest
