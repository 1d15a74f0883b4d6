// Local memory: as arguments, as variables of the kernel, and copied by the group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;
using Locals = std::function<void(Case &, size_t groupItems)>;

/// Parameters (in, out, then what `locals` adds); the result is a function of the range and the input.
Shape tile(const char *name, std::function<Ints(const Range &, const Ints &in)> expected, Locals locals = nullptr,
           int high = 9999) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, high);
            c.in(in);
            c.out(expected(c.range(), in));
            if (locals)
              locals(c, c.range().local[0]);
          }};
}

void oneTile(Case &c, size_t items) { c.local(items * sizeof(int)); }

Ints mirrored(const Range &range, const Ints &in) { return reversed(in, range); }

/// The element of the group's work-item `local`.
int ofGroup(const Range &range, const Ints &in, size_t i, size_t local) {
  return in[i / range.local[0] * range.local[0] + local];
}

/// result(own place, value of the mirrored work-item).
template <class Result> Ints byMirror(const Range &range, const Ints &in, Result result) {
  Ints values = reversed(in, range);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = result(i, values[i]);
  return values;
}

/// What local-exchanges-of-pairs.cl says, for one group.
Ints exchangedInPairs(const Ints &values) {
  const size_t size = values.size();
  std::vector<std::pair<int, int>> sorted;
  std::vector<int64_t> wide;
  for (const int value : values) {
    sorted.emplace_back(value, static_cast<int>(sorted.size()));
    wide.push_back(int64_t{3} * value);
  }
  std::ranges::sort(sorted);
  for (size_t distance = 1; distance < size; distance *= 2)
    for (size_t low = 0; low + distance < size; low += (low + 1) % distance == 0 ? distance + 1 : 1)
      if (auto &[high, place] = sorted[low + distance]; (sorted[low].first + high) % 3 != 0) {
        const int key = sorted[low].first;
        sorted[low].first = high + static_cast<int>(distance);
        high = key;
      }
  for (size_t pair = 0; pair + 1 < size; pair += 2)
    if ((wide[pair] + wide[pair + 1]) % 2 == 0)
      std::swap(wide[pair], wide[pair + 1]);
  for (size_t four = 0; four + 3 < size; four += 4)
    wide[four + 1] += wide[four + 3] - wide[four];
  Ints results;
  for (size_t l = 0; l < size; ++l)
    results.push_back(sorted[l].first + 3 * sorted[l].second + 5 * static_cast<int>(wide[size - 1 - l]));
  return results;
}

/// What local-exchanges.cl says, for one group.
Ints exchanged(const Ints &values) {
  const size_t size = values.size();
  // Sums wrap on both sides.
  std::vector<unsigned> window(values.begin(), values.end()), others(size);
  std::transform(values.begin(), values.end(), others.begin(), [](int value) { return 0U - unsigned(value); });
  for (size_t distance = 1; distance < size; distance *= 2) {
    std::vector<unsigned> before(size);
    for (size_t l = 0; l < size; ++l)
      before[l] = l >= distance ? window[l - distance] : others[l];
    for (size_t l = 0; l < size; ++l) {
      window[l] += before[l];
      others[l] ^= before[l];
    }
  }
  const std::vector<unsigned> first = window, exclusive = others;
  for (size_t l = 0; l < size; ++l)
    window[l] = (window[l] & 0xFF00FFFFU) | ((first[(l + 1) % size] >> 8 & 0xFF) << 16);
  const std::vector<unsigned> whole = window;
  for (size_t l = 0; l < size; ++l) {
    window[l] = l % 2 == 1 ? first[l] : window[l];
    others[l] = values[l] % 3 == 0 ? unsigned(values[l]) : others[l];
  }
  const std::vector<unsigned> chosen = window;
  window[size_t(values[size - 1]) % size] = ~0U;
  Ints results(size);
  for (size_t l = 0; l < size; ++l)
    results[l] = int(exclusive[(l + 1) % size] + 3 * whole[size - 1 - l] +
                     5 * (chosen[size - 1 - l] + others[(l + size - 1) % size]) + 7 * window[l]);
  return results;
}

/// What local-neighbours-under-masks.cl says, for one group.
Ints underMasks(const Ints &values) {
  const size_t size = values.size(), distance = size / 2 + 1;
  Ints window = values;
  std::vector<uint8_t> bytes(size);
  std::vector<uint16_t> halves(size);
  std::vector<double> numbers(size);
  for (size_t l = 0; l < size; ++l) {
    const int value = values[l];
    window[l] = value % 3 == 0 ? value + 7 : value;
    bytes[l] = static_cast<uint8_t>(value % 5 < 2 ? value / 2 : value);
    numbers[l] = value % 7 > 3 ? value * 0.5 : value;
    halves[l] = static_cast<uint16_t>(value % 2 == 1 ? value * 3 : value + 1);
  }
  Ints results(size);
  for (size_t l = distance; l < size; ++l) {
    results[l] = window[l - distance] + bytes[l - distance];
    numbers[l - distance] = -1.0 - numbers[l];
  }
  for (size_t l = 0; l + distance < size; ++l) {
    halves[l + distance] = halves[l] ^ 0x5555;
    window[l + distance] = window[l] - 1;
    bytes[l + distance] = static_cast<uint8_t>(bytes[l] + 3);
  }
  for (size_t l = 0; l < size; ++l) {
    for (size_t i = l; i < size; i += l % 4 + 5)
      results[l] += window[i] % 1000;
    results[l] += window[l] + 2 * bytes[l] + 3 * halves[l] + static_cast<int>(numbers[l] * 4.0);
  }
  return results;
}

/// What local-rows-that-the-kernel-counts.cl says, for one line of a group. Sums wrap.
Ints exchangedInRows(const Ints &values) {
  constexpr size_t length = 27;
  const size_t size = values.size(), all = (size + length - 1) / length * length;
  const auto start = [](size_t l) { return l / length * length; };
  std::vector<unsigned> tile(all, ~0U), sums(size), differences(size);
  std::copy(values.begin(), values.end(), tile.begin());
  for (size_t l = 0; l < size; ++l)
    sums[l] = tile[start(l) + (l % length + 9) % length] * 5 + tile[start(l) + length - 1 - l % length] +
              unsigned(l / length);
  for (size_t l = 0; l < size; ++l)
    tile[start(l) + l % length % 3 * 9 + l % length / 3] = sums[l];
  for (size_t l = 0; l < size; ++l)
    differences[l] = tile[l] - tile[(l + length) % all];
  for (size_t l = 0; l < size; ++l)
    if (const size_t column = l % length; column + l / length < 20)
      tile[start(l) + column / 9 * 9 + (column + 1) % 9] = differences[l];
  Ints results(size);
  for (size_t l = 0; l < size; ++l)
    results[l] = int(tile[l] * 3 + differences[l]);
  return results;
}

/// `ofGroup(elements of a group)` of each group, one behind the other.
Ints byGroup(const Range &range, const Ints &in, const std::function<Ints(const Ints &)> &ofGroup) {
  Ints results;
  const auto items = static_cast<std::ptrdiff_t>(range.local[0]);
  for (auto group = in.begin(); group != in.end(); group += items) {
    const Ints part = ofGroup({group, group + items});
    results.insert(results.end(), part.begin(), part.end());
  }
  return results;
}

Shapes argumentShapesOfLocalMemory() {
  Shapes shapes;
  shapes.push_back(tile(
      "local-argument",
      [](const Range &range, const Ints &in) {
        Ints one = rotated(in, range, 1);
        Ints two = rotated(in, range, 2);
        for (size_t i = 0; i < in.size(); ++i)
          one[i] -= two[i];
        return one;
      },
      oneTile));
  shapes.push_back(tile(
      "local-exchanges", [](const Range &range, const Ints &in) { return byGroup(range, in, exchanged); },
      [](Case &c, size_t items) {
        oneTile(c, items);
        oneTile(c, items);
      }));
  shapes.back().ranges = {line(64, 16), line(39, 13), line(512, 64), line(300, 100), line(512, 256), line(2048, 1024)};
  Shape pairs = tile(
      "local-exchanges-of-pairs",
      [](const Range &range, const Ints &in) { return byGroup(range, in, exchangedInPairs); },
      [](Case &c, size_t items) {
        oneTile(c, items);
        c.local(items * sizeof(int16_t));
        c.local(items * sizeof(int64_t));
      });
  pairs.ranges = {line(12, 1),   line(12, 2),    line(40, 4),    line(64, 16),    line(96, 32),
                  line(512, 64), line(512, 128), line(512, 256), line(1024, 512), line(2048, 1024)};
  shapes.push_back(pairs);
  Shape rows = tile(
      "local-rows-that-the-kernel-counts",
      [](const Range &range, const Ints &in) { return byGroup(range, in, exchangedInRows); },
      [](Case &c, size_t items) { c.local((items + 26) / 27 * 27 * c.range().local[1] * sizeof(int)); });
  rows.ranges = {line(486, 243),           line(108, 54),
                 line(135, 135),           line(54, 27),
                 line(144, 144),           line(100, 50),
                 line(432, 432),           line(3, 1),
                 plane({162, 4}, {81, 2}), plane({108, 6}, {54, 3}),
                 plane({27, 2}, {27, 1}),  plane({96, 4}, {96, 4})};
  shapes.push_back(rows);
  Shape masks = tile(
      "local-neighbours-under-masks", [](const Range &range, const Ints &in) { return byGroup(range, in, underMasks); },
      [](Case &c, size_t items) {
        oneTile(c, items);
        c.local(items);
        c.local(items * sizeof(double));
      });
  masks.ranges = {line(64, 16), line(39, 13), line(5, 1), line(192, 64), line(300, 60)};
  masks.needsDouble = true;
  shapes.push_back(masks);
  shapes.push_back(tile(
      "local-bytes-at-an-argument",
      [](const Range &range, const Ints &in) {
        return byMirror(range, in, [&](size_t i, int mirrored) {
          const bool isChosen = i % range.local[0] == range.local[0] / 2;
          return 256 * (mirrored & 255) + (isChosen ? 77 : in[i] & 255);
        });
      },
      [](Case &c, size_t items) { c.value(uint64_t{items / 2}); }));
  shapes.back().ranges = {line(64, 16), line(39, 13), line(512, 64), line(512, 256), line(2048, 1024)};
  Shape several = tile(
      "several-local-arguments", mirrored,
      [](Case &c, size_t items) {
        c.local(items);
        c.local(items * 8);
        c.local(items * 2);
        c.local(items * 16);
        c.local(items);
      },
      100);
  several.needsDouble = true;
  shapes.push_back(several);
  shapes.push_back(tile("local-arguments-without-bytes", mirrored, [](Case &c, size_t items) {
    c.local(0);
    c.local(items * sizeof(int));
    c.local(0);
    c.local(0);
    c.value(0);
  }));
  shapes.push_back(tile(
      "local-both",
      [](const Range &range, const Ints &in) {
        Ints next = rotated(in, range, 1);
        return byMirror(range, in, [&](size_t i, int mirror) { return mirror * 2 - next[i]; });
      },
      oneTile));
  shapes.push_back(tile(
      "local-array-of-structs",
      [](const Range &range, const Ints &in) {
        return byMirror(range, in, [&](size_t i, int mirror) {
          int l = static_cast<int>(range.local[0] - 1 - i % range.local[0]);
          return mirror * 2 + l % 100 + l;
        });
      },
      [](Case &c, size_t items) { c.local(items * 12); }));
  shapes.push_back({.name = "local-bytes", .ranges = lines(), .describe = [](Case &c) {
                      auto in = anyBits<uint8_t>(c.items());
                      auto result = reversed(in, c.range());
                      auto next = rotated(in, c.range(), 1);
                      for (size_t i = 0; i < in.size(); ++i)
                        result[i] = static_cast<uint8_t>(result[i] + next[i]);
                      c.in(in);
                      c.out(result);
                      c.local(c.range().local[0]);
                    }});
  return shapes;
}

Shapes variableShapes() {
  Shapes shapes;
  shapes.push_back(tile("local-kernel-scope", [](const Range &range, const Ints &in) {
    return byMirror(range, in, [&](size_t i, int mirror) { return mirror + ofGroup(range, in, i, 0) * 2; });
  }));
  Shape many = tile("local-variables-of-many-types", [](const Range &range, const Ints &in) {
    return byMirror(range, in,
                    [&](size_t i, int) { return 1 + 20 + 300 + 4000 + 130000 + 6 * ofGroup(range, in, i, 0); });
  });
  many.needsDouble = true;
  shapes.push_back(many);
  shapes.push_back(tile("local-struct", [](const Range &range, const Ints &in) {
    return byMirror(range, in, [&](size_t i, int mirror) {
      return mirror + ofGroup(range, in, i, 0) * 2 + ofGroup(range, in, i, range.local[0] - 1) * 4;
    });
  }));
  shapes.push_back(tile("local-pointer-chosen-at-run-time", [](const Range &range, const Ints &in) {
    return byMirror(range, in, [&](size_t i, int mirror) { return in[i] % 2 == 0 ? mirror : -mirror; });
  }));
  shapes.push_back(tile("local-memory-in-function", mirrored));
  shapes.push_back(tile("local-memory-in-two-kernels", mirrored));
  shapes.push_back({.name = "local-two-dimensional-array",
                    .ranges = {plane({16, 16}, {16, 16}), plane({24, 16}, {8, 8}), plane({3, 9}, {3, 3})},
                    .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                      size_t side = c.range().local[0];
                      c.in(in);
                      c.out(perItem<int>(c.range(), [&](const Item &item) {
                        size_t x = item.group[0] * side + item.local[1];
                        size_t y = item.group[1] * side + item.local[0];
                        return in[y * c.range().global[0] + x];
                      }));
                    }});
  return shapes;
}

Shapes copyShapes() {
  Shapes shapes;
  shapes.push_back(tile(
      "async-copy", [](const Range &range, const Ints &in) { return plus(reversed(in, range), 1); },
      [](Case &c, size_t items) {
        oneTile(c, items);
        oneTile(c, items);
      }));
  shapes.push_back({.name = "async-strided-copy", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items() * 3, 0, 9999);
                      Ints before(c.items() * 2, -1);
                      Ints after = before;
                      for (size_t i = 0; i < c.items(); ++i)
                        after[i * 2] = in[i * 3] + in[0];
                      c.in(in);
                      c.inOut(before, after);
                      oneTile(c, c.range().local[0]);
                      oneTile(c, c.range().local[0]);
                    }});
  shapes.push_back({.name = "async-copy-2d",
                    .ranges = {plane({12, 8}, {4, 4}), plane({15, 9}, {5, 3}), plane({7, 3}, {7, 1})},
                    .describe = [](Case &c) {
                      size_t pitch = c.range().global[0];
                      Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                      Ints out = in;
                      for (int &value : out)
                        value *= 3;
                      c.in(in);
                      c.out(out);
                      c.value(static_cast<uint64_t>(pitch));
                      c.local((c.range().local[0] + 3) * (c.range().local[1] + 1) * sizeof(int));
                    }});
  shapes.push_back({.name = "async-copy-3d",
                    .ranges = {box({6, 4, 4}, {3, 2, 2}), box({7, 5, 3}, {7, 5, 1}), box({8, 4, 4}, {4, 4, 4})},
                    .describe = [](Case &c) {
                      const Extent &local = c.range().local;
                      std::vector<int16_t> in = wholeNumbers<int16_t>(c.items(), 0, 9999);
                      c.in(in);
                      c.out(in);
                      c.value(static_cast<uint64_t>(c.range().global[0]));
                      c.value(static_cast<uint64_t>(c.range().global[0] * c.range().global[1]));
                      c.local(((local[0] + 1) * (local[1] + 2) * local[2] + 2) * sizeof(int16_t));
                    }});
  return shapes;
}

/// Five trips: the sum of the values, and a mark that some trips change.
int sumAndMark(int value) {
  int sum = 0;
  auto mark = static_cast<int16_t>(value);
  for (int trip = 0; trip < 5; ++trip) {
    sum += value;
    if ((value + trip) % 3 == 0)
      mark = static_cast<int16_t>(mark * 3 + trip);
    value = value * 7 % 1001;
  }
  return sum + mark;
}

Shapes ownElementShapes() {
  Shapes shapes;
  for (const Range &range : {line(128, 64), line(66, 33), plane({24, 10}, {12, 5}), plane({8, 64}, {1, 64})})
    shapes.push_back(
        {.name = "local-elements-of-ones-own-" + std::to_string(range.local[0]) + "-" + std::to_string(range.local[1]),
         .ranges = {range},
         .describe =
             [](Case &c) {
               const Ints in = wholeNumbers<int>(c.items(), 0, 999);
               Ints out;
               for (int value : in)
                 out.push_back(sumAndMark(value));
               c.in(in);
               c.out(out);
               oneTile(c, c.range().local[0] * c.range().local[1]);
               oneTile(c, 2 * c.range().local[0] * c.range().local[1]);
             },
         .options = std::string(openClC30) + " -DSIZE_X=" + std::to_string(range.local[0]) +
                    " -DSIZE_Y=" + std::to_string(range.local[1]),
         .file = "local-elements-of-ones-own"});
  return shapes;
}

} // namespace

Shapes localMemoryShapes() {
  Shapes shapes;
  for (Shapes more : {argumentShapesOfLocalMemory(), variableShapes(), copyShapes(), ownElementShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  return shapes;
}

} // namespace weft::exectest
