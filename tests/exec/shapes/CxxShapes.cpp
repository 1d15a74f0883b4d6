// C++ for OpenCL.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

constexpr const char *cxx = "-cl-std=CLC++";
constexpr const char *cxx2021 = "-cl-std=CLC++2021";

/// What templates-and-lambdas.cl makes of an element and the next one.
int ofPair(int one, int next) {
  const int a = std::min(one, next), b = std::max(one, next);
  const std::array<int, 3> values = {a + 6765, b + 243, b};
  int total = 0;
  for (const int value : values)
    total += a * value + a * 2 * value + a;
  return total;
}

Shape templatesAndLambdas() {
  return {.name = "templates-and-lambdas",
          .ranges = flatLines(),
          .describe =
              [](Case &c) {
                const Ints in = wholeNumbers<int>(c.items(), -99, 99);
                Ints out(in.size());
                for (size_t i = 0; i < in.size(); ++i)
                  out[i] = ofPair(in[i], in[(i + 1) % in.size()]);
                c.in(in);
                c.out(out);
              },
          .options = cxx};
}

Shape objectsInAllMemories() {
  return {.name = "objects-in-all-memories",
          .ranges = lines(),
          .describe =
              [](Case &c) {
                const Ints in = wholeNumbers<int>(c.items(), 0, 999);
                const Ints before = wholeNumbers<int>(c.items(), 0, 99);
                const size_t size = c.range().local[0];
                Ints after = before;
                Ints kept(in.size());
                for (size_t i = 0; i < in.size(); ++i) {
                  const int other = 2 * (in[i / size * size + size - 1 - i % size] + 1);
                  const int own = other + other + 1;
                  after[i] += 2 * own;
                  kept[i] = in[i] % 2 == 0 ? 2 * 1007 + own : own;
                }
                c.in(in);
                c.inOut(before, after);
                c.out(kept);
                c.local(size * sizeof(int));
              },
          .options = cxx2021};
}

Shape constructedVariables() {
  return {.name = "constructed-variables",
          .ranges = flatLines(),
          .describe =
              [](Case &c) {
                const Ints in = wholeNumbers<int>(c.items(), 0, 255);
                Ints out(in.size());
                // The tables begin with 6, with 6 + 3 * 3, and with that + 2 * 2.
                std::transform(in.begin(), in.end(), out.begin(), [](int value) {
                  const int low = value & 15, high = value >> 4 & 15;
                  return 6 + low * low + 1000 * (15 + high * high) + 19 + 1;
                });
                c.in(in);
                c.out(out);
              },
          .options = cxx2021};
}

} // namespace

Shapes cxxShapes() { return {templatesAndLambdas(), objectsInAllMemories(), constructedVariables()}; }

} // namespace weft::exectest
