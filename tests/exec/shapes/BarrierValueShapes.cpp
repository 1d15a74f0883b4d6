// Values of every kind that live across barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Parameters (in, out, a local tile of one T per work-item). The result for one work-item follows from its own value,
/// its mirror's (the work-item that is as far from the group's end as this one is from its start) and its place.
template <class Out = int>
Shape withMirror(const char *name,
                 std::type_identity_t<std::function<Out(int own, int mirror, const Item &item)>> expected,
                 int high = 9999) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, high);
            Ints mirror = reversed(in, c.range());
            c.in(in);
            c.out(perItem<Out>(c.range(),
                               [&](const Item &item) { return expected(in[item.linear], mirror[item.linear], item); }));
            c.local(c.range().local[0] * sizeof(int));
          }};
}

Shapes arrayShapes() {
  Shapes shapes;
  shapes.push_back(withMirror<>("private-array-across-barrier",
                                [](int own, int mirror, const Item &) { return mirror * 4 + own * 36; }));
  // Turn t adds the own value to the element at value + t and takes the mirror's freshly added element from it.
  shapes.push_back(withMirror<>("dynamically-indexed-array-across-barriers", [](int own, int mirror, const Item &) {
    int sum = 0;
    for (int k = 0; k < 16; ++k)
      sum += 100 * k * (k + 1);
    for (int turn = 0; turn < 4; ++turn)
      sum += ((own + turn) % 16 + 1) * (own - (100 * ((mirror + turn) % 16) + mirror));
    return sum;
  }));
  shapes.push_back(withMirror<>("large-private-array-across-barrier", [](int own, int mirror, const Item &) {
    // Element 7k modulo 256 holds k: 7 * 183 = 1281 = 5 * 256 + 1, so element e holds 183e modulo 256.
    auto at = [](int value, int element) { return value + 183 * element % 256; };
    int sum = at(mirror, 255);
    for (int element = 0; element < 256; element += 3)
      sum += at(own, element);
    return sum;
  }));
  shapes.push_back(withMirror<int64_t>("private-struct-across-barrier", [](int own, int mirror, const Item &) {
    int64_t values = 3 * own + 3 + mirror + 1;
    return (static_cast<int64_t>(own) << 32) - own + own % 100 + values;
  }));
  shapes.push_back(withMirror<>("private-array-of-structs-across-barriers", [](int own, int mirror, const Item &item) {
    int replaced = static_cast<int>(item.local[0] % 5);
    int firsts = 5 * own + 10 - (own + replaced) + mirror + 2;
    return firsts * 2 - (5 * own - 10);
  }));
  shapes.push_back(withMirror<>("array-in-loop-scope-across-barrier", [](int own, int mirror, const Item &) {
    int sum = 0;
    for (int turn = 0; turn < 3; ++turn)
      sum += turn + (turn + 1) + own + 7 + (mirror + turn);
    return sum;
  }));
  return shapes;
}

Shapes typeShapes() {
  Shapes shapes;
  shapes.push_back(withMirror<>("vector-values-across-barrier", [](int own, int mirror, const Item &) {
    int bytes = own % 256 + (own + 15) % 256;
    return mirror + (3 * own + 3) + own + 2 * 3 * 4 + bytes + own;
  }));
  shapes.push_back(withMirror<int64_t>("small-values-across-barrier", [](int own, int mirror, const Item &) {
    int64_t wide = static_cast<int64_t>(own) + (static_cast<int64_t>(own) << 32);
    return mirror + own % 2 * 1000000 + static_cast<int8_t>(own) + static_cast<uint8_t>(own) +
           static_cast<int16_t>(own * 7) + wide;
  }));
  shapes.push_back({.name = "pointer-values-across-barrier", .ranges = lines(), .describe = [](Case &c) {
                      Ints a = wholeNumbers<int>(c.items(), 0, 999, 1);
                      Ints b = wholeNumbers<int>(c.items(), 0, 999, 2);
                      Ints mirror = reversed(a, c.range());
                      c.in(a);
                      c.in(b);
                      c.out(perItem<int>(c.range(), [&](const Item &item) {
                        size_t i = item.linear;
                        int fromPrivate = i % 3 == 0 ? a[i] - b[i] : a[i] + b[i];
                        return (i % 2 == 0 ? a : b)[i] + mirror[i] * 2 + fromPrivate * 4;
                      }));
                      c.local(c.range().local[0] * sizeof(int));
                    }});
  shapes.push_back(withMirror<>("private-pointer-written-across-barrier", [](int own, int mirror, const Item &) {
    return own % 2 == 0 ? (1 + mirror) * 3 + 2 : 3 + 2 + mirror;
  }));
  return shapes;
}

Shapes loopShapes() {
  Shapes shapes;
  shapes.push_back({.name = "value-redefined-in-loop-across-barrier", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                      Ints best(c.items(), -1);
                      for (size_t turn = 1; turn <= 5; ++turn) {
                        Ints moved = rotated(in, c.range(), turn);
                        std::transform(best.begin(), best.end(), moved.begin(), best.begin(),
                                       [](int a, int b) { return std::max(a, b); });
                      }
                      c.in(in);
                      c.out(best);
                      c.local(c.range().local[0] * sizeof(int));
                    }});
  // After n turns: Fibonacci numbers n and n + 1 times the input.
  shapes.push_back({.name = "loop-carried-values-across-barrier", .ranges = lines(), .describe = [](Case &c) {
                      auto in = wholeNumbers<uint32_t>(c.items(), 0, 9999);
                      auto mirror = reversed(in, c.range());
                      c.in(in);
                      c.out(perItem<uint32_t>(c.range(), [&](const Item &item) {
                        return 89 * in[item.linear] - 55 * mirror[item.linear];
                      }));
                      c.local(c.range().local[0] * sizeof(uint32_t));
                      c.value(10);
                    }});
  shapes.push_back({.name = "uniform-values-across-barrier", .ranges = lines(), .describe = [](Case &c) {
                      const int factor = 3;
                      Ints in = wholeNumbers<int>(c.items(), 0, 999);
                      Ints sums(c.items(), 0);
                      for (int k = 0; k <= factor; ++k) {
                        Ints moved = rotated(in, c.range(), static_cast<size_t>(k));
                        for (size_t i = 0; i < sums.size(); ++i) {
                          int group = static_cast<int>(i / c.range().local[0]);
                          sums[i] += moved[i] * (group * factor + in[0] + 2 * k);
                        }
                      }
                      c.in(in);
                      c.out(sums);
                      c.local(c.range().local[0] * sizeof(int));
                      c.value(factor);
                    }});
  return shapes;
}

Shape manyValues() {
  return {.name = "many-values-across-barriers", .ranges = lines(), .describe = [](Case &c) {
            auto in = anyBits<uint32_t>(c.items());
            auto mirror = reversed(in, c.range());
            c.in(in);
            c.out(perItem<uint32_t>(c.range(), [&](const Item &item) {
              uint32_t sum = mirror[item.linear];
              for (size_t k = 0; k < 40; ++k)
                sum = sum * 3 + in[(item.linear + k) % in.size()];
              return sum;
            }));
            c.local(c.range().local[0] * sizeof(uint32_t));
            c.value(static_cast<int>(c.items()));
          }};
}

} // namespace

Shapes barrierValueShapes() {
  Shapes shapes;
  for (Shapes more : {arrayShapes(), typeShapes(), loopShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  shapes.push_back(manyValues());
  shapes.push_back(withMirror<>("value-across-barrier-in-one-branch", [](int own, int mirror, const Item &item) {
    return own * own - (item.group[0] % 2 == 0 ? mirror : 0);
  }));
  shapes.push_back(withMirror<>("ways-out-of-loops-across-barrier", [](int own, int mirror, const Item &item) {
    const int turns = static_cast<int>(item.groupSize[0] % 3) + 3;
    bool leavesOne = false, leavesTwo = false;
    for (int turn = 0; turn < turns; ++turn) {
      leavesOne |= (own + turn) % 16 == 0;
      for (int step = 0; step < turns; ++step)
        leavesTwo |= (own + turn * step) % 32 == 0;
    }
    return mirror + (leavesOne ? 100000 : 200000) + (leavesTwo ? 1000000 : 3000000);
  }));
  shapes.push_back({.name = "work-item-ids-across-barrier",
                    .ranges = {line(64, 16), line(39, 13), line(64, 8, 1000)},
                    .describe = [](Case &c) {
                      c.out(perItem<int>(c.range(), [](const Item &item) {
                        return static_cast<int>(item.global[0] * 3 + item.local[0]) -
                               static_cast<int>(item.local[0] + item.group[0] * 1000) * 2;
                      }));
                    }});
  return shapes;
}

} // namespace weft::exectest
