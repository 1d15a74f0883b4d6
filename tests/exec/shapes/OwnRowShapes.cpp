// Work-items with a row of memory each: sums, copies, products, structs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

template <class T> Shape sums(const std::string &type, size_t length) {
  const auto describe = [length](Case &c) {
    const auto in = wholeNumbers<T>(c.items() * length, 0, 99);
    const size_t count = c.items() - c.items() / 7;
    std::vector<int64_t> out(c.items(), -1);
    for (size_t id = 0; id < count; ++id) {
      uint64_t sum = 0, part = 0;
      for (size_t i = 0; i < length; ++i) {
        sum = sum * 3 + static_cast<uint64_t>(in[id * length + i]);
        part += i < length - id % 3 ? static_cast<uint64_t>(in[id * length + i]) : 0;
      }
      out[id] = static_cast<int64_t>(sum ^ part);
    }
    c.in(in);
    c.out(out);
    c.value(static_cast<int>(length));
    c.value(static_cast<int>(count));
  };
  return {.name = "own-row-sums-of-" + std::to_string(length) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .needsDouble = type == "double",
          .file = "own-row-sums"};
}

template <class T> Shape pieces(const std::string &type, size_t length) {
  const auto describe = [length](Case &c) {
    const auto in = wholeNumbers<T>(c.items() * length, 0, 50);
    std::vector<T> ahead(in.size()), back(in.size()), sums(c.items());
    for (size_t id = 0; id < c.items(); ++id) {
      T turns{}, sum{};
      for (size_t i = 0; i < length; ++i) {
        const T value = in[id * length + i];
        turns = static_cast<T>(value - turns);
        sum = static_cast<T>(sum + value * static_cast<T>(i));
        ahead[id * length + i] = static_cast<T>(value + 1);
      }
      for (size_t i = length; i > 0; i -= std::min<size_t>(i, 2))
        back[id * length + i - 1] = static_cast<T>(in[id * length + i - 1] + turns);
      sums[id] = static_cast<T>(sum - turns);
    }
    c.in(in);
    c.out(ahead);
    c.inOut(std::vector<T>(in.size()), back);
    c.out(sums);
    c.value(static_cast<int>(length));
  };
  return {.name = "own-row-pieces-of-" + std::to_string(length) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .file = "own-row-pieces"};
}

template <class T> Shape copies(const std::string &type, size_t pitch) {
  const auto describe = [pitch](Case &c) {
    const auto in = wholeNumbers<T>(c.items() * 8, 0, 50);
    const size_t rest = c.items() * 8;
    std::vector<T> out(rest + c.items() * pitch, T{100});
    c.in(in);
    const std::vector<T> before = out;
    for (size_t id = 0; id < c.items(); ++id) {
      for (size_t i = 0; i < 8; ++i)
        out[id * 8 + i] = in[id * 8 + 7 - i];
      if (id % 5 == 2)
        out[rest + id * pitch + 3] = T{7};
      else
        for (size_t i = 0; i < 4; ++i)
          out[rest + id * pitch + i] = static_cast<T>(in[id * 8 + i] + in[id * 8 + i + 4]);
    }
    c.inOut(before, out);
    c.value(static_cast<int>(pitch));
  };
  return {.name = "own-row-copies-" + std::to_string(pitch) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .needsDouble = type == "double",
          .file = "own-row-copies"};
}

template <class T> Shape reversals(const std::string &type, size_t length) {
  const auto describe = [length](Case &c) {
    const auto in = wholeNumbers<T>(c.items() * length, 0, 3);
    std::vector<T> copies(in.size()), made(in.size()), sums(in.size());
    for (size_t id = 0; id < c.items(); ++id) {
      T sum = 0;
      for (size_t i = 0; i < length; ++i) {
        const size_t from = id * length + i, to = id * length + length - 1 - i;
        copies[to] = in[from];
        made[to] = static_cast<T>(in[from] * 2 + static_cast<T>(id % 3 + i));
        sums[to] = sum = static_cast<T>(sum + in[from]);
      }
    }
    c.in(in);
    c.out(copies);
    c.out(made);
    c.out(sums);
    c.value(static_cast<int>(length));
  };
  return {.name = "own-row-reversals-" + std::to_string(length) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .file = "own-row-reversals"};
}

uint8_t digitOf(unsigned value) {
  return static_cast<uint8_t>("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[value % 64]);
}

template <class T> Shape fills(const std::string &type, size_t constantLength, size_t length) {
  const auto describe = [constantLength, length](Case &c) {
    const size_t count = c.items() - c.items() / 7, first = 5;
    const auto pixels = wholeNumbers<uint8_t>(3 * c.items(), 0, 255);
    std::vector<T> rows(first + c.items() * (constantLength + length), T{101});
    std::vector<uint8_t> channels(first + 3 * c.items(), 102), digits(4 * c.items(), 103);
    const auto table = wholeNumbers<T>(16 * constantLength, 0, 99);
    std::vector<T> copies(first + c.items() * constantLength, T{104});
    const auto rowsBefore = rows, copiesBefore = copies;
    const auto channelsBefore = channels, digitsBefore = digits;
    for (size_t id = 0; id < count; ++id) {
      auto state = static_cast<uint32_t>(id);
      for (size_t i = 0; i < constantLength; ++i) {
        state = state * 1664525 + 1013904223;
        rows[first + id * constantLength + i] = static_cast<T>((state >> 16) % 100);
      }
      for (size_t i = 0; i < length; ++i)
        rows[first + c.items() * constantLength + id * length + i] = static_cast<T>(id % 50 + i);
      std::copy_n(&table[id * 7 % 16 * constantLength], constantLength, &copies[first + id * constantLength]);
      const uint8_t *pixel = &pixels[3 * id];
      for (size_t i = 0; i < 3; ++i)
        channels[first + 3 * id + i] =
            static_cast<uint8_t>(std::clamp(static_cast<float>(pixel[i]) * 1.5F - 20, 0.0F, 255.0F));
      const unsigned value = pixel[0] << 16 | pixel[1] << 8 | pixel[2];
      for (unsigned k = 0; k < 4; ++k)
        digits[4 * id + k] = digitOf(value >> (18 - 6 * k));
    }
    c.in(pixels);
    c.inOut(rowsBefore, rows);
    c.inOut(channelsBefore, channels);
    c.inOut(digitsBefore, digits);
    c.in(table);
    c.inOut(copiesBefore, copies);
    c.value(static_cast<int>(length));
    c.value(static_cast<int>(first));
    c.value(static_cast<int>(count));
  };
  return {.name = "own-row-fills-" + std::to_string(constantLength) + "-" + std::to_string(length) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type + " -DLENGTH=" + std::to_string(constantLength),
          .needsDouble = type == "double",
          .file = "own-row-fills"};
}

template <class T> Shape recurrences(const std::string &type, size_t length, size_t distance) {
  const auto describe = [length, distance](Case &c) {
    const size_t count = c.items() - c.items() / 7;
    const auto a = wholeNumbers<T>(c.items() * length, 0, 1);
    auto x = wholeNumbers<T>(c.items() * length, 0, 50), b = wholeNumbers<T>(c.items() * length, 3, 40);
    auto back = wholeNumbers<T>(c.items() * length, 5, 60);
    auto away = wholeNumbers<T>(c.items() * (length + distance), 0, 50);
    std::vector<T> halves(c.items() * length, T{104});
    const auto xBefore = x, bBefore = b, backBefore = back, awayBefore = away, halvesBefore = halves;
    for (size_t id = 0; id < count; ++id) {
      const size_t row = id * length;
      for (size_t i = row + 1; i < row + length; ++i) {
        x[i] = static_cast<T>((x[i] + x[i - 1] * a[i]) / 2);
        b[i] = static_cast<T>((b[i] + b[i - 1] * a[i] + a[i - 1]) / 2);
      }
      for (size_t i = row + length - 2; i > row; --i)
        back[i] = static_cast<T>((back[i] + back[i + 1] * a[i - 1]) / 2);
      T *own = &away[id * (length + distance)];
      for (size_t i = 0; i < length; ++i)
        own[i + distance] = static_cast<T>(own[i] / 2 + a[row + i]);
      for (size_t i = 0; i < length / 2; ++i) {
        halves[row + i] = static_cast<T>(a[row + 2 * i] + a[row + 2 * i + 1]);
        halves[row + length / 2 + i] = static_cast<T>(a[row + 2 * i] * 2 + a[row + 2 * i + 1]);
      }
    }
    c.inOut(xBefore, x);
    c.inOut(bBefore, b);
    c.in(a);
    c.inOut(backBefore, back);
    c.inOut(awayBefore, away);
    c.inOut(halvesBefore, halves);
    c.value(static_cast<int>(length));
    c.value(static_cast<int>(distance));
    c.value(static_cast<int>(count));
  };
  return {.name = "own-row-recurrences-" + std::to_string(length) + "-" + std::to_string(distance) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .needsDouble = type == "double",
          .file = "own-row-recurrences"};
}

void describeProducts(Case &c) {
  const size_t length = 45, columns = c.range().global[0], rows = c.range().global[1];
  const auto a = wholeNumbers<float>(rows * length, -9, 9, 1);
  const auto b = wholeNumbers<float>(columns * length, -9, 9, 2);
  std::vector<float> out;
  for (size_t y = 0; y < rows; ++y)
    for (size_t x = 0; x < columns; ++x) {
      float sum = 0;
      for (size_t i = 0; i < length; ++i)
        sum += a[y * length + i] * b[x * length + i];
      out.push_back(sum);
    }
  c.in(a);
  c.in(b);
  c.out(out);
  c.value(static_cast<int>(length));
}

/// Of unsigned bytes with signed ones; `quads` of four.
std::function<void(Case &)> dotProducts(size_t quads) {
  return [quads](Case &c) {
    const auto a = anyBits<uint8_t>(c.items() * quads * 4, 1);
    const auto b = anyBits<int8_t>(quads * 4, 2);
    std::vector<int32_t> out;
    for (size_t id = 0; id < c.items(); ++id) {
      int64_t sum = static_cast<int64_t>(id);
      for (size_t i = 0; i < quads * 4; ++i)
        sum += int64_t{a[id * quads * 4 + i]} * b[i];
      out.push_back(static_cast<int32_t>(sum));
    }
    c.in(a);
    c.in(b);
    c.out(out);
    c.value(static_cast<int>(quads));
  };
}

void describeLocalRows(Case &c) {
  constexpr size_t length = 20;
  const auto in = wholeNumbers<int>(c.items() * length, 0, 9);
  const auto neighbour = [](const Item &item) {
    return item.linear - item.local[0] + (item.local[0] + 1) % item.groupSize[0];
  };
  const auto sums = perItem<uint32_t>(c.range(), [&](const Item &item) {
    uint32_t sum = 0;
    for (size_t i = 0; i < length; ++i)
      sum = sum * 5 + static_cast<uint32_t>(in[neighbour(item) * length + i]);
    return sum;
  });
  c.in(in);
  c.out(perItem<int>(c.range(), [&](const Item &item) {
    return static_cast<int>(sums[neighbour(item)] + static_cast<uint32_t>(item.local[0] % 8));
  }));
  c.local(c.range().local[0] * length * sizeof(int));
}

struct Particle {
  float x, y, z, w;
  int flag, a, b, c;
};
struct Body {
  float position[4], speed[4];
  int8_t colours[4][4];
};
static_assert(sizeof(Body) == 48);

template <class T> std::vector<uint8_t> bytesOf(const std::vector<T> &values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void describeStructs(Case &c) {
  const auto numbers = wholeNumbers<int>(c.items() * 20, 0, 20);
  std::vector<Particle> particles;
  std::vector<Body> bodies(c.items());
  for (size_t id = 0; id < c.items(); ++id) {
    const int *n = &numbers[id * 20];
    particles.push_back({float(n[0]), float(n[1]), float(n[2]), float(n[3]), n[4], n[5], n[6], n[7]});
    for (int i = 0; i < 4; ++i) {
      bodies[id].position[i] = static_cast<float>(n[8 + i]);
      bodies[id].speed[i] = static_cast<float>(n[12 + i]);
      for (int j = 0; j < 4; ++j)
        bodies[id].colours[i][j] = static_cast<int8_t>(n[16 + i] + j);
    }
  }
  const auto particlesBefore = bytesOf(particles);
  const auto bodiesBefore = bytesOf(bodies);
  for (Particle &p : particles)
    if (p.flag & 1)
      p = {p.y + p.z, p.y, p.z, p.x * 2, p.flag, p.b + p.c, p.b, p.a};
  for (Body &body : bodies)
    for (int i = 0; i < 4; ++i) {
      body.position[i] += body.speed[i] * 2;
      for (int j = 0; j < 4; ++j)
        body.colours[i][j] = static_cast<int8_t>(body.colours[3 - i][j] + j + 1);
    }
  c.inOut(particlesBefore, bytesOf(particles));
  c.inOut(bodiesBefore, bytesOf(bodies));
}

} // namespace

Shapes ownRowShapes() {
  Shapes shapes;
  for (const size_t length : {3, 16, 37, 70}) {
    shapes.push_back(sums<int8_t>("char", length));
    shapes.push_back(sums<uint16_t>("ushort", length));
    shapes.push_back(sums<int32_t>("int", length));
    shapes.push_back(sums<float>("float", length));
    shapes.push_back(sums<double>("double", length));
    shapes.push_back(sums<int64_t>("long", length));
  }
  for (const size_t quads : {5, 37, 300})
    shapes.push_back({.name = "own-row-dot-products-of-" + std::to_string(quads),
                      .ranges = flatLines(),
                      .describe = dotProducts(quads),
                      .file = "own-row-dot-products"});
  for (const size_t length : {1, 5, 32, 53}) {
    shapes.push_back(pieces<int32_t>("int", length));
    shapes.push_back(pieces<float>("float", length));
  }
  for (const size_t length : {3UZ, 16UZ, 37UZ}) {
    shapes.push_back(reversals<int8_t>("char", length));
    shapes.push_back(reversals<float>("float", length));
    shapes.push_back(reversals<int64_t>("long", length));
  }
  for (const size_t pitch : {4, 8, 11}) {
    shapes.push_back(copies<int8_t>("char", pitch));
    shapes.push_back(copies<int16_t>("short", pitch));
    shapes.push_back(copies<float>("float", pitch));
    shapes.push_back(copies<int64_t>("long", pitch));
  }
  for (const size_t length : {2, 4, 8, 16, 23}) {
    shapes.push_back(fills<uint8_t>("uchar", length, 24 - length));
    shapes.push_back(fills<int16_t>("short", length, 21));
    shapes.push_back(fills<float>("float", length, 18));
    shapes.push_back(fills<double>("double", length, 7));
  }
  for (const auto &[length, distance] : {std::pair<size_t, size_t>{37, 0}, {16, 1}, {41, 3}, {6, 20}}) {
    shapes.push_back(recurrences<uint8_t>("uchar", length, distance));
    shapes.push_back(recurrences<int32_t>("int", length, distance));
    shapes.push_back(recurrences<float>("float", length, distance));
    shapes.push_back(recurrences<double>("double", length, distance));
  }
  shapes.push_back({.name = "own-row-products",
                    .ranges = {plane({32, 16}, {16, 4}), plane({13, 7}, {13, 1}), plane({40, 30}, {0, 0}),
                               plane({40, 12}, {20, 6}), plane({64, 9}, {32, 3}), plane({6, 16}, {6, 8})},
                    .describe = describeProducts});
  shapes.push_back({.name = "own-row-in-local-memory", .ranges = lines(), .describe = describeLocalRows});
  shapes.push_back({.name = "own-structs", .ranges = flatLines(), .describe = describeStructs});
  return shapes;
}

} // namespace weft::exectest
