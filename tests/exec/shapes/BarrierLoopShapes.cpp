// Barriers in loops of every form. Each exchange rotates a group by one place, so the reference is one rotation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <functional>
#include <utility>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;
using Expected = std::function<Ints(Case &, const Ints &in)>;
using Parameters = std::function<void(Case &)>;

Ints inputOf(const Case &c) { return wholeNumbers<int>(c.items(), 0, 9999); }

/// Parameters (in, out, a local tile of `tiles` ints per work-item, then those that `parameters` adds).
Shape exchange(const char *name, Expected expected, Parameters parameters = nullptr, size_t tiles = 1) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = inputOf(c);
            c.in(in);
            c.out(expected(c, in));
            c.local(c.range().local[0] * sizeof(int) * tiles);
            if (parameters)
              parameters(c);
          }};
}

/// A loop of the given number of turns, passed as the only parameter.
Shape loopOf(const char *name, size_t turns, size_t tiles = 1) {
  return exchange(
      name, [=](Case &c, const Ints &in) { return rotated(in, c.range(), turns); },
      [=](Case &c) { c.value(static_cast<int>(turns)); }, tiles);
}

size_t countOfGroup(size_t group) { return (group * 5 + 3) % 7; }

Ints countsPerGroup(const Case &c) {
  Ints counts(c.range().groups(0));
  for (size_t g = 0; g < counts.size(); ++g)
    counts[g] = static_cast<int>(countOfGroup(g));
  return counts;
}

Ints rotatedByCounts(Case &c, const Ints &in) { return rotatedBy(in, c.range(), countOfGroup); }

Shapes countedShapes() {
  Shapes shapes;
  auto perGroup = [](Case &c) { c.in(countsPerGroup(c)); };
  shapes.push_back(exchange("barrier-in-loop-count-from-memory", rotatedByCounts, perGroup));
  shapes.push_back(exchange("barrier-in-loop-count-from-local-memory", rotatedByCounts, perGroup));
  shapes.push_back(exchange("barrier-in-loop-count-per-item-memory", rotatedByCounts, [](Case &c) {
    c.in(perItem<int>(c.range(), [](const Item &item) { return countOfGroup(item.group[0]); }));
  }));
  shapes.push_back(exchange("barrier-in-loop-bounded-by-group-id", [](Case &c, const Ints &in) {
    return rotatedBy(in, c.range(), [](size_t group) { return group; });
  }));
  // Item l takes what item l + 1 added, then what l + 2 had added, and so on: (l + 1) + (l + 2 + ...) modulo the size.
  shapes.push_back(exchange(
      "barrier-in-loop-from-local-id",
      [](Case &c, const Ints &in) {
        int size = static_cast<int>(c.range().local[0]);
        Ints result = rotated(in, c.range(), 4);
        for (size_t i = 0; i < result.size(); ++i)
          for (int turn = 0; turn < 4; ++turn) {
            int giver = (static_cast<int>(i) % size + 4 - turn) % size;
            result[i] += giver + turn;
          }
        return result;
      },
      [](Case &c) { c.value(4); }));
  return shapes;
}

/// What steps-over-halved-distances.cl says, for one group.
Ints afterSteps(const Ints &values, size_t power, size_t any) {
  const size_t size = values.size(), all = 2 * size;
  Ints tile = values;
  for (const int value : values)
    tile.push_back(value ^ 1234);
  const auto ofPairs = [&](size_t distance, const std::function<void(size_t, int &, int &)> &change) {
    for (size_t l = 0; l < size; ++l)
      if (const size_t low = l / distance * (2 * distance) + l % distance; low + distance < all)
        change(low, tile[low], tile[low + distance]);
  };
  for (size_t distance = power; distance > 0; distance /= 2)
    ofPairs(distance, [](size_t low, int &a, int &b) {
      if ((a > b) == ((low & 8) == 0))
        std::swap(a, b);
    });
  for (size_t distance = any; distance > 0; distance /= 2)
    ofPairs(distance, [](size_t, int &a, int &b) {
      const int sum = a + b;
      b = a - b;
      a = sum;
    });
  Ints carried(size, 1);
  for (size_t distance = power; distance > 0; distance /= 2) {
    const Ints before = tile;
    for (size_t l = 0; l < size; ++l) {
      const int other = before[(l + distance) % size];
      tile[l] = other + carried[l];
      carried[l] += other & 3;
    }
  }
  Ints results(size);
  for (size_t l = 0; l < size; ++l)
    results[l] = tile[size - 1 - l] + 7 * tile[l + size] + carried[l];
  return results;
}

/// Distances from below the shortest packet to beyond the group, and numbers that aren't powers of two: 33 comes to 16.
Shape stepsOverHalvedDistances() {
  const auto powerOf = [](const Case &c) { return uint32_t{1} << (c.index() * 3 + 4) % 10; };
  const auto anyOf = [](const Case &c) { return std::array<uint64_t, 6>{33, 48, 7, 256, 16, 100}[c.index() % 6]; };
  Shape shape = exchange(
      "steps-over-halved-distances",
      [=](Case &c, const Ints &in) {
        Ints results;
        const auto items = static_cast<std::ptrdiff_t>(c.range().local[0]);
        for (auto group = in.begin(); group != in.end(); group += items) {
          const Ints part = afterSteps({group, group + items}, powerOf(c), anyOf(c));
          results.insert(results.end(), part.begin(), part.end());
        }
        return results;
      },
      [=](Case &c) {
        c.value(powerOf(c));
        c.value(anyOf(c));
      },
      2);
  shape.ranges = {line(64, 16),     line(39, 13),  line(512, 256), line(300, 100), line(512, 64),
                  line(2048, 1024), line(192, 48), line(256, 32),  line(5, 1),     line(1024, 512)};
  return shape;
}

Shapes exitShapes() {
  Shapes shapes;
  shapes.push_back(loopOf("barrier-loop-with-break", 9));
  shapes.push_back(exchange("barrier-in-loops-of-powers", [](Case &c, const Ints &in) {
    return rotated(in, c.range(), 1 + 4 + 16 + 8 + 4 + 2 + 1);
  }));
  shapes.push_back(exchange(
      "barrier-loop-with-two-exits",
      [](Case &c, const Ints &in) {
        if (c.index() % 2 == 0)
          return plus(rotated(in, c.range(), 3), 1000);
        Ints result = plus(rotated(in, c.range(), 6), 2000);
        for (size_t i = 0; i < result.size(); ++i)
          result[i] += static_cast<int>(i % c.range().local[0]);
        return result;
      },
      [](Case &c) {
        c.value(c.index() % 2 == 0 ? 3 : 50);
        c.value(5);
      }));
  shapes.push_back(stepsOverHalvedDistances());
  shapes.push_back(loopOf("barrier-in-infinite-loop-with-return", 7));
  // Turns 1, 4, 7 of 8 skip the exchange.
  shapes.push_back(exchange(
      "barrier-after-early-continue", [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 5), 8); },
      [](Case &c) { c.value(8); }));
  shapes.push_back(exchange(
      "guarded-barrier-in-loop", [](Case &c, const Ints &in) { return rotated(in, c.range(), c.index() * 2); },
      [](Case &c) { c.value(static_cast<int>(c.index() * 2)); }));
  shapes.push_back(loopOf("barrier-in-loop-with-goto", 5));
  shapes.push_back(exchange(
      "barrier-in-duffs-device",
      [](Case &c, const Ints &in) {
        size_t steps = 4 + c.index();
        return plus(rotated(in, c.range(), steps), static_cast<int>((steps + 1) / 2));
      },
      [](Case &c) { c.value(static_cast<int>(4 + c.index())); }));
  return shapes;
}

/// The number of binary digits.
int digits(int value) {
  int count = 0;
  while (value >> count)
    ++count;
  return count;
}

Shapes divergenceShapes() {
  Shapes shapes;
  shapes.push_back(exchange("barrier-between-loops", [](Case &c, const Ints &in) {
    int size = static_cast<int>(c.range().local[0]);
    Ints result = in;
    for (size_t i = 0; i < result.size(); ++i)
      for (int k = static_cast<int>(i) % size + 1; k < size; ++k)
        result[i] += k * (k + 1) / 2;
    return result;
  }));
  // A value moves by one place a turn and grows by its own number of digits, whoever holds it.
  shapes.push_back(exchange(
      "divergent-loop-between-barriers",
      [](Case &c, const Ints &in) {
        Ints grown = in;
        for (int &value : grown)
          for (int turn = 0; turn < 3; ++turn)
            value += digits(value);
        return rotated(grown, c.range(), 3);
      },
      [](Case &c) { c.value(3); }));
  shapes.push_back(exchange(
      "divergent-continue-before-barrier",
      [](Case &c, const Ints &in) {
        int size = static_cast<int>(c.range().local[0]);
        auto oddSum = [](int l) { // the k up to l (and below 50) of other parity than l
          int sum = 0;
          for (int k = l % 2 == 0 ? 1 : 0; k <= std::min(l, 49); k += 2)
            sum += k;
          return sum;
        };
        Ints result = rotated(in, c.range(), 3);
        for (size_t i = 0; i < result.size(); ++i)
          for (int ahead = 1; ahead <= 3; ++ahead)
            result[i] += oddSum((static_cast<int>(i) % size + ahead) % size);
        return result;
      },
      [](Case &c) { c.value(3); }));
  return shapes;
}

} // namespace

Shapes barrierLoopShapes() {
  Shapes shapes;
  shapes.push_back(loopOf("barrier-in-uniform-loop", 11, 2));
  shapes.push_back(loopOf("two-barriers-per-loop", 6));
  shapes.push_back(exchange("barrier-in-constant-loop", [](Case &c, const Ints &in) {
    return plus(rotated(in, c.range(), 5), 0 + 1 + 2 + 3 + 4);
  }));
  // Three outer turns of four steps forward and one back; i is added four times in turn i.
  shapes.push_back(exchange(
      "barrier-in-nested-loops",
      [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 3 * (4 - 1)), 4 * (0 + 1 + 2)); },
      [](Case &c) {
        c.value(3);
        c.value(4);
      }));
  // Turns 0 to 4 make 0 + 1 + 2 + 3 + 4 steps; turn i adds 0 + ... + i - 1.
  shapes.push_back(exchange(
      "barrier-in-triangular-loops",
      [](Case &c, const Ints &in) { return plus(rotated(in, c.range(), 10), 0 + 1 + 3 + 6); },
      [](Case &c) { c.value(5); }));
  shapes.push_back(exchange("barrier-in-halving-loop", [](Case &c, const Ints &in) {
    size_t distance = 0;
    for (size_t half = c.range().local[0] / 2; half > 0; half /= 2)
      distance += half;
    return rotated(in, c.range(), distance);
  }));
  shapes.push_back(loopOf("barrier-in-do-while", 4));
  shapes.push_back(loopOf("barrier-in-while-on-local-flag", 5));
  shapes.push_back(exchange("many-barriers", [](Case &c, const Ints &in) {
    Ints moved = rotated(in, c.range(), 10);
    for (size_t i = 0; i < moved.size(); ++i)
      moved[i] += static_cast<int>(i % c.range().local[0]);
    return rotated(moved, c.range(), 30);
  }));
  for (Shapes more : {countedShapes(), exitShapes(), divergenceShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  return shapes;
}

} // namespace weft::exectest
