// Arithmetic and functions on half (cl_khr_fp16), held against the compiler's _Float16 and against double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Half = _Float16;
using Bits = uint16_t;
constexpr double infinity = std::numeric_limits<double>::infinity();

Half halfOf(Bits bits) { return std::bit_cast<Half>(bits); }
double wide(Bits bits) { return static_cast<double>(halfOf(bits)); }
bool isNan(Bits bits) { return (bits & 0x7FFF) > 0x7C00; }

/// A NaN of any payload agrees with another.
void outHalfs(Case &c, const std::vector<Bits> &expected) {
  c.scratch<Bits>(std::vector<Bits>(expected.size(), 0xCDCD), [expected](const std::vector<Bits> &found) {
    std::optional<std::string> wrong;
    for (size_t i = 0; i < expected.size() && !wrong; ++i)
      if (found[i] != expected[i] && !(isNan(found[i]) && isNan(expected[i])))
        wrong = "index " + std::to_string(i) + ": expected bits " + std::to_string(expected[i]) + ", got " +
                std::to_string(found[i]);
    return wrong;
  });
}

/// Halfs of every kind, those of ordinary size more often.
std::vector<Bits> anyHalfs(size_t count, uint32_t seed) {
  auto bits = anyBits<Bits>(count, seed);
  for (size_t i = 0; i < count; i += 2)
    bits[i] = static_cast<Bits>((bits[i] & 0x8FFF) + 0x3000);
  return bits;
}

/// The half next above zero in magnitude that is not smaller than `magnitude`, and the one that is not larger.
struct Neighbours {
  Bits below, above;
};
Neighbours neighbours(double magnitude) {
  Bits low = 0, high = 0x7C00;
  while (high - low > 1) {
    const auto middle = static_cast<Bits>((low + high) / 2);
    (wide(middle) <= magnitude ? low : high) = middle;
  }
  return {.below = low, .above = wide(low) == magnitude ? low : high};
}

enum class Mode { nearest, zero, up, down };

Bits rounded(double value, Mode mode) {
  if (std::isnan(value))
    return 0x7E00;
  const auto sign = static_cast<Bits>(std::signbit(value) ? 0x8000 : 0);
  const double magnitude = std::abs(value);
  if (magnitude == infinity)
    return sign | 0x7C00;
  const auto [below, above] = neighbours(magnitude);
  Bits chosen = below;
  if (mode == Mode::nearest) {
    // In this mode infinity stands for the next power of two.
    const double middle = ((above == 0x7C00 ? 65536.0 : wide(above)) + wide(below)) / 2;
    chosen = magnitude > middle || (magnitude == middle && (below & 1)) ? above : below;
  } else if (mode != Mode::zero) {
    chosen = (mode == Mode::up) == (sign == 0) ? above : below;
  }
  return sign | chosen;
}

void describeOperators(Case &c) {
  const auto a = anyHalfs(c.items(), 1), b = anyHalfs(c.items(), 2);
  std::vector<Bits> out;
  std::vector<int32_t> tests;
  for (size_t i = 0; i < a.size(); ++i) {
    // Exact in double, but for quotients and roots, of which a double has enough bits to be rounded again.
    const double x = wide(a[i]), y = wide(b[i]);
    for (double result : {x + y, x - y, x * y, x / y})
      out.push_back(rounded(result, Mode::nearest));
    out.push_back(a[i] ^ 0x8000);
    out.push_back(rounded(std::sqrt(x), Mode::nearest));
    tests.push_back((x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x >= 0.5) << 4 | (x > 65504) << 5);
  }
  c.in(a);
  c.in(b);
  outHalfs(c, out);
  c.out(tests);
}

void describeSums(Case &c) {
  const auto in = anyHalfs(4 * c.items(), 3);
  std::vector<Bits> out;
  const auto nearest = [](double value) { return wide(rounded(value, Mode::nearest)); };
  for (size_t i = 0; i < in.size(); i += 4) {
    double sum = 0;
    for (size_t k = 0; k < 4; ++k)
      sum = nearest(sum + wide(in[i + k]));
    out.push_back(rounded(sum, Mode::nearest));
    const double first = nearest(wide(in[i]) * wide(in[i + 1])), second = nearest(wide(in[i + 2]) * wide(in[i + 3]));
    out.push_back(rounded(first + second, Mode::nearest));
  }
  c.in(in);
  outHalfs(c, out);
}

void describeFma(Case &c) {
  // Few exponents, so that a double holds each sum exactly.
  auto in = anyBits<Bits>(3 * c.items(), 4);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<Bits>((in[i] & 0x9FFF) + 0x2000);
  // Products in the middle of two halfs, and the smallest half added or taken away: a float holds neither sum.
  const Bits hard[] = {0x3C20, 0x3C10, 0x0001, 0x3C20, 0x3C10, 0x8001, 0xBC20, 0x3C10, 0x8001, 0xBC20, 0x3C10, 0x0001};
  std::copy(std::begin(hard), std::end(hard), in.begin());
  std::vector<Bits> out, vectors;
  const auto fused = [](Bits x, Bits y, Bits z) { return rounded(wide(x) * wide(y) + wide(z), Mode::nearest); };
  for (size_t i = 0; i < in.size(); i += 3) {
    const Bits x = in[i], y = in[i + 1], z = in[i + 2];
    out.push_back(fused(x, y, z));
    vectors.insert(vectors.end(), {fused(x, y, z), fused(y, z, x), fused(z, x, y)});
  }
  c.in(in);
  outHalfs(c, out);
  outHalfs(c, vectors);
}

void describeRoundings(Case &c) {
  const auto halfs = anyBits<Bits>(c.items(), 5);
  std::vector<float> floats;
  std::vector<double> doubles;
  auto integers = anyBits<int64_t>(c.items(), 6);
  for (size_t i = 0; i < halfs.size(); ++i) {
    // Halfs, middles of two, and what lies closely on either side of both.
    const double half = wide(halfs[i]), next = wide(static_cast<Bits>(halfs[i] + 1));
    const double place = i % 2 ? half : (half + next) / 2;
    floats.push_back(std::nextafter(static_cast<float>(place), i % 3 == 0   ? -1e30F
                                                               : i % 3 == 1 ? 1e30F
                                                                            : static_cast<float>(place)));
    doubles.push_back(std::nextafter(place, i % 3 == 0 ? -1e300 : i % 3 == 1 ? 1e300 : place));
    integers[i] >>= i * 5 % 64;
  }
  std::vector<Bits> out;
  for (size_t i = 0; i < halfs.size(); ++i) {
    for (const double value : {static_cast<double>(floats[i]), doubles[i]})
      for (const Mode mode : {Mode::nearest, Mode::nearest, Mode::zero, Mode::up, Mode::down})
        out.push_back(rounded(value, mode));
    // The integers that a double does not hold are all infinite here.
    const auto n = static_cast<double>(integers[i]);
    out.push_back(rounded(n, Mode::nearest));
    out.push_back(rounded(n, Mode::zero));
    out.push_back(rounded(static_cast<double>(-integers[i]), Mode::zero));
    out.push_back(rounded(n, Mode::up));
    out.push_back(rounded(static_cast<int32_t>(integers[i]), Mode::down));
    out.push_back(rounded(static_cast<uint32_t>(integers[i]), Mode::nearest));
  }
  c.in(floats);
  c.in(doubles);
  c.in(integers);
  outHalfs(c, out);
}

template <class T> int32_t saturated(double value) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(value))
    return 0;
  return static_cast<int32_t>(
      std::clamp(value, static_cast<double>(Limits::min()), static_cast<double>(Limits::max())));
}

void describeIntegers(Case &c) {
  const auto in = counting<Bits>(c.items());
  std::vector<int32_t> out;
  std::vector<float> wider;
  for (Bits bits : in) {
    const double x = wide(bits);
    for (double whole : {std::nearbyint(x), std::trunc(x), std::ceil(x), std::floor(x)})
      out.push_back(saturated<int32_t>(whole));
    out.push_back(saturated<int8_t>(std::trunc(x)));
    out.push_back(saturated<uint8_t>(std::nearbyint(x)));
    out.push_back(saturated<int16_t>(std::ceil(x)));
    out.push_back(saturated<uint16_t>(std::floor(x)));
    wider.push_back(static_cast<float>(2 * x));
  }
  c.in(in);
  c.out(out);
  c.out(wider);
}

void describeMath(Case &c) {
  auto in = anyBits<Bits>(c.items(), 7);
  for (Bits &bits : in)
    bits = static_cast<Bits>((bits & 0x0FFF) + 0x3400); // 0.25 to 4
  std::vector<double> expected;
  for (Bits bits : in) {
    const double x = wide(bits);
    int exponent = 0;
    const double mantissa = std::frexp(x, &exponent);
    expected.insert(expected.end(), {std::sin(x),      std::exp(x),
                                     std::log2(x),     std::cbrt(x),
                                     std::pow(x, 1.5), std::atan2(x, 0.5),
                                     std::tanh(x),     1 / std::sqrt(x),
                                     std::hypot(x, 3), std::sin(x),
                                     std::cos(x),      -x - std::floor(-x),
                                     std::floor(-x),   mantissa,
                                     double(exponent), std::ldexp(x, -17),
                                     2 * x * x + 1,    std::hypot(x, 2),
                                     x + (2 - x) / 4,  x + std::clamp(x, 1.0, 2.0) + std::floor(std::log2(x))});
  }
  c.in(in);
  c.scratch<Bits>(std::vector<Bits>(expected.size(), 0xCDCD), [expected](const std::vector<Bits> &found) {
    std::optional<std::string> wrong;
    for (size_t i = 0; i < expected.size() && !wrong; ++i) {
      const double magnitude = std::max(std::abs(expected[i]), 0x1p-14);
      const double unit = std::ldexp(1.0, std::ilogb(magnitude) - 10);
      // The last one is a sum of three in halfs.
      if (!(std::abs(wide(found[i]) - expected[i]) <= (i % 20 == 19 ? 4 : 2) * unit))
        wrong = "index " + std::to_string(i) + ": expected " + std::to_string(expected[i]) + ", got " +
                std::to_string(wide(found[i]));
    }
    return wrong;
  });
}

void describeVectors(Case &c) {
  const auto in = anyHalfs(8 * c.items(), 8);
  std::vector<Bits> out;
  std::vector<int16_t> truths;
  for (size_t i = 0; i < in.size(); i += 8) {
    const Bits *v = &in[i];
    const Bits back[] = {v[7], v[5], v[3], v[1]}, order[] = {v[3], v[2], v[1], v[0]};
    const Bits pair[] = {v[0], v[7], v[1], v[6]};
    for (size_t k = 0; k < 4; ++k)
      out.push_back(wide(back[k]) < wide(order[k]) ? order[k] : back[k]);
    out.insert(out.end(), std::begin(pair), std::end(pair));
    for (size_t k = 0; k < 4; ++k)
      out.push_back(static_cast<Bits>((order[k] & 0x7FFF) | (pair[k] & 0x8000)));
    out.insert(out.end(), std::begin(back), std::end(back));
    for (size_t k = 0; k < 4; ++k)
      truths.push_back(wide(back[k]) < wide(order[k]) || (order[k] & 0x8000) ? -1 : 0);
  }
  c.in(in);
  c.out(out);
  c.out(truths);
  c.local(c.range().local[0] * 4 * sizeof(Bits));
}

void describeNextAfter(Case &c) {
  const auto in = counting<Bits>(c.items());
  const auto next = [](Bits bits, bool up) -> Bits {
    if (isNan(bits) || bits == (up ? 0x7C00 : 0xFC00))
      return bits;
    if ((bits & 0x7FFF) == 0)
      return up ? 0x0001 : 0x8001;
    return static_cast<Bits>(((bits & 0x8000) == 0) == up ? bits + 1 : bits - 1);
  };
  std::vector<Bits> ups, downs;
  for (Bits bits : in) {
    ups.push_back(next(bits, true));
    downs.push_back(next(bits, false));
    downs.push_back(next(bits ^ 0x8000, false));
  }
  c.in(in);
  outHalfs(c, ups);
  outHalfs(c, downs);
}

} // namespace

Shapes halfShapes() {
  const std::vector<Range> all = {line(65536, 64)};
  return {
      {.name = "half-operators",
       .ranges = {line(16384, 64), line(97, 97), line(1000, 0)},
       .describe = describeOperators},
      {.name = "half-sums", .ranges = {line(4096, 64), line(97, 97)}, .describe = describeSums},
      {.name = "half-fma", .ranges = {line(16384, 64), line(97, 97)}, .describe = describeFma},
      {.name = "half-roundings", .ranges = {line(16384, 64), line(97, 97)}, .describe = describeRoundings},
      {.name = "half-to-integers", .ranges = all, .describe = describeIntegers},
      {.name = "half-math", .ranges = {line(4096, 64), line(97, 97)}, .describe = describeMath},
      {.name = "half-vectors", .ranges = {line(4096, 64), line(97, 97)}, .describe = describeVectors},
      {.name = "half-nextafter", .ranges = all, .describe = describeNextAfter},
  };
}

} // namespace weft::exectest
