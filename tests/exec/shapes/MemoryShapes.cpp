// Constant memory, patterns of access, loads and stores of vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

/// Parameters (in, out): `expected` of one whole number from 0 to 999.
Shape elementwise(const char *name, int (*expected)(int)) {
  return {.name = name, .ranges = flatLines(), .describe = [=](Case &c) {
            auto in = wholeNumbers<int>(c.items(), 0, 999);
            c.in(in);
            std::transform(in.begin(), in.end(), in.begin(), expected);
            c.out(in);
          }};
}

template <class T> Shape selectedLoads(const std::string &type) {
  const auto describe = [](Case &c) {
    const size_t size = c.items(), n = size - size / 9;
    const auto which = wholeNumbers<int>(size, 0, 99);
    const auto a = wholeNumbers<T>(size + 1, 0, 49, 1), b = wholeNumbers<T>(size + 1, 50, 99, 2);
    std::vector<T> out(2 * size, T{100});
    const std::vector<T> before = out;
    for (size_t id = 0; id < n; ++id) {
      out[id] = which[id] % 3 == 0 ? a[id + 1] : b[id];
      out[size + id] = which[id] % 3 == 1 ? b[id + 1] : a[id];
    }
    c.in(which);
    c.in(a);
    c.in(b);
    c.inOut(before, out);
    c.value(static_cast<int>(n));
  };
  return {.name = "selected-loads-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type,
          .needsDouble = type == "double",
          .file = "selected-loads"};
}

int fromTables(int value) {
  const std::array<int, 5> table{1, 10, 100, 1000, 10000};
  int scaled = table[static_cast<size_t>(value % 5)] * (value % 2 == 0 ? 2 : 4) + (value % 2 == 0 ? 3 : 5);
  return scaled + 7 + (value % 2 == 0 ? 3 : 7) + "weft"[value % 5];
}

int fromKernelTables(int value) {
  const std::array<int, 8> primes{2, 3, 5, 7, 11, 13, 17, 19};
  return primes[static_cast<size_t>(value % 8)] + (value % 4 + 1) * 1000;
}

int fromChosenTable(int value) {
  int count = value % 5;
  return count * (count + 1) / 2 * (value % 2 == 0 ? 1 : 100);
}

/// Row r of the transposed matrix is column r of y * value + x.
int fromMatrix(int value) {
  int r = value & 3;
  return r * 1111 + value * (0 + 10 + 200 + 3000);
}

void describeExchanges(Case &c, uint32_t distance, uint32_t bits) {
  const size_t size = c.range().local[0];
  auto in = wholeNumbers<int>(2 * c.items(), -999, 999);
  std::vector<int> out(in.size());
  for (size_t base = 0; base < in.size(); base += 2 * size) {
    std::vector<int> tile(in.begin() + static_cast<std::ptrdiff_t>(base),
                          in.begin() + static_cast<std::ptrdiff_t>(base + 2 * size));
    tile.resize(2 * size + 64);
    const auto before = tile;
    for (size_t l = 0; l < size; ++l) {
      const size_t low = 2 * l - (l & (distance - 1));
      tile[low] = 3 * before[low] + before[low + distance];
      tile[low + distance] = before[low + distance] - before[low];
    }
    for (size_t l = 0; l < size; ++l) {
      out[base + l] = tile[l ^ bits] + tile[(l & bits) + (l | 4)] + (l % 3 != 0 ? tile[2 * l - (l & bits)] : 0);
      out[base + size + l] = tile[l + size];
    }
  }
  c.in(in);
  c.out(out);
  c.value(distance);
  c.value(bits);
  c.local((2 * size + 64) * sizeof(int));
}

/// Three pairs of each work-item come back from that of its neighbour, where there is one; numbers are in another
/// order.
void describePermutedGroups(Case &c) {
  const size_t size = c.range().local[0];
  const auto in = wholeNumbers<int>(6 * c.items(), -99, 99);
  const auto table = wholeNumbers<int16_t>(40, -9, 9);
  std::vector<int> out(in.size()), sums(c.items());
  for (size_t base = 0; base < c.items(); base += size) {
    std::vector<int> numbers(size + 32), bytes(size + 32);
    for (size_t l = 0; l < size; ++l) {
      const size_t ofRun = l % 32, ofByte = l % 8;
      const int *pair = &in[6 * base + 2 * l];
      numbers[l - ofRun + ofRun % 2 * 16 + ofRun / 2] = pair[0];
      if (l % 3 != 1)
        bytes[l - ofByte + ofByte % 4 * 2 + ofByte / 4] = pair[1];
    }
    for (size_t l = 0; l < size; ++l) {
      const size_t neighbour = l % 2 == 0 ? l + 1 : l - 1;
      for (size_t part = 0; part < 3 && neighbour < size; ++part)
        std::copy_n(&in[2 * (3 * base + part * size + neighbour)], 2, &out[2 * (3 * base + part * size + l)]);
      sums[base + l] = numbers[l ^ 3] + 1000 * bytes[l] + 100000 * table[3 + l % 8 * 5] + table[1 + l % 8 * 5];
    }
  }
  c.in(in);
  c.in(table);
  c.out(out);
  c.out(sums);
  c.local(4 * (size + 32) * 2 * sizeof(int));
  c.local((size + 32) * sizeof(int));
  c.local(size + 32);
}

void describeIndicesOfBits(Case &c) {
  const auto table = wholeNumbers<int>(2112, -9999, 9999);
  std::vector<int> out(c.items());
  const size_t size = c.range().local[0] != 0 ? c.range().local[0] : c.items();
  for (size_t item = 0; item < out.size(); ++item) {
    const size_t l = item % size;
    int sum = table[l & 63] + table[l / 16 * 16 + 1000] + 3 * table[l / 16] + 5 * table[l ^ 15] + 7 * table[l ^ 32];
    sum += 11 * table[l | 64] + 13 * table[4 * l % 256] + 17 * table[l / 16] + 19 * table[(l + 48) % 128];
    sum += 23 * table[(l + 3) % 64] + 29 * table[l % 8] + 31 * table[l / 4] + 37 * table[l % 32 * 4 + l / 32];
    if (l / 16 % 2 == 1)
      sum += table[l % 32 - 16] + 41 * table[(l - 16) / 32];
    for (size_t i = 0; i < l % 4; ++i)
      sum += table[l % 16 + 16 * i];
    out[item - l + ((l ^ 1) < size ? l ^ 1 : l)] = sum;
  }
  c.in(table);
  c.out(out);
}

void describeRingBuffers(Case &c) {
  const int count = 40;
  const auto in = wholeNumbers<int>(256 * c.items(), -9999, 9999);
  std::vector<int> out;
  for (size_t item = 0; item < c.items(); ++item) {
    const int *ring = in.data() + 256 * item;
    for (int j = 0; j < count; ++j)
      out.push_back(ring[(j + 3) % 32] * 3 + j);
    for (int j = 0; j < count; ++j)
      out.push_back(ring[(j + 230) % 256] - j);
    for (int j = 0; j < count; ++j)
      out.push_back(ring[(j * 2 + 5) % 64] + 2 * ring[j]);
  }
  c.in(in);
  c.out(out);
  c.value(count);
}

/// Every second, third or fourth element changes, or all of them do.
void describeSmallStrides(Case &c) {
  const size_t count = c.items();
  const auto complex = wholeNumbers<float>(2 * count, -99, 99);
  const auto rgb = anyBits<uint8_t>(3 * count);
  const auto points = wholeNumbers<int>(4 * count, 0, 999);
  const auto pairs = wholeNumbers<double>(2 * count, -9999, 9999);
  const auto shorts = wholeNumbers<int16_t>(2 * count, 300, 999);
  std::vector<float> squares;
  std::vector<uint8_t> bgr = rgb;
  std::vector<int> moved = points;
  std::vector<int16_t> odd = shorts;
  std::vector<double> swapped = pairs;
  const size_t some = count - count / 3;
  for (size_t i = 0; i < count; ++i) {
    squares.push_back(complex[2 * i] * complex[2 * i] - complex[2 * i + 1] * complex[2 * i + 1]);
    squares.push_back(2 * complex[2 * i] * complex[2 * i + 1]);
    std::swap(bgr[3 * i], bgr[3 * i + 2]);
    odd[2 * i + 1] = static_cast<int16_t>(rgb[3 * i] - rgb[3 * i + 2]);
    moved[4 * i] += 1;
    moved[4 * i + 1] ^= std::numeric_limits<int>::min(); // the sign of a float
    moved[4 * i + 2] += 3;
    moved[4 * i + 3] += points[4 * i + 3] % 3 == 0 ? 1 : 0;
    if (i < some)
      std::swap(swapped[2 * i], swapped[2 * i + 1]);
  }
  c.in(complex);
  c.in(rgb);
  c.in(points);
  c.in(pairs);
  c.out(squares);
  c.out(bgr);
  c.inOut(points, moved);
  c.inOut(shorts, odd);
  c.inOut(pairs, swapped);
  c.value(static_cast<int>(some));
}

/// Parameters (in, clamped, exchanged, low, high, bits), for bits below 32.
void describeMaybeConsecutive(Case &c, uint32_t bits) {
  const size_t count = c.items();
  const int low = 2, high = static_cast<int>(count) - 3;
  auto in = wholeNumbers<int>((count / 32 + 1) * 32, 0, 99);
  std::vector<int> clamped(count, -1);
  std::vector<int16_t> before(in.size(), 7);
  std::vector<int16_t> exchanged = before;
  for (size_t i = 0; i < count; ++i) {
    if (in[i] % 3 != 0)
      clamped[i] = in[static_cast<size_t>(std::clamp(static_cast<int>(i) - 5, low, high))];
    int sum = 0;
    for (size_t k = i % 5; k < i % 7; ++k)
      sum += in[i ^ (k & bits)];
    exchanged[i ^ bits] = static_cast<int16_t>(in[i] + sum);
  }
  c.in(in);
  c.out(clamped);
  c.inOut(before, exchanged);
  c.value(low);
  c.value(high);
  c.value(bits);
}

void describeLookedUpBytes(Case &c) {
  constexpr int count = 1003;
  const auto bytes = anyBits<uint8_t>(count, 1);
  const auto shorts = anyBits<int16_t>(count, 2);
  const auto places = wholeNumbers<int>(c.items(), 0, int64_t{2} * count, 3);
  std::vector<uint32_t> out;
  for (const int place : places) {
    uint32_t sum = 0;
    const auto lookUp = [&]<class T, class Table>(T, const Table &table) {
      for (int start = 0; start < 4; ++start) {
        const auto *first = table.data() + start;
        const auto at = [&](int i) { return static_cast<int>(static_cast<T>(first[i])); };
        sum = sum * 31 + static_cast<uint32_t>(place < count - start ? at(place) : -1);
        if (place % 3 != 0)
          sum += static_cast<uint32_t>(at(place % (count - start)));
      }
    };
    lookUp(uint8_t{}, bytes);
    lookUp(int8_t{}, bytes);
    lookUp(int16_t{}, shorts);
    lookUp(uint16_t{}, shorts);
    out.push_back(sum);
  }
  c.in(bytes);
  c.in(shorts);
  c.in(places);
  c.out(out);
  c.value(count);
}

Shapes accessShapes() {
  Shapes shapes;
  shapes.push_back(selectedLoads<uint8_t>("uchar"));
  shapes.push_back(selectedLoads<int16_t>("short"));
  shapes.push_back(selectedLoads<float>("float"));
  shapes.push_back(selectedLoads<double>("double"));
  shapes.push_back({.name = "bytes-and-shorts", .ranges = flatLines(), .describe = [](Case &c) {
                      auto in = anyBits<int>(c.items());
                      c.in(in);
                      std::vector<uint8_t> bytes(in.size());
                      std::vector<int16_t> shorts(in.size());
                      for (size_t i = 0; i < in.size(); ++i) {
                        bytes[i] = static_cast<uint8_t>(in[i]);
                        shorts[i] = static_cast<int16_t>(-static_cast<int64_t>(in[i]));
                      }
                      c.out(bytes);
                      c.out(shorts);
                    }});
  shapes.push_back({.name = "looked-up-bytes", .ranges = flatLines(), .describe = describeLookedUpBytes});
  shapes.push_back({.name = "strided-and-gathered", .ranges = flatLines(), .describe = [](Case &c) {
                      size_t count = c.items();
                      auto in = wholeNumbers<int>(3 * count, 0, 999);
                      auto places = counting<uint32_t>(count);
                      std::shuffle(places.begin(), places.end(), std::mt19937(3));
                      c.in(in);
                      c.in(places);
                      std::vector<int> strided(count);
                      for (size_t i = 0; i < count; ++i)
                        strided[i] = in[3 * i + 1] - in[3 * i];
                      c.out(strided);
                      c.out(std::vector<int>(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count)));
                    }});
  shapes.push_back(
      {.name = "small-strides", .ranges = flatLines(), .describe = describeSmallStrides, .needsDouble = true});
  shapes.push_back({.name = "reversed-access", .ranges = flatLines(), .describe = [](Case &c) {
                      auto in = wholeNumbers<int16_t>(c.items(), 0, 999);
                      c.in(in);
                      std::ranges::reverse(in);
                      c.out(plus<int16_t>(in, 1));
                    }});
  for (uint32_t bits : {0u, 3u, 16u})
    shapes.push_back({.name = "indices-maybe-consecutive", .ranges = flatLines(), .describe = [bits](Case &c) {
                        describeMaybeConsecutive(c, bits);
                      }});
  for (uint32_t distance : {1u, 2u, 4u, 8u, 16u})
    for (uint32_t bits : {0u, 5u, 24u})
      shapes.push_back({.name = "exchanges-in-local-memory",
                        .ranges = {line(512, 64), line(512, 16), line(104, 13), line(200, 100), line(96, 96)},
                        .describe = [=](Case &c) { describeExchanges(c, distance, bits); }});
  shapes.push_back({.name = "permutedGroups-in-local-memory",
                    .ranges = {line(512, 64), line(512, 16), line(104, 13), line(200, 100), line(96, 96)},
                    .describe = describePermutedGroups});
  shapes.push_back({.name = "indices-of-bits",
                    .ranges = {line(64, 16), line(97, 97), line(256, 64), line(1024, 1024), line(200, 100)},
                    .describe = describeIndicesOfBits});
  shapes.push_back({.name = "ring-buffers", .ranges = flatLines(), .describe = describeRingBuffers});
  shapes.push_back({.name = "uniform-loads", .ranges = flatLines(), .describe = [](Case &c) {
                      std::vector<int> coefficients{3, -2, 0, 7};
                      auto in = wholeNumbers<int>(c.items(), -99, 99);
                      c.in(coefficients);
                      c.value(4);
                      c.in(in);
                      for (int &x : in)
                        x = 3 * x * x * x - 2 * x * x + 7;
                      c.out(in);
                    }});
  shapes.push_back({.name = "load-after-store", .ranges = flatLines(), .describe = [](Case &c) {
                      auto data = wholeNumbers<int>(c.items(), 0, 999);
                      auto after = data;
                      for (int &value : after)
                        value = value * 2 + 4;
                      c.inOut(data, after);
                      c.in(std::vector<int>{0});
                    }});
  return shapes;
}

Shapes pointerAccessShapes() {
  Shapes shapes;
  shapes.push_back({.name = "vload-vstore", .ranges = flatLines(), .describe = [](Case &c) {
                      auto in = anyBits<int16_t>(33 * c.items());
                      c.in(in);
                      for (size_t i = 0; i < in.size(); i += 33)
                        in[i] = 5;
                      c.out(in);
                    }});
  // Own array: the input's first three numbers, then 4, 5, 6 times the own number.
  shapes.push_back({.name = "vload-vstore-local-private-constant", .ranges = lines(), .describe = [](Case &c) {
                      auto in = wholeNumbers<float>(c.items(), 0, 999);
                      auto mirror = reversed(in, c.range());
                      c.in(in);
                      c.out(perItem<float>(c.range(), [&](const Item &item) {
                        return mirror[item.linear] * (5 + 6) + in[1] + in[item.linear] * 4;
                      }));
                      c.local(c.range().local[0] * 2 * sizeof(float));
                    }});
  shapes.push_back({.name = "half-storage", .ranges = {line(65536, 64), line(1024, 0)}, .describe = [](Case &c) {
                      auto halves = counting<uint16_t>(c.items());
                      std::vector<float> wide(c.items());
                      std::vector<float> source(c.items());
                      std::vector<uint16_t> narrow(c.items());
                      for (size_t i = 0; i < c.items(); ++i) {
                        wide[i] = static_cast<float>(std::bit_cast<_Float16>(halves[i]));
                        source[i] = std::ldexp(static_cast<float>(i * 3 + 1), static_cast<int>(i % 40) - 36);
                        narrow[i] = std::bit_cast<uint16_t>(static_cast<_Float16>(source[i]));
                      }
                      c.in(halves);
                      c.out(wide);
                      c.out(narrow);
                      c.in(source);
                    }});
  return shapes;
}

void describeMisaligned(Case &c) {
  const std::array<uint32_t, 4> shifts{4, 1, 8, 36};
  const uint32_t shift = shifts[c.index() % shifts.size()];
  const size_t items = c.items();
  struct Particle {
    std::array<float, 4> place;
    std::array<double, 2> weight;
  };
  const auto numbers = wholeNumbers<double>(16 * items, -999, 999);
  std::vector<Particle> particles(items);
  for (size_t i = 0; i < items; ++i)
    particles[i] = {{1.0F * static_cast<float>(i), 2, 3, 4}, {5, 6.5}};
  const auto bytesOf = [&](const std::vector<double> &doubles, const std::vector<Particle> &structs) {
    std::vector<uint8_t> bytes(shift + doubles.size() * sizeof(double) + structs.size() * sizeof(Particle));
    std::memcpy(bytes.data() + shift, doubles.data(), doubles.size() * sizeof(double));
    std::memcpy(bytes.data() + shift + doubles.size() * sizeof(double), structs.data(),
                structs.size() * sizeof(Particle));
    return bytes;
  };
  std::vector<double> sums(numbers);
  for (double &sum : sums)
    sum += 1;
  std::vector<Particle> moved(particles);
  for (Particle &particle : moved)
    for (float &coordinate : particle.place)
      coordinate += 1;
  c.in(bytesOf(numbers, particles));
  c.inOut(std::vector<uint8_t>(bytesOf(numbers, particles).size()), bytesOf(sums, moved));
  c.value(shift);
}

} // namespace

Shapes memoryShapes() {
  Shapes shapes{
      elementwise("program-scope-constants", fromTables),
      elementwise("kernel-scope-constants", fromKernelTables),
      elementwise("constant-pointer-in-function", fromChosenTable),
      elementwise("two-dimensional-private-array", fromMatrix),
      elementwise("volatile-and-restrict", [](int value) { return value * 5 + 1; }),
      {.name = "misaligned-vectors", .ranges = flatLines(), .describe = describeMisaligned, .needsDouble = true},
  };
  for (Shapes more : {accessShapes(), pointerAccessShapes()})
    std::ranges::move(more, std::back_inserter(shapes));
  return shapes;
}

} // namespace weft::exectest
