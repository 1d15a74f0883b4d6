// Barriers in functions that kernels call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Parameters (in, out, a local tile of one int per work-item, then `parameter` where there is one).
Shape exchange(const char *name, std::function<Ints(const Range &, const Ints &in)> expected, int parameter = -1) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, 9999);
            c.in(in);
            c.out(expected(c.range(), in));
            c.local(c.range().local[0] * sizeof(int));
            if (parameter >= 0)
              c.value(parameter);
          }};
}

} // namespace

Shapes barrierFunctionShapes() {
  Shapes shapes;
  shapes.push_back(
      exchange("barrier-in-function", [](const Range &range, const Ints &in) { return reversed(in, range); }));
  shapes.push_back(exchange("barrier-in-nested-function", [](const Range &range, const Ints &in) {
    return plus(rotated(in, range, 4), 1 + 10 + 1);
  }));
  shapes.push_back(exchange(
      "barrier-in-function-in-loop",
      [](const Range &range, const Ints &in) { return plus(rotated(in, range, 5), 0 + 1 + 2 + 3 + 4); }, 5));
  shapes.push_back(exchange(
      "barrier-in-loop-in-function",
      [](const Range &range, const Ints &in) { return plus(rotated(in, range, 0 + 1 + 2 + 3), 4); }, 4));
  shapes.push_back(exchange("barrier-in-function-with-early-return", [](const Range &range, const Ints &in) {
    Ints result = reversed(in, range);
    for (size_t i = 0; i < in.size(); ++i)
      result[i] = (i / range.local[0] % 2 == 0 ? result[i] : -in[i]) + 1;
    return result;
  }));
  shapes.push_back(exchange("barrier-in-function-with-results-by-pointer", [](const Range &range, const Ints &in) {
    Ints result = reversed(in, range);
    for (size_t i = 0; i < in.size(); ++i)
      result[i] = result[i] * 10 + static_cast<int>((range.local[0] - 1 - i % range.local[0]) % 10);
    return result;
  }));
  shapes.push_back(exchange("barrier-in-noinline-function", [](const Range &range, const Ints &in) {
    Ints result = plus(in, 1);
    for (size_t i = 0; i < in.size(); ++i)
      result[i] -= static_cast<int>(i % range.local[0]);
    return result;
  }));
  shapes.push_back(exchange("kernel-calls-kernel-with-barrier",
                            [](const Range &range, const Ints &in) { return plus(reversed(in, range), 1); }));
  shapes.push_back(exchange("noinline-function", [](const Range &range, const Ints &in) {
    Ints result = reversed(in, range);
    for (size_t i = 0; i < in.size(); ++i)
      result[i] = result[i] * 3 + in[i] + static_cast<int>(i);
    return result;
  }));
  return shapes;
}

} // namespace weft::exectest
