// Barriers where optimisers and loop builders of other runtimes went wrong: conditions asked twice, unrolled loops,
// several entries, exchanges in conditions, large groups with much private memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Parameters (in, out, a local tile of one int per work-item, then those that `parameters` adds).
Shape exchange(const char *name, std::function<Ints(Case &, const Ints &in)> expected,
               std::function<void(Case &)> parameters = nullptr, std::vector<Range> ranges = lines()) {
  return {.name = name, .ranges = std::move(ranges), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, 9999);
            c.in(in);
            c.out(expected(c, in));
            c.local(c.range().groupItems() * sizeof(int));
            if (parameters)
              parameters(c);
          }};
}

template <class Change> Ints changed(Ints values, Change change) {
  std::transform(values.begin(), values.end(), values.begin(), change);
  return values;
}

Ints sums(const Ints &a, const Ints &b) {
  Ints result(a.size());
  std::transform(a.begin(), a.end(), b.begin(), result.begin(), std::plus<int>());
  return result;
}

Shapes branchShapes() {
  Shapes shapes;
  shapes.push_back(exchange("same-condition-around-barrier", [](Case &c, const Ints &in) {
    Ints first = changed(in, [](int value) { return value + (value & 1 ? 10000 : 20000); });
    Ints second = changed(in, [](int value) { return value & 1 ? 1 : 2; });
    return sums(rotated(first, c.range(), 2), rotated(second, c.range(), 1));
  }));
  shapes.push_back(exchange(
      "barrier-in-identical-branches",
      [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 4), 4 - static_cast<int>(c.index())); },
      [](Case &c) { c.in(Ints(c.items(), static_cast<int>(c.index()))); }));
  shapes.push_back(exchange(
      "barrier-behind-short-circuit",
      [](Case &c, const Ints &in) {
        Ints moved = rotatedBy(in, c.range(), [](size_t group) { return group % 2 + (group % 4 < 2 ? 1 : 0); });
        for (size_t i = 0; i < moved.size(); ++i)
          moved[i] += 10 + static_cast<int>(i / c.range().local[0] % 2);
        return moved;
      },
      [](Case &c) {
        Ints flags(c.range().groups(0));
        for (size_t group = 0; group < flags.size(); ++group)
          flags[group] = static_cast<int>(group % 4);
        c.in(flags);
      }));
  return shapes;
}

Shapes loopShapes() {
  Shapes shapes;
  // In sum, the 64 exchanges add k as often as they take i away.
  shapes.push_back(
      exchange("barrier-in-unrolled-loops", [](Case &c, const Ints &in) { return rotated(in, c.range(), 64); }));
  shapes.push_back(exchange(
      "barrier-in-loop-condition",
      [](Case &c, const Ints &in) {
        Ints result(in.size(), 0);
        for (size_t turn = 1; turn <= 5; ++turn)
          result = sums(result, rotated(in, c.range(), turn));
        return result;
      },
      [](Case &c) { c.value(5); }));
  // Five turns; the first one starts behind the addition where `start` says so, the third one always.
  shapes.push_back(exchange(
      "barrier-in-irreducible-loop",
      [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 5), c.index() % 2 == 0 ? 400 : 300); },
      [](Case &c) { c.value(static_cast<int>(c.index() % 2)); }));
  // Turns 0, 4, 8 make two exchanges, 1, 3, 5 one, 2 and 6 none but add 7; all others add 1.
  shapes.push_back(exchange(
      "barrier-in-switch-in-loop",
      [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 3 * 2 + 3), 7 + 2 * 7); },
      [](Case &c) { c.value(9); }));
  // Turns 0, 1, 5, 7, 10 move by one place and turn 11 by two; turns 3, 6, 9 change the value.
  shapes.push_back(exchange(
      "barrier-in-if-chain-in-loop",
      [](Case &c, const Ints &in) {
        return changed(rotated(in, c.range(), 5 + 2), [](int value) {
          int mask = value & 1 ? 2 : 4; // which leaves the lowest bit alone: three times are one
          return value ^ mask;
        });
      },
      [](Case &c) { c.value(12); }));
  shapes.push_back({.name = "local-id-zero-block-in-nested-loops", .ranges = lines(), .describe = [](Case &c) {
                      // Counts 1, 3, 6, 10, 15 in the first round; each round begins with three less than the last
                      // one's end, and ends where more than 40 are reached.
                      int end = 0, seen = 0;
                      for (int round = 0; round < 6; ++round) {
                        int begin = end;
                        for (int k = 1; k <= 5 && end <= 40; ++k) {
                          end = begin + k * (k + 1) / 2;
                          seen += end;
                        }
                        end -= 3;
                      }
                      c.out(Ints(c.items(), seen * 1000 + end));
                      c.local(sizeof(int));
                      c.value(6);
                      c.value(5);
                    }});
  return shapes;
}

Shapes groupShapes() {
  Shapes shapes;
  shapes.push_back(exchange("large-arrays-in-largest-group",
                            [](Case &c, const Ints &in) {
                              Ints next = rotatedInGroups(in, c.range(), 1);
                              Ints result(in.size());
                              for (size_t i = 0; i < in.size(); ++i)
                                result[i] = 1024 * in[i] + 3 * next[i] + 300 + 600 + 3;
                              return result;
                            },
                            nullptr, {line(8192, 4096), box({16, 16, 32}, {16, 16, 16}), line(100, 50)}));
  shapes.back().options = openClC30;
  shapes.push_back(exchange("exchanges-in-non-uniform-groups",
                            [](Case &c, const Ints &in) {
                              Ints result = rotatedInGroups(in, c.range(), 4);
                              for (size_t turn = 0; turn < 4; ++turn) {
                                Ints seen = rotatedInGroups(in, c.range(), turn);
                                for (size_t i = 0; i < in.size(); ++i)
                                  if ((static_cast<size_t>(in[i]) & 3) == turn)
                                    result[i] += 10 * seen[i];
                              }
                              return result;
                            },
                            nullptr,
                            {line(77, 16), line(1000, 300), plane({13, 7}, {5, 3}), plane({33, 9}, {32, 8}),
                             box({7, 5, 3}, {4, 2, 2}, {1, 2, 3}), box({5, 4, 9}, {4, 4, 4})}));
  shapes.back().options = openClC30;
  return shapes;
}

} // namespace

Shapes barrierPlaceShapes() {
  Shapes shapes;
  for (Shapes more : {branchShapes(), loopShapes(), groupShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  return shapes;
}

} // namespace weft::exectest
