// Integer functions (OpenCL C, section 6.15.3), the references in 128-bit arithmetic.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

__extension__ typedef __int128 Wide;

template <class T> T saturated(Wide value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::clamp<Wide>(value, Limits::min(), Limits::max()));
}

template <class T> constexpr int widthOf = static_cast<int>(sizeof(T) * 8);

/// Floor of half the sum.
template <class T> T halved(Wide sum) { return static_cast<T>(sum >> 1); }
template <class T> T highHalf(T a, T b) { return static_cast<T>(static_cast<Wide>(a) * b >> widthOf<T>); }
template <class T> T distance(T a, T b) { return static_cast<T>(a > b ? Wide{a} - b : Wide{b} - a); }
template <class T> T leadingZeros(T a) { return static_cast<T>(std::countl_zero(std::make_unsigned_t<T>(a))); }
template <class T> T ones(T a) { return static_cast<T>(std::popcount(std::make_unsigned_t<T>(a))); }
/// Left by the amount modulo the width.
template <class T> T rotatedLeft(T a, T by) {
  auto amount = static_cast<int>(static_cast<std::make_unsigned_t<T>>(by) % static_cast<unsigned>(widthOf<T>));
  return static_cast<T>(std::rotl(std::make_unsigned_t<T>(a), amount));
}

/// Input with the extreme values among it.
template <class T> std::vector<T> withExtremes(size_t count) {
  using Limits = std::numeric_limits<T>;
  auto values = anyBits<T>(count);
  for (size_t i = 0; i < count; i += 5)
    values[i] = std::array<T, 6>{Limits::min(), Limits::max(), 0, 1, static_cast<T>(-1), 3}[i / 5 % 6];
  return values;
}

void describeInt(Case &c) {
  auto in = withExtremes<int32_t>(3 * c.items());
  std::vector<int32_t> out;
  for (size_t i = 0; i < in.size(); i += 3) {
    int32_t x = in[i];
    int32_t y = in[i + 1];
    Wide a = x;
    Wide b = y;
    Wide s = in[i + 2];
    auto low32 = [](Wide value) { return static_cast<int32_t>(static_cast<uint32_t>(value)); };
    int32_t product24 = low32(Wide{x >> 8} * (y >> 8));
    out.insert(out.end(), {low32(a < 0 ? -a : a), distance(x, y), saturated<int32_t>(a + b), saturated<int32_t>(a - b),
                           halved<int32_t>(a + b), halved<int32_t>(a + b + 1), leadingZeros(x), ones(x), highHalf(x, y),
                           low32(highHalf(x, y) + s), saturated<int32_t>(a * b + s), rotatedLeft(x, y), std::max(x, y),
                           std::min(x, y), low32(std::clamp(a, std::min(b, s), std::max(b, s))), product24,
                           low32(product24 + s), leadingZeros(x & 0xFF)});
  }
  c.in(in);
  c.out(out);
}

void describeUchar(Case &c) {
  auto in = withExtremes<uint8_t>(12 * c.items());
  std::vector<uint8_t> out(48 * c.items());
  for (size_t i = 0; i < c.items(); ++i)
    for (size_t k = 0; k < 4; ++k) {
      uint8_t x = in[12 * i + k];
      uint8_t y = in[12 * i + 4 + k];
      uint8_t z = in[12 * i + 8 + k];
      const std::array<uint8_t, 12> row{distance(x, y),
                                        saturated<uint8_t>(x + y),
                                        saturated<uint8_t>(x - y),
                                        halved<uint8_t>(x + y),
                                        halved<uint8_t>(x + y + 1),
                                        leadingZeros(x),
                                        ones(x),
                                        highHalf(x, y),
                                        saturated<uint8_t>(x * y + z),
                                        rotatedLeft(x, y),
                                        std::max<uint8_t>(x, 100),
                                        std::clamp<uint8_t>(x, 50, 200)};
      for (size_t f = 0; f < row.size(); ++f)
        out[48 * i + 4 * f + k] = row[f];
    }
  c.in(in);
  c.out(out);
}

void describeLong(Case &c) {
  auto in = withExtremes<int64_t>(3 * c.items());
  for (size_t i = 1; i < in.size(); i += 6)
    in[i] >>= 40; // small factors, so that not every product saturates
  std::vector<int64_t> out;
  for (size_t i = 0; i < in.size(); i += 3) {
    int64_t x = in[i];
    int64_t y = in[i + 1];
    Wide a = x;
    Wide b = y;
    __extension__ auto product = static_cast<unsigned __int128>(static_cast<uint64_t>(x)) * static_cast<uint64_t>(y);
    out.insert(out.end(), {static_cast<int64_t>(static_cast<uint64_t>(a < 0 ? -a : a)), saturated<int64_t>(a + b),
                           saturated<int64_t>(a - b), leadingZeros(x), ones(x), highHalf(x, y),
                           static_cast<int64_t>(product >> 64), saturated<int64_t>(a * b + in[i + 2]),
                           rotatedLeft(x, y), halved<int64_t>(a + b)});
  }
  c.in(in);
  c.out(out);
}

void describeUpsampling(Case &c) {
  auto bytes = anyBits<uint8_t>(c.items() + 1, 1);
  auto words = anyBits<uint16_t>(c.items() + 1, 2);
  auto in = anyBits<uint32_t>(c.items() + 1, 3);
  std::vector<uint64_t> out;
  for (size_t i = 0; i < c.items(); ++i) {
    uint64_t joined = in[i] * 0x100000000U + in[i + 1];
    out.insert(out.end(), {joined, words[i] * 0x10000U + words[i + 1], bytes[i] * 0x100U + bytes[i + 1], joined});
  }
  c.in(bytes);
  c.in(words);
  c.in(in);
  c.out(out);
}

/// Divisors are never 0 in any width, and no quotient overflows: those cases are not defined.
void describeDivision(Case &c) {
  auto in = anyBits<int64_t>(2 * c.items());
  std::vector<int64_t> out;
  for (size_t i = 0; i < in.size(); i += 2) {
    int64_t a = in[i];
    int64_t &b = in[i + 1];
    b = (b >> (i * 5 % 50) << 3 | 3) ^ (i % 4 == 0 ? -8 : 0); // odd, not -1 in its low byte
    auto quotient = [&]<class T>(T) { return static_cast<int64_t>(static_cast<T>(a) / static_cast<T>(b)); };
    auto remainder = [&]<class T>(T) { return static_cast<int64_t>(static_cast<T>(a) % static_cast<T>(b)); };
    out.insert(out.end(), {quotient(int64_t{}), remainder(int64_t{}), quotient(uint64_t{}), quotient(int32_t{}),
                           remainder(uint32_t{}), quotient(int16_t{}), remainder(int8_t{}), quotient(uint8_t{})});
  }
  c.in(in);
  c.out(out);
}

/// Quotients next to integers, where a division of rounded numbers would go wrong first.
void describeDivisionAtMultiples(Case &c) {
  auto in = anyBits<int32_t>(2 * c.items());
  std::vector<int64_t> out;
  for (size_t i = 0; i < in.size(); i += 2) {
    int32_t &a = in[i];
    int32_t &b = in[i + 1];
    b = (b >> (i * 7 % 31)) | 1;
    b ^= (b & 0xFF) == 0xFF ? 2 : 0; // not -1 in any width, whose quotient may overflow
    const uint32_t quotient = static_cast<uint32_t>(a) >> (31 - i * 7 % 31);
    a = static_cast<int32_t>(quotient * static_cast<uint32_t>(b) + static_cast<uint32_t>(i / 2 % 3) - 1);
    auto add = [&]<class T>(T, auto x, auto y) {
      out.insert(out.end(), {static_cast<int64_t>(static_cast<T>(static_cast<T>(x) / static_cast<T>(y))),
                             static_cast<int64_t>(static_cast<T>(static_cast<T>(x) % static_cast<T>(y)))});
    };
    add(int32_t{}, a, b);
    add(uint32_t{}, a, b);
    add(int16_t{}, a, b);
    add(uint16_t{}, a, b);
    add(int8_t{}, a, b);
    add(uint8_t{}, a, b);
    add(int64_t{}, a, b);
    add(uint64_t{}, static_cast<uint32_t>(a), static_cast<uint32_t>(b));
  }
  c.in(in);
  c.out(out);
}

/// The same by divisors that all work-items share: the least, the greatest, and some between.
void describeDivisionByShared(Case &c) {
  auto in = anyBits<uint32_t>(c.items());
  // None is 0 or -1 in any width.
  const std::vector<int32_t> divisors = {
      1, 2, 3, 5, 7, 10, 127, 641, 0x7FFD, 0x10001, 0xFFFFFD, 0x3FFFFFFD, 0x7FFFFFFD, -2, -0x12344321, INT32_MIN + 1};
  std::vector<int64_t> out;
  for (size_t i = 0; i < in.size(); ++i) {
    std::array<uint64_t, 16> row{};
    for (size_t n = 0; n < divisors.size(); ++n) {
      const int32_t b = divisors[n];
      const auto unsignedB = static_cast<uint32_t>(b);
      const uint32_t x = in[i] % (UINT32_MAX / unsignedB) * unsignedB + static_cast<uint32_t>((i + n) % 3) - 1;
      auto add = [&]<class T>(T, size_t k) {
        const auto dividend = static_cast<T>(static_cast<int32_t>(x));
        row[2 * k] = row[2 * k] * 31 + static_cast<uint64_t>(dividend / static_cast<T>(b));
        row[2 * k + 1] = row[2 * k + 1] * 31 + static_cast<uint64_t>(dividend % static_cast<T>(b));
      };
      add(int32_t{}, 0);
      add(uint32_t{}, 1);
      add(int16_t{}, 2);
      add(uint16_t{}, 3);
      add(int8_t{}, 4);
      add(uint8_t{}, 5);
      add(int64_t{}, 6);
      row[14] = row[14] * 31 + x / unsignedB;
      row[15] = row[15] * 31 + x % unsignedB;
    }
    for (const uint64_t value : row)
      out.push_back(static_cast<int64_t>(value));
  }
  c.in(in);
  c.in(divisors);
  c.out(out);
}

} // namespace

Shapes integerBuiltinShapes() {
  auto flat = flatLines();
  return {
      {.name = "integer-builtins-int", .ranges = flat, .describe = describeInt},
      {.name = "integer-builtins-uchar", .ranges = flat, .describe = describeUchar},
      {.name = "integer-builtins-long", .ranges = flat, .describe = describeLong},
      {.name = "upsampling", .ranges = flat, .describe = describeUpsampling},
      {.name = "integer-division", .ranges = flat, .describe = describeDivision},
      {.name = "integer-division-at-multiples", .ranges = flat, .describe = describeDivisionAtMultiples},
      {.name = "integer-division-by-shared", .ranges = flat, .describe = describeDivisionByShared},
  };
}

} // namespace weft::exectest
