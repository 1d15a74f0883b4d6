// Kernel arguments of every kind.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

template <class T, size_t n> using Vector = std::array<T, n>;

/// The same row for each work-item.
template <class T> std::vector<T> repeated(const std::vector<T> &row, size_t times) {
  std::vector<T> all;
  for (size_t i = 0; i < times; ++i)
    all.insert(all.end(), row.begin(), row.end());
  return all;
}

void describeScalars(Case &c) {
  c.out(repeated<int64_t>({-100, 200, -30000, 60000, -2000000000, 4000000000, -5000000000000, -1}, c.items()));
  c.value<int8_t>(-100);
  c.value<uint8_t>(200);
  c.value<int16_t>(-30000);
  c.value<uint16_t>(60000);
  c.value<int32_t>(-2000000000);
  c.value<uint32_t>(4000000000);
  c.value<int64_t>(-5000000000000);
  c.value<uint64_t>(0xFFFFFFFFFFFFFFFF);
  c.value<float>(1.25F);
  c.out(std::vector<float>(c.items(), 1.25F));
}

void describeVectors(Case &c) {
  c.value(Vector<int8_t, 2>{-3, 4});
  c.value(Vector<uint8_t, 4>{200, 150, 100, 0});
  c.value(Vector<int16_t, 4>{1, -2, 3, -4});
  c.value(Vector<int32_t, 8>{1, 0, 0, 2, 0, 0, 0, 3});
  c.value(Vector<uint32_t, 16>{4000000000, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 7});
  c.value(Vector<float, 4>{1.0F, 2.0F, 3.0F, 0.0F});
  c.value(Vector<int64_t, 2>{5000000000, -1});
  c.value(Vector<uint64_t, 4>{1, 2, 3, 0});
  c.value(Vector<float, 16>{4, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 6, 0});
  c.out(repeated<int64_t>({-2996, 200150100, -3719, 321, 4000000750, 321, 5000000001, 321, 654}, c.items()));
}

struct Padded {
  int8_t a;
  double b;
  int16_t c;
};
struct Nested {
  Padded inner;
  std::array<int32_t, 3> values;
};
struct WithVector {
  int32_t first;
  alignas(16) Vector<float, 4> vector;
  uint8_t last;
};

void describeStructs(Case &c) {
  c.value(Padded{-1, 2.5, -3});
  c.value(uint8_t{250});
  c.value(Nested{{4, 5.5, 6}, {100, 200, 300}});
  c.value(WithVector{1, {2.0F, 0.0F, 0.0F, 3.0F}, 255});
  std::vector<double> rows;
  for (size_t i = 0; i < c.items(); ++i)
    rows.insert(rows.end(), {-1.5, 250.0, 15.5 + 100.0 * static_cast<double>(i % 3 + 1), 261.0});
  c.out(rows);
}

struct Table {
  std::array<int32_t, 128> entries;
};

void describeLargeStruct(Case &c) {
  Table table{};
  auto entries = anyBits<int32_t>(table.entries.size());
  std::copy(entries.begin(), entries.end(), table.entries.begin());
  auto in = wholeNumbers<int32_t>(c.items(), 0, 127);
  c.value(table);
  c.in(in);
  c.out(perItem<int32_t>(c.range(), [&](const Item &item) { return entries[static_cast<size_t>(in[item.linear])]; }));
}

struct Particle {
  uint32_t kind; // one byte, the other three are padding
  alignas(16) Vector<float, 4> position;
  uint32_t id; // two bytes
};

/// Particles have padding, which may hold anything: they are compared by their members.
void describeParticles(Case &c) {
  std::vector<Particle> before(c.items());
  for (size_t i = 0; i < before.size(); ++i)
    before[i] = {static_cast<uint32_t>(i % 200), {1.0F, 2.0F, static_cast<float>(i), 0.0F}, static_cast<uint32_t>(i)};
  auto pushed = [before](const std::vector<Particle> &after) {
    std::optional<std::string> wrong;
    for (size_t i = 0; i < after.size() && !wrong; ++i) {
      const Vector<float, 4> &place = after[i].position;
      if ((after[i].kind & 0xFF) != before[i].kind || (after[i].id & 0xFFFF) != before[i].id || place[0] != 1.0F ||
          place[1] != 2.0F + static_cast<float>(before[i].kind) || place[2] != static_cast<float>(i))
        wrong = "index " + std::to_string(i) + ": position " + shown(place[0]) + ", " + shown(place[1]) + ", " +
                shown(place[2]);
    }
    return wrong;
  };
  c.scratch<Particle>(before, pushed);
  c.scratch<Particle>(std::vector<Particle>(c.items()), pushed);
}

void describeUnion(Case &c) {
  const uint32_t word = std::bit_cast<uint32_t>(3.14159F);
  c.value(word);
  c.out(perItem<uint32_t>(c.range(),
                          [&](const Item &item) { return (word >> (8 * (item.linear % 4)) & 0xFF) + (word >> 24); }));
  c.out(std::vector<float>(c.items(), 3.14159F));
}

void describeMany(Case &c) {
  uint32_t sum = 17;
  for (int32_t s = 0; s < 32; ++s) {
    c.value(s * 1001 - 5000);
    sum = sum * 3 + static_cast<uint32_t>(s * 1001 - 5000);
  }
  for (uint32_t b = 0; b < 8; ++b)
    c.out(std::vector<uint32_t>(c.items(), sum + 50 + b));
  c.value(uint32_t{17});
}

Shapes bufferShapes() {
  Shapes shapes;
  shapes.push_back({.name = "null-buffer", .ranges = flatLines(), .describe = [](Case &c) {
                      c.nullBuffer();
                      c.nullBuffer();
                      c.in(std::vector<int>{1});
                      c.out(std::vector<int>(c.items(), 115));
                    }});
  shapes.push_back({.name = "constant-argument", .ranges = flatLines(), .describe = [](Case &c) {
                      auto table = wholeNumbers<int>(10, 0, 99);
                      auto in = wholeNumbers<int>(c.items(), 0, 999, 2);
                      c.in(std::vector<float>{0.5F, 10.0F});
                      c.in(table);
                      c.in(in);
                      c.out(perItem<float>(c.range(), [&](const Item &item) {
                        int value = in[item.linear];
                        return 0.5F * static_cast<float>(value) + 10.0F +
                               static_cast<float>(table[static_cast<size_t>(value % 10)]);
                      }));
                    }});
  shapes.push_back({.name = "aliasing-buffers", .ranges = flatLines(), .describe = [](Case &c) {
                      auto data = wholeNumbers<int>(2 * c.items(), 0, 999);
                      auto after = data;
                      for (size_t i = 0; i < c.items(); ++i)
                        after[c.items() + i] = data[i] + data[(i + 1) % c.items()];
                      c.inOut(data, after);
                      c.value(static_cast<int>(c.items()));
                    }});
  shapes.push_back({.name = "no-arguments-used", .ranges = flatLines(), .describe = [](Case &c) {
                      c.in(std::vector<int>{1});
                      c.value(5);
                      c.local(100);
                      c.nullBuffer();
                      c.out(std::vector<int>(c.items(), 7));
                    }});
  return shapes;
}

} // namespace

Shapes argumentShapes() {
  Shapes shapes{
      {.name = "scalar-arguments", .ranges = flatLines(), .describe = describeScalars},
      {.name = "double-argument",
       .ranges = flatLines(),
       .describe =
           [](Case &c) {
             auto in = wholeNumbers<double>(c.items(), -999, 999);
             c.value(0.125);
             c.in(in);
             for (double &value : in)
               value = value * 0.125 + 2.5;
             c.out(in);
             c.value(2.5F);
           },
       .needsDouble = true},
      {.name = "vector-arguments", .ranges = flatLines(), .describe = describeVectors},
      {.name = "struct-arguments", .ranges = flatLines(), .describe = describeStructs, .needsDouble = true},
      {.name = "large-struct-argument", .ranges = flatLines(), .describe = describeLargeStruct},
      {.name = "struct-in-buffer", .ranges = flatLines(), .describe = describeParticles},
      {.name = "union-argument", .ranges = flatLines(), .describe = describeUnion},
      {.name = "many-arguments", .ranges = flatLines(), .describe = describeMany},
  };
  for (Shape &shape : bufferShapes())
    shapes.push_back(std::move(shape));
  return shapes;
}

} // namespace weft::exectest
