// Variables in global memory that belong to the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

void describe(Case &c) {
  constexpr int second[] = {1, 2, 3, 4}, table[] = {11, 2, 4}, odd[] = {1, 3, 5};
  std::vector<int> sums;
  for (int i = 0; i < static_cast<int>(c.items()); ++i) {
    int sum = 11 + second[i % 4] + 0 + 77 + 3 + 11 + table[i % 3];
    sum += (i % 2 ? 'b' : 'a') + 2 + 4 + 'e' + odd[i % 3] + 9;
    sum += (i % 8 == 5 ? 50 : 0) + 1000 + i + 5 + 1;
    sums.push_back(sum);
  }
  const size_t size = c.range().local[0];
  std::vector<int> out;
  for (size_t i = 0; i < c.items(); ++i) {
    const size_t group = i / size * size;
    out.push_back(sums[group + (i - group + 1) % std::min(size, c.items() - group)]);
  }
  c.out(out);
}

} // namespace

Shapes programVariableShapes() {
  return {{.name = "program-variables",
           .ranges = {line(64, 16), line(210, 7), line(4096, 256), line(30, 1)},
           .describe = describe,
           .options = openClC30}};
}

} // namespace weft::exectest
