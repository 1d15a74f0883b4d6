// Vector types: components, operators, literals, shuffles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

void describeComponents(Case &c) {
  auto in = wholeNumbers<int>(8 * c.items(), -999, 999);
  Ints out(in.size());
  for (size_t i = 0; i < in.size(); i += 8) {
    const int *v = &in[i];
    // After the moves: v4 v5 v6 v7, v0 + v7, v2, v1, 9; then even elements double, odd ones add v0 v2 v4 v6.
    const std::array<int, 8> r{v[5] + v[0],       2 * v[4],    2 * v[6], v[7] + v[2],
                               2 * (v[0] + v[7]), v[2] + v[4], 2 * v[1], 9 + v[6]};
    std::copy(r.begin(), r.end(), out.begin() + static_cast<std::ptrdiff_t>(i));
  }
  c.in(in);
  c.out(out);
}

void describeOperators(Case &c) {
  auto in = wholeNumbers<int>(8 * c.items(), -20, 20);
  Ints out(16 * c.items());
  for (size_t i = 0; i < c.items(); ++i)
    for (size_t k = 0; k < 4; ++k) {
      int a = in[8 * i + k];
      int b = in[8 * i + 4 + k];
      out[16 * i + k] = a + b * 3 - 7;
      out[16 * i + 4 + k] = (a & b) | (a ^ ~b);
      out[16 * i + 8 + k] = static_cast<int>(static_cast<unsigned>(a) << (b & 7)) >> 2;
      int compared = -(a < b) - 2 * (a == b) - 4 * (a >= b && b != 5); // true is -1 in a vector
      out[16 * i + 12 + k] = a > b ? compared : -compared;
    }
  c.in(in);
  c.out(out);
}

void describeThree(Case &c) {
  auto in = wholeNumbers<float>(4 * c.items(), -99, 99);
  c.in(in);
  c.scratch<float>(std::vector<float>(in.size()), [in](const std::vector<float> &found) {
    // The room behind the third element may hold anything.
    std::vector<float> expected = found;
    for (size_t i = 0; i < in.size(); i += 4) {
      expected[i] = in[i + 2] + in[i + 1];
      expected[i + 1] = in[i + 1] + 2 * in[i + 1];
      expected[i + 2] = in[i] + 3 * in[i + 1];
    }
    return mismatch<float>(found, expected, {});
  });
}

void describeThreeKept(Case &c) {
  const auto in = wholeNumbers<float>(4 * c.items(), -99, 99);
  std::vector<float> out(in.size());
  const auto fourth = perItem<uint32_t>(c.range(), [&](const Item &item) {
    const size_t l = item.local[0], last = item.groupSize[0] - 1, at = 4 * item.linear;
    for (size_t k = 0; k < 3; ++k)
      out[at + k] = in[at + k] + static_cast<float>(1 + k);
    // The group's last work-item has added to the first element.
    const size_t atLast = at + 4 * (last - l);
    out[at + 3] = in[atLast + 1] + 2 + ((static_cast<int>(in[at + 3]) & 3) == 1 ? in[at] : 0);
    return 0x030201 + (l > 3 ? 0x060504 : 0x090807);
  });
  c.in(in);
  c.out(out);
  c.out(fourth);
}

void describeLiterals(Case &c) {
  auto in = wholeNumbers<int>(c.items(), -999, 999);
  std::vector<int16_t> out;
  for (int value : in) {
    auto s = static_cast<int16_t>(value);
    auto negative = static_cast<int16_t>(-value);
    out.insert(out.end(), {s, 1, 2, s, 5, 5, 5, 1, s, s, 2, 1, s, negative, 7, 8});
  }
  c.in(in);
  c.out(out);
}

void describeShuffles(Case &c) {
  auto in = anyBits<uint32_t>(8 * c.items(), 1);
  auto masks = anyBits<uint32_t>(4 * c.items(), 2);
  std::vector<uint32_t> out(8 * c.items());
  for (size_t i = 0; i < c.items(); ++i)
    for (size_t k = 0; k < 4; ++k) // two vectors of four hold what one vector of eight holds
      out[8 * i + k] = out[8 * i + 4 + k] = in[8 * i + masks[4 * i + k] % 8];
  c.in(in);
  c.in(masks);
  c.out(out);
}

void describeShufflesByConstants(Case &c) {
  const auto in = anyBits<uint8_t>(32 * c.items());
  std::vector<uint8_t> fewer, mixed, ofTwo;
  for (size_t i = 0; i < in.size(); i += 32) {
    for (size_t place : {15, 14, 3, 2, 16, 33, 255, 7})
      fewer.push_back(in[i + place % 16]);
    for (size_t place : {0, 16, 1, 17, 2, 18, 31, 32, 63, 128, 200, 15, 14, 13, 30, 29})
      mixed.push_back(in[i + place % 32]);
    for (size_t place : {0, 1, 1, 0, 2, 3, 254, 255, 0, 0, 0, 0, 1, 1, 1, 1})
      ofTwo.push_back(in[i + 3 + place % 2]);
  }
  c.in(in);
  c.out(fewer);
  c.out(mixed);
  c.out(ofTwo);
}

template <class To, class From> std::vector<To> reinterpreted(const std::vector<From> &values) {
  std::vector<To> result(values.size() * sizeof(From) / sizeof(To));
  std::memcpy(result.data(), values.data(), result.size() * sizeof(To));
  return result;
}

void describeReinterpretation(Case &c) {
  auto in = fractions<float>(4 * c.items(), -1e6, 1e6);
  auto turned = in;
  for (auto four = turned.begin(); four != turned.end(); four += 4)
    std::reverse(four, four + 4);
  c.in(in);
  c.out(reinterpreted<uint32_t>(in));
  c.out(reinterpreted<uint8_t>(turned));
  c.out(reinterpreted<int64_t>(in));
}

void describeRunTimeIndex(Case &c) {
  auto in = wholeNumbers<int>(8 * c.items(), -99, 99);
  Ints out(c.items());
  for (size_t i = 0; i < out.size(); ++i) {
    size_t raised = i * 3 % 8;
    out[i] = in[8 * i + i % 8] + (raised == i % 8 ? 1000 : 0) + in[8 * i + 3] + (raised == 3 ? 1000 : 0);
  }
  c.in(in);
  c.out(out);
}

void describeLoops(Case &c) {
  const int steps = 5;
  auto in = wholeNumbers<float>(4 * c.items(), -999, 999);
  auto out = in;
  for (int step = 0; step < steps; ++step)
    for (auto v = out.begin(); v != out.end(); v += 4) {
      const std::array<float, 4> old{v[0], v[1], v[2], v[3]};
      for (size_t k = 0; k < 4; ++k) // exact: halves of small whole numbers
        v[static_cast<std::ptrdiff_t>(k)] = old[k] * 0.5F + old[(k + 1) % 4];
    }
  c.in(in);
  c.out(out);
  c.value(steps);
}

template <typename T> Shape vectorsOfEachItem(const std::string &type, size_t count) {
  const auto describe = [count](Case &c) {
    const auto in = wholeNumbers<T>(c.items() * count, 0, 7);
    std::vector<T> out(in.size()), some(in.size(), T(9));
    const std::vector<T> before = some;
    for (size_t first = 0; first < in.size(); first += count)
      for (size_t k = 0; k < count; ++k) {
        const T own = in[first + k], opposite = in[first + count - 1 - k];
        out[first + k] = static_cast<T>(opposite + 3 * own);
        if (static_cast<int>(in[first + 1]) % 3 != 1)
          some[first + k] = static_cast<T>(own * opposite);
      }
    c.in(in);
    c.out(out);
    c.inOut(before, some);
  };
  return {.name = "vectors-of-each-item-of-" + std::to_string(count) + "-" + type,
          .ranges = flatLines(),
          .describe = describe,
          .options = "-DT=" + type + " -DCOUNT=" + std::to_string(count),
          .needsDouble = type == "double",
          .file = "vectors-of-each-item"};
}

} // namespace

Shapes vectorShapes() {
  auto flat = flatLines();
  Shapes shapes = {
      {.name = "vector-components", .ranges = flat, .describe = describeComponents},
      {.name = "vector-operators", .ranges = flat, .describe = describeOperators},
      {.name = "vectors-of-three", .ranges = flat, .describe = describeThree},
      {.name = "vectors-of-three-kept",
       .ranges = {line(64, 16), line(39, 13), line(300, 100), line(2048, 1024)},
       .describe = describeThreeKept},
      {.name = "vector-literals", .ranges = flat, .describe = describeLiterals},
      {.name = "shuffles", .ranges = flat, .describe = describeShuffles},
      {.name = "shuffles-by-constants", .ranges = flat, .describe = describeShufflesByConstants},
      {.name = "reinterpretation", .ranges = flat, .describe = describeReinterpretation},
      {.name = "vector-element-of-run-time-index", .ranges = flat, .describe = describeRunTimeIndex},
      {.name = "vector-loops", .ranges = flat, .describe = describeLoops},
  };
  for (const size_t count : {4, 8, 16}) {
    shapes.push_back(vectorsOfEachItem<uint8_t>("uchar", count));
    shapes.push_back(vectorsOfEachItem<int16_t>("short", count));
    shapes.push_back(vectorsOfEachItem<int32_t>("int", count));
    shapes.push_back(vectorsOfEachItem<float>("float", count));
    shapes.push_back(vectorsOfEachItem<double>("double", count));
    shapes.push_back(vectorsOfEachItem<int64_t>("long", count));
  }
  return shapes;
}

} // namespace weft::exectest
