// Fields of bits, dot products of bytes, and hints: integer extensions of OpenCL C.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Range64 = std::array<uint8_t, 2>;

bool bitOf(uint64_t value, unsigned place) { return value >> place & 1; }

/// Bit by bit, as the specification describes it.
uint64_t inserted(uint64_t base, uint64_t insert, unsigned offset, unsigned count) {
  for (unsigned k = 0; k < count; ++k) {
    const uint64_t bit = uint64_t{1} << (offset + k);
    base = bitOf(insert, k) ? base | bit : base & ~bit;
  }
  return base;
}

uint64_t extracted(uint64_t base, unsigned offset, unsigned count, bool isSigned) {
  uint64_t field = 0;
  for (unsigned k = 0; k < 64; ++k) {
    const unsigned from = std::min(k, count - 1);
    if (count > 0 && (k < count || isSigned) && bitOf(base, offset + from))
      field |= uint64_t{1} << k;
  }
  return field;
}

uint64_t reversed(uint64_t value, unsigned width) {
  uint64_t result = 0;
  for (unsigned k = 0; k < width; ++k)
    result |= uint64_t{bitOf(value, k)} << (width - 1 - k);
  return result;
}

void describeBitFields(Case &c) {
  const auto base = anyBits<uint64_t>(c.items(), 1), insert = anyBits<uint64_t>(c.items(), 2);
  const auto random = anyBits<uint32_t>(c.items(), 3);
  std::vector<Range64> fields;
  std::vector<uint64_t> longs;
  std::vector<uint32_t> ints;
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < base.size(); ++i) {
    const unsigned offset = random[i] % 64, count = random[i] / 64 % (65 - offset);
    fields.push_back({static_cast<uint8_t>(offset), static_cast<uint8_t>(count)});
    const uint64_t b = base[i], n = insert[i];
    longs.insert(longs.end(), {inserted(b, n, offset, count), extracted(b, offset, count, false),
                               extracted(b, offset, count, true), reversed(b, 64)});
    for (uint64_t value : {inserted(b, n, offset / 2, count / 2), extracted(b, offset / 2, count / 2, false),
                           extracted(b, offset / 2, count / 2, true), reversed(b, 32)})
      ints.push_back(static_cast<uint32_t>(value));
    for (unsigned operation = 0; operation < 4; ++operation)
      for (unsigned k = 0; k < 32; k += 8) {
        const uint64_t x = b >> k & 255, y = n >> k & 255;
        const std::array<uint64_t, 4> values = {inserted(x, y, offset / 8, count / 8),
                                                extracted(x, offset / 8, count / 8, false),
                                                extracted(x, offset / 8, count / 8, true), reversed(x, 8)};
        bytes.push_back(static_cast<uint8_t>(values[operation]));
      }
  }
  c.in(base);
  c.in(insert);
  c.in(fields);
  c.out(longs);
  c.out(ints);
  c.out(bytes);
}

/// The sum of four products, each byte read as A or B says.
template <class A, class B> int64_t dot(uint32_t a, uint32_t b) {
  int64_t sum = 0;
  for (unsigned k = 0; k < 32; k += 8)
    sum += int64_t{static_cast<A>(a >> k)} * static_cast<B>(b >> k);
  return sum;
}

template <class T> int32_t saturated(int64_t value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<int32_t>(std::clamp<int64_t>(value, Limits::min(), Limits::max()));
}

void describeDotProducts(Case &c) {
  const auto a = anyBits<uint32_t>(c.items(), 1), b = anyBits<uint32_t>(c.items(), 2);
  auto sums = anyBits<int32_t>(c.items(), 3);
  for (size_t i = 0; i < sums.size(); i += 2)
    sums[i] |= 0x7FFF0000; // close to the largest int, or to the largest uint
  std::vector<int32_t> out;
  for (size_t i = 0; i < a.size(); ++i) {
    const int64_t uu = dot<uint8_t, uint8_t>(a[i], b[i]), ss = dot<int8_t, int8_t>(a[i], b[i]);
    const int64_t us = dot<uint8_t, int8_t>(a[i], b[i]), su = dot<int8_t, uint8_t>(a[i], b[i]);
    const int64_t sum = sums[i], unsignedSum = static_cast<uint32_t>(sums[i]);
    for (int64_t plain : {uu, ss, us, su})
      out.push_back(static_cast<int32_t>(plain));
    out.push_back(saturated<uint32_t>(uu + unsignedSum));
    for (int64_t plain : {ss, us, su, ss})
      out.push_back(saturated<int32_t>(plain + sum));
    out.push_back(saturated<uint32_t>(uu + unsignedSum));
  }
  c.in(a);
  c.in(b);
  c.in(sums);
  c.out(out);
}

int64_t dotOfHalves(uint32_t a, uint32_t b, unsigned shift) {
  int64_t sum = 0;
  for (unsigned k = 0; k < 32; k += 16)
    sum += int64_t{static_cast<int16_t>(a >> k) >> shift} * (static_cast<int16_t>(b >> k) >> shift);
  return sum;
}

/// Bytes of `a` with those of `b` in the order that `places` gives.
int64_t dotOfPlaces(uint32_t a, uint32_t b, const std::array<std::array<unsigned, 2>, 4> &places) {
  int64_t sum = 0;
  for (const auto [first, second] : places)
    sum += int64_t{static_cast<int8_t>(a >> 8 * first)} * static_cast<int8_t>(b >> 8 * second);
  return sum;
}

std::function<void(Case &)> sumsOfNarrowProducts(size_t length) {
  return [length](Case &c) {
    const size_t count = std::max(c.items(), 64 * length);
    const auto a = anyBits<uint32_t>(count, 1), b = anyBits<uint32_t>(count, 2);
    std::vector<int32_t> out;
    for (size_t i = 0; i < c.items(); ++i) {
      int64_t ofChars = 0, ofBytes = 0, ofHalves = 0, ofQuads = 0;
      for (size_t k = 0; k < length; ++k) {
        const uint32_t x = a[i % 64 * length + k], y = b[k];
        ofChars += dot<int8_t, int8_t>(x, y);
        ofBytes += dot<uint8_t, uint8_t>(x, y);
        ofHalves += dotOfHalves(x, y, 2);
        ofQuads += k < length / 4 * 4 ? dot<int8_t, int8_t>(x, y) : 0;
      }
      const uint32_t x = a[i], y = b[i];
      for (const int64_t sum :
           {7 + dot<int8_t, int8_t>(x, y), dot<uint8_t, uint8_t>(x, y) - 7, dot<uint8_t, int8_t>(x, y),
            dotOfHalves(x, y, 0), dot<uint8_t, uint8_t>(x, y), dot<int8_t, uint8_t>(x, y),
            dotOfPlaces(x, y, {{{0, 0}, {1, 1}, {2, 2}, {0, 0}}}),
            dotOfPlaces(x, y, {{{0, 3}, {1, 2}, {2, 1}, {3, 0}}}), ofChars, ofBytes, ofHalves, ofQuads})
        out.push_back(static_cast<int32_t>(sum));
    }
    c.in(a);
    c.in(b);
    c.out(out);
    c.value(static_cast<int>(length));
  };
}

void describeHints(Case &c) {
  const auto in = wholeNumbers<int32_t>(c.items(), 1, 1000);
  std::vector<int32_t> out;
  for (int32_t value : in)
    out.push_back(value % 3 == 0 ? value / 3 : value % 4);
  c.in(in);
  c.out(out);
}

} // namespace

Shapes bitOperationShapes() {
  const std::vector<Range> ranges = {line(4096, 64), line(97, 97), line(1000, 0)};
  return {
      {.name = "extended-bit-operations", .ranges = ranges, .describe = describeBitFields},
      {.name = "dot-products", .ranges = ranges, .describe = describeDotProducts},
      {.name = "sums-of-narrow-products", .ranges = ranges, .describe = sumsOfNarrowProducts(37)},
      {.name = "sums-of-narrow-products-of-long-rows",
       .ranges = ranges,
       .describe = sumsOfNarrowProducts(256),
       .file = "sums-of-narrow-products"},
      // Functions of the language itself there.
      {.name = "extended-bit-operations-of-3-1",
       .ranges = ranges,
       .describe = describeBitFields,
       .options = openClC31,
       .file = "extended-bit-operations"},
      {.name = "dot-products-of-3-1",
       .ranges = ranges,
       .describe = describeDotProducts,
       .options = openClC31,
       .file = "dot-products"},
      {.name = "expect-and-assume", .ranges = ranges, .describe = describeHints},
  };
}

} // namespace weft::exectest
