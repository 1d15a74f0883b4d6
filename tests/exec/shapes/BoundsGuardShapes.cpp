// Kernels that begin with a bounds guard, in groups that lie within it, without, and across its edge.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// Packets' rows of one and of several packets, with and without smaller last groups, and from an offset on.
std::vector<Range> planes() {
  return {plane({64, 16}, {16, 8}), plane({96, 12}, {32, 4}),         plane({128, 3}, {64, 1}),
          plane({80, 9}, {16, 3}),  plane({72, 10}, {16, 4}),         plane({256, 1}, {128, 1}),
          plane({45, 7}, {15, 7}),  plane({64, 16}, {16, 16}, {3, 2})};
}

/// Which work-items sum up; the same as GUARD of the kernel, negated.
using IsIn = bool (*)(int64_t x, int64_t y, int64_t width, int64_t height, int64_t layers);

/// Build options are separated by spaces.
std::string withoutSpaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

Shape sums(const std::string &name, const std::string &type, const std::string &guard, IsIn isIn) {
  const auto describe = [isIn](Case &c) {
    const auto &[columns, rows, depth] = c.range().global;
    const auto &[left, top, front] = c.range().offset;
    // Ids from an offset on address behind the last row: the buffers have room for them.
    const size_t size = (rows + top) * columns + columns + left;
    const size_t layers = c.index() % 3 == 0 ? 1 : 7;
    const auto in = wholeNumbers<int>(layers * columns * rows + size, -50, 50);
    const int width = static_cast<int>(columns) - static_cast<int>(c.index() * 11 % 40);
    const int height = static_cast<int>(rows) + 2 - static_cast<int>(c.index() % 4);
    std::vector<float> sums(size, -1);
    std::vector<int> digits(size, -1);
    const std::vector<float> sumsBefore = sums;
    const std::vector<int> digitsBefore = digits;
    for (size_t y = top; y < top + rows; ++y)
      for (size_t x = left; x < left + columns; ++x) {
        if (!isIn(static_cast<int64_t>(x), static_cast<int64_t>(y), width, height, static_cast<int64_t>(layers)))
          continue;
        const size_t place = y * columns + x;
        int sum = 0, all = 0;
        for (size_t k = 0; k < layers; ++k) {
          sum += in[k * columns * rows + place];
          all = (all * 3 + in[k * columns * rows + place] * in[k]) % 10007;
        }
        sums[place] = static_cast<float>(sum);
        digits[place] = all;
      }
    c.in(in);
    c.inOut(sumsBefore, sums);
    c.inOut(digitsBefore, digits);
    c.value(width);
    c.value(height);
    c.value(static_cast<int>(layers));
  };
  return {.name = "guarded-sums-" + name,
          .ranges = planes(),
          .describe = describe,
          .options = std::string(openClC30) + " -DID=" + type + " -DGUARD=" + withoutSpaces(guard),
          .file = "guarded-sums"};
}

Shape columns() {
  const auto describe = [](Case &c) {
    const size_t rows = c.index() % 3 == 0 ? 1 : 9;
    const size_t width = c.items() - c.index() * 37 % 100;
    const auto in = wholeNumbers<int>(rows * width, -50, 50);
    const std::vector<float> before(c.items(), -1);
    std::vector<float> sums = before;
    for (size_t column = 0; column < width; ++column) {
      int sum = 0;
      for (size_t row = 0; row < rows; ++row)
        sum += in[row * width + column];
      sums[column] = static_cast<float>(sum);
    }
    c.in(in);
    c.inOut(before, sums);
    c.value(static_cast<int>(width));
    c.value(static_cast<int>(rows));
  };
  return {.name = "guarded-columns",
          .ranges = {line(256, 32), line(700, 350), line(611, 611), line(1024, 256), line(2046, 1023), line(130, 13),
                     line(448, 112), line(496, 496), line(1440, 360), line(400, 80), line(225, 75)},
          .describe = describe};
}

Shape tiles() {
  const auto describe = [](Case &c) {
    const size_t size = c.range().local[0];
    const auto in = wholeNumbers<int>(c.items(), 0, 99);
    const int limit = static_cast<int>(c.items() * (c.index() + 1) / 4);
    const std::vector<int> before(c.items(), -1);
    std::vector<int> out = before;
    for (size_t first = 0; first < c.items() && static_cast<int>(first) < limit; first += size) {
      std::vector<int> sums(size, 0), tile(size);
      for (size_t k = 0; k < 5; ++k) {
        for (size_t l = 0; l < size; ++l)
          tile[l] = in[(first + l + k) % c.items()] + sums[l] % 10;
        for (size_t l = 0; l < size; ++l)
          for (size_t i = 0; i < 3; ++i)
            sums[l] += tile[(l + i) % size];
      }
      for (size_t l = 0; l < size; ++l)
        out[first + l] = sums[l];
    }
    c.in(in);
    c.inOut(before, out);
    c.local(size * sizeof(int));
    c.value(limit);
  };
  return {.name = "guarded-tiles",
          .ranges = {line(256, 64), line(128, 16), line(512, 128), line(320, 32)},
          .describe = describe};
}

Shape trees() {
  const auto describe = [](Case &c) {
    const size_t size = c.range().local[0];
    const auto in = wholeNumbers<int>(c.items(), 0, 99);
    // Within a group, and at the end of one.
    const int limit = static_cast<int>(c.items() * (c.index() + 1) / 4) - (c.index() % 2 == 0 ? 5 : 0);
    std::vector<int> sums(c.items() / size, 0);
    const std::vector<int> before(c.items() + 3, -7);
    std::vector<int> doubled = before;
    for (int id = 0; std::cmp_less(id, c.items()); ++id) {
      sums[id / size] += id < limit ? in[id] : -1;
      if (id + 3 < limit)
        doubled[id + 3] = 2 * in[id];
    }
    c.in(in);
    c.out(sums);
    c.inOut(before, doubled);
    c.local(size * sizeof(int));
    c.value(limit);
  };
  return {.name = "guarded-trees",
          .ranges = {line(256, 64), line(128, 16), line(512, 128), line(1024, 256)},
          .describe = describe};
}

Shape partsOfGroups() {
  const auto describe = [](Case &c) {
    const int size = static_cast<int>(c.range().local[0]);
    const size_t all = c.range().local[0] * c.range().local[1];
    const auto in = wholeNumbers<int>(c.items(), -50, 50);
    // None, some, those of whole packets, and all; the same of unsigned numbers.
    const int below = std::array{-3, 0, 1, size / 2, size, size + 9}[c.index() % 6];
    const unsigned under = std::array{0u, 1u, 16u, 21u, 1u << 31}[c.index() % 5];
    const int who = std::array{0, size - 1, size, -1, size / 2 + 1}[c.index() % 5];
    std::vector<int> out(c.items());
    for (size_t first = 0; first < c.items(); first += all) {
      std::vector<int> tile(in.begin() + ptrdiff_t(first), in.begin() + ptrdiff_t(first + all));
      const auto x = [&](size_t l) { return static_cast<int>(l % c.range().local[0]); };
      for (size_t l = 0; l < all; ++l)
        tile[l] += x(l) < below ? 3 : 0;
      const std::vector<int> before = tile;
      for (size_t l = 0; l < all; ++l)
        if (std::cmp_less(x(l), under))
          tile[l] = 2 * before[all - 1 - l] + 1;
      for (size_t l = 0; l < all; ++l) {
        tile[l] -= x(l) == who ? 100 * who : 0;
        tile[l] ^= x(l) == 17 ? 5 : 0;
      }
      for (size_t l = 0; l < all; ++l)
        out[first + l] = tile[all - 1 - l];
    }
    c.in(in);
    c.out(out);
    c.local(all * sizeof(int));
    c.value(below);
    c.value(under);
    c.value(who);
  };
  return {.name = "guarded-parts-of-groups",
          .ranges = {line(256, 64), line(128, 16), line(512, 128), line(1024, 256), line(111, 37), line(96, 8),
                     line(2048, 1024), plane({64, 3}, {32, 3}), plane({120, 4}, {40, 4}), line(100, 100)},
          .describe = describe};
}

Shape steps() {
  const auto describe = [](Case &c) {
    constexpr size_t length = 9;
    const size_t size = c.range().local[0] * c.range().local[1];
    // All rows, and some of the last group's.
    const size_t rows = c.items() / length - c.index() % (size / length);
    const auto in = wholeNumbers<int>(c.items(), -50, 50);
    const std::vector<int> before(c.items(), -1);
    std::vector<int> out = before;
    for (size_t row = 0; row < rows; ++row) {
      const auto at = [&](size_t column) { return in[row * length + column % length]; };
      const auto first = [&](size_t column) { return at(column) + 2 * at(column + 1); };
      for (size_t column = 0; column < length; ++column) // twice its number modulo nine, and back
        out[row * length + column] = first(column) - first((column + 3) % length * 5 % length);
    }
    c.in(std::vector<uint32_t>{static_cast<uint32_t>(rows)});
    c.in(in);
    c.inOut(before, out);
    c.local(size * sizeof(int));
  };
  return {.name = "guarded-steps",
          .ranges = {line(243, 243), line(216, 72), line(1458, 243), line(288, 144), line(135, 27), line(90, 18),
                     plane({36, 6}, {18, 2}), plane({54, 8}, {27, 4}), line(432, 144), line(729, 243)},
          .describe = describe};
}

Shape tileProducts() {
  const auto describe = [](Case &c) {
    const size_t width = c.range().global[0] - c.index() % 4, height = c.range().global[1] - c.index() % 3 * 2;
    const size_t depth = 16 * c.index();
    const auto a = wholeNumbers<int>(std::max<size_t>(height * depth, 1), -9, 9);
    const auto b = wholeNumbers<int>(std::max<size_t>(width * depth, 1), -9, 9);
    std::vector<int> out(width * height, 0);
    for (size_t y = 0; y < height; ++y)
      for (size_t x = 0; x < width; ++x)
        for (size_t k = 0; k < depth; ++k)
          out[y * width + x] += a[y * depth + k] * b[k * width + x];
    c.in(a);
    c.in(b);
    c.out(out);
    c.value(static_cast<int>(width));
    c.value(static_cast<int>(height));
    c.value(static_cast<int>(depth));
  };
  return {.name = "guarded-tile-products",
          .ranges = {plane({16, 16}, {8, 8}), plane({24, 16}, {8, 8}), plane({8, 24}, {8, 8}), plane({40, 8}, {8, 8}),
                     plane({32, 32}, {8, 8})},
          .describe = describe};
}

void describeDecoders(Case &c) {
  constexpr uint32_t words = 5, length = 120, room = 37;
  const size_t streams = c.items() - c.items() / 5;
  const auto bits = anyBits<uint32_t>(c.items() * words, 3);
  std::vector<uint8_t> table;
  for (unsigned i = 0; i < 16; ++i)
    table.push_back(static_cast<uint8_t>(i * 8 + 1 + i % 7));
  std::vector<uint8_t> out(c.items() * room, 200);
  std::vector<int> counts(c.items(), -1);
  const auto outBefore = out;
  const auto countsBefore = counts;
  for (size_t id = 0; id < streams; ++id) {
    const auto bit = [&](uint32_t place) { return bits[id * words + place / 32] >> (31 - place % 32) & 1; };
    uint32_t at = 0;
    int n = 0;
    while (at < length && std::cmp_less(n, room)) {
      const uint8_t entry = table[bit(at) << 3 | bit(at + 1) << 2 | bit(at + 2) << 1 | bit(at + 3)];
      if (at + entry % 8 > length)
        break;
      out[id * room + static_cast<size_t>(n++)] = entry / 8;
      at += entry % 8;
    }
    counts[id] = n;
  }
  c.in(bits);
  c.in(table);
  c.inOut(outBefore, out);
  c.inOut(countsBefore, counts);
  c.value(static_cast<int>(streams));
  c.value(static_cast<int>(length));
  c.value(static_cast<int>(room));
}

Shape decoders() {
  return {.name = "guarded-decoders", .ranges = flatLines(), .describe = describeDecoders, .file = "guarded-decoders"};
}

} // namespace

Shapes boundsGuardShapes() {
  return {
      sums("signed", "int", "x >= width || y >= height",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) { return x < width && y < height; }),
      sums("unsigned", "uint", "x >= (uint)width || y >= (uint)height",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) { return x < width && y < height; }),
      sums("of-64-bits", "size_t", "x >= (size_t)width || y >= (size_t)height",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) { return x < width && y < height; }),
      sums("border", "int", "x < 2 || x >= width - 2 || y < 1 || y > height - 2",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) {
             return x >= 2 && x < width - 2 && y >= 1 && y <= height - 2;
           }),
      sums("in-parts", "int",
           "2 * y + layers < layers + 2 || y >= height - layers / 7 || 3 * x + layers > 3 * width + 2 * layers || "
           "x < layers - 6",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t layers) {
             return y >= 1 && y < height - layers / 7 && 3 * x <= 3 * width + layers && x >= layers - 6;
           }),
      sums("border-around", "int", "x - 3 < 0 || x + 3 > width",
           [](int64_t x, int64_t, int64_t width, int64_t, int64_t) { return x >= 3 && x + 3 <= width; }),
      sums("border-that-wraps", "uint", "x - 1u >= (uint)width - 2u",
           [](int64_t x, int64_t, int64_t width, int64_t, int64_t) { return x >= 1 && x - 1 < width - 2; }),
      sums("hole", "int", "x == width / 2 || height / 2 == y",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) {
             return x != width / 2 && y != height / 2;
           }),
      sums("scaled", "int", "2 * x + 1 >= width",
           [](int64_t x, int64_t, int64_t width, int64_t, int64_t) { return 2 * x + 1 < width; }),
      sums("falling", "int", "width - x <= 0",
           [](int64_t x, int64_t, int64_t width, int64_t, int64_t) { return width - x > 0; }),
      sums("diagonal", "int", "x + y >= width",
           [](int64_t x, int64_t y, int64_t width, int64_t, int64_t) { return x + y < width; }),
      sums("numbered", "int", "y * 37 + x >= 11 * width",
           [](int64_t x, int64_t y, int64_t width, int64_t, int64_t) { return y * 37 + x < 11 * width; }),
      sums("number-that-wraps", "int", "(int)((uint)(y + 35790) * 60000u + (uint)x) < 0",
           [](int64_t x, int64_t y, int64_t, int64_t, int64_t) { return (y + 35790) * 60000 + x <= INT32_MAX; }),
      sums("with-a-switch", "int", "layers == 1 || x >= width",
           [](int64_t x, int64_t, int64_t width, int64_t, int64_t layers) { return layers != 1 && x < width; }),
      sums("beyond", "int", "x < width && y < height",
           [](int64_t x, int64_t y, int64_t width, int64_t height, int64_t) { return x >= width || y >= height; }),
      columns(),
      tiles(),
      trees(),
      partsOfGroups(),
      steps(),
      tileProducts(),
      decoders(),
  };
}

} // namespace weft::exectest
