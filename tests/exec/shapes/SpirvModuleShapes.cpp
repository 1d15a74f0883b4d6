// Modules of SPIR-V in its assembly, for what no source in OpenCL C comes to: extensions of SPIR-V, and forms that
// Clang does not write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// The nearest float with so many bits of mantissa less, of two the even one; found by comparing distances.
float nearestShort(float value, unsigned fewer) {
  if (std::isnan(value) || std::isinf(value))
    return value;
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t step = 1u << fewer;
  const uint32_t low = bits & ~(step - 1);
  const uint32_t high = low + step;
  // Beyond the largest number stands infinity, as far away as a further number would be.
  const double largest = std::ldexp(1.0, 128);
  const auto magnitude = [&](uint32_t b) {
    const double number = std::abs(static_cast<double>(std::bit_cast<float>(b)));
    return std::isinf(number) ? largest : number;
  };
  const double exact = std::abs(static_cast<double>(value));
  const double below = exact - magnitude(low);
  const double above = magnitude(high) - exact;
  const bool takesLow = below < above || (below == above && (low / step) % 2 == 0);
  return std::bit_cast<float>(takesLow ? low : high);
}

/// Numbers of all magnitudes, and those between two short ones.
std::vector<float> floatsOfAllKinds(size_t count) {
  std::vector<uint32_t> bits = anyBits<uint32_t>(count);
  const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x3f808000, 0x3f818000, 0x3f801000,
                              0x3f803000, 0x7f7fffff, 0x7f7f8000, 0x00000001, 0x00008000, 0x807fffff, 0x3f80ffff};
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t chosen = i < std::size(special) ? special[i] : bits[i];
    values[i] = std::isnan(std::bit_cast<float>(chosen)) ? 1.5f : std::bit_cast<float>(chosen);
  }
  return values;
}

Shape module(const char *name, std::vector<Range> ranges, std::function<void(Case &)> describe) {
  return {.name = name, .ranges = std::move(ranges), .describe = std::move(describe), .isAssembly = true};
}

Shape subGroupModule(const char *name, std::function<void(Case &)> describe) {
  Shape shape = module(name, {line(32, 32), line(256, 64), line(64, 8)}, std::move(describe));
  shape.needsSubGroups = true;
  return shape;
}

void describeShortFloats(Case &c) {
  const std::vector<float> in = floatsOfAllKinds(c.items());
  std::vector<uint16_t> brief;
  std::vector<float> back;
  std::vector<float> tensor;
  for (float value : in) {
    back.push_back(nearestShort(value, 16));
    brief.push_back(static_cast<uint16_t>(std::bit_cast<uint32_t>(back.back()) >> 16));
    tensor.push_back(nearestShort(value, 13));
  }
  c.in(in);
  c.out(brief);
  c.out(back);
  c.out(tensor);
}

void describeThree(Case &c) {
  const std::vector<uint32_t> one = anyBits<uint32_t>(c.items(), 1);
  const std::vector<uint32_t> two = anyBits<uint32_t>(c.items(), 2);
  const std::vector<uint32_t> three = anyBits<uint32_t>(c.items(), 3);
  const std::vector<float> x = fractions<float>(c.items(), -9, 9);
  std::vector<uint32_t> selected;
  std::vector<uint32_t> odd;
  std::vector<float> fused;
  std::vector<uint32_t> repeated;
  for (size_t i = 0; i < c.items(); ++i) {
    uint32_t choice = 0;
    uint32_t parity = 0;
    for (uint32_t bit = 0; bit < 32; ++bit) {
      const auto of = [&](uint32_t word) { return word >> bit & 1; };
      choice |= (of(three[i]) != 0 ? of(two[i]) : of(one[i])) << bit;
      parity |= (of(one[i]) + of(two[i]) + of(three[i])) % 2 << bit;
    }
    selected.push_back(choice);
    odd.push_back(parity);
    fused.push_back(static_cast<float>(std::fma(static_cast<double>(x[i]), 2.0 * x[i], -static_cast<double>(x[i]))));
    repeated.insert(repeated.end(), 4, one[i] + 7);
  }
  c.in(one);
  c.in(two);
  c.in(three);
  c.out(selected);
  c.out(odd);
  c.in(x);
  c.out(fused);
  c.out(repeated);
}

/// Half of the work-items have nothing to read or write, and no memory to do it in.
void describePredicates(Case &c) {
  const size_t count = c.items() / 2 + 1;
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(count, 2, 999);
  std::vector<uint32_t> sums(count);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = i; j < i + 4; ++j)
      sums[i] += j < count ? in[j] : 1;
  c.in(in);
  c.out(sums);
  c.value(static_cast<uint32_t>(count));
}

/// Three times what up to four pointers point to, or 7; where the lowest bit is set, the pointers move on by one.
void describeGather(Case &c) {
  const size_t count = c.items();
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(count + 4, 0, 999);
  const std::vector<uint32_t> bits = wholeNumbers<uint32_t>(count, 0, 255);
  const std::vector<uint32_t> before(4 * count, 12345);
  std::vector<uint32_t> after = before;
  for (size_t i = 0; i < count; ++i) {
    const size_t places[] = {i, i + 2, count - 1 - i, 0};
    for (size_t part = 0; part < 4; ++part) {
      uint32_t sum = 0;
      for (size_t turn = 0; turn < 3; ++turn)
        sum += (bits[i] >> part & 1) != 0 ? in[places[part] + (bits[i] & 1) * turn] : 7;
      if ((bits[i] >> (4 + part) & 1) != 0)
        after[4 * i + 3 - part] = sum;
    }
  }
  c.in(in);
  c.in(bits);
  c.inOut(before, after);
  c.value(static_cast<uint32_t>(count));
}

/// The neighbour's number, the first two, the last of three in a table, and the bytes before the result.
void describeUntyped(Case &c) {
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(c.items(), 0, 1 << 20);
  std::vector<uint32_t> out;
  for (size_t i = 0; i < c.items(); ++i)
    out.push_back(in[i / 16 * 16 + (i + 1) % 16] + 1 + in[0] + in[1] + static_cast<uint32_t>(4 * i));
  c.in(in);
  c.out(out);
  c.inOut(std::vector<uint32_t>{5}, std::vector<uint32_t>{static_cast<uint32_t>(5 + c.items())});
}

void describeIntegerFunctions(Case &c) {
  std::vector<uint32_t> in = anyBits<uint32_t>(c.items(), 1);
  std::vector<uint32_t> other = anyBits<uint32_t>(c.items(), 2);
  // Sums beyond either end, a number of zeros alone, and one that is followed by many.
  for (size_t i = 0; i < c.items(); i += 3)
    in[i] = std::array{0x7fffffffu, 0x80000000u, 0u, 0x00010000u}[i % 4];
  other[0] = 0x7fffffff;
  std::vector<uint32_t> out;
  for (size_t i = 0; i < c.items(); ++i) {
    const auto ux = static_cast<int64_t>(in[i]);
    const auto uy = static_cast<int64_t>(other[i]);
    const auto sx = static_cast<int64_t>(static_cast<int32_t>(in[i]));
    const auto sy = static_cast<int64_t>(static_cast<int32_t>(other[i]));
    const auto add = [&](int64_t value) { out.push_back(static_cast<uint32_t>(value)); };
    add(std::countl_zero(in[i]));
    add(std::countr_zero(in[i]));
    add(std::abs(sx - sy));
    add(std::abs(ux - uy));
    add(std::clamp<int64_t>(sx + sy, INT32_MIN, INT32_MAX));
    add(std::clamp<int64_t>(ux + uy, 0, UINT32_MAX));
    add(std::clamp<int64_t>(sx - sy, INT32_MIN, INT32_MAX));
    add(std::clamp<int64_t>(ux - uy, 0, UINT32_MAX));
    add((sx + sy) >> 1);
    add((ux + uy) >> 1);
    add((sx + sy + 1) >> 1);
    add((ux + uy + 1) >> 1);
    add(sx * static_cast<int16_t>(other[i]));
    add(sx * static_cast<uint16_t>(other[i]));
  }
  c.in(in);
  c.in(other);
  c.out(out);
}

/// The number in the lowest bits, with their sign.
int64_t withSign(uint64_t value, unsigned bits) { return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits); }

uint64_t lowBits(uint64_t value, unsigned bits) { return value & ((uint64_t{1} << bits) - 1); }

void describeAnyWidths(Case &c) {
  std::vector<uint64_t> in = anyBits<uint64_t>(c.items());
  const std::vector<uint8_t> bytes = anyBits<uint8_t>(4 * c.items());
  in[0] = 0x1ffff;
  in[c.items() - 1] = 0xffff00000007;
  // What the host gives above the 17 bits is nothing to the kernel.
  const uint32_t given = 0xabcc8021;
  std::vector<uint64_t> out;
  std::vector<uint8_t> tripled = bytes;
  for (size_t i = 0; i < c.items(); ++i) {
    const uint64_t x = in[i];
    uint64_t polynomial = x;
    for (int step = 0; step < 3; ++step)
      polynomial = lowBits(polynomial * polynomial + given, 17);
    const int64_t first = withSign(polynomial, 17);
    const uint64_t x17 = lowBits(x, 17);
    out.push_back(static_cast<uint64_t>(first / 3));
    out.push_back(static_cast<uint64_t>((first % 5 + 5) % 5));
    out.push_back(static_cast<uint64_t>(first >> 1));
    out.push_back(withSign(x, 17) < withSign(given, 17) ? 1 : 0);
    out.push_back(x17 < lowBits(given, 17) ? 4 : 0);
    out.push_back(static_cast<uint64_t>(withSign(x, 33)));
    out.push_back(lowBits(x, 33) / 2);
    out.push_back(lowBits(x - 1, 48));
    out.push_back(static_cast<uint64_t>(withSign(x, 17)));
    out.push_back(x >> 32 & 0xffff);
    out.push_back(static_cast<uint64_t>(withSign(x, 1)));
    out.push_back(static_cast<uint64_t>(withSign(x, 7)));
    out.push_back(x17 == 0x1ffff ? 1 : x17 == 7 ? 4 : 8);
    uint32_t word = 0;
    std::memcpy(&word, &bytes[4 * i], 3);
    word *= 3;
    std::memcpy(&tripled[4 * i], &word, 3);
  }
  c.in(in);
  c.inOut(bytes, tripled);
  c.out(out);
  c.value(given);
}

void describeShuffles(Case &c) {
  const std::vector<uint32_t> x = anyBits<uint32_t>(c.items());
  std::vector<uint32_t> out;
  for (size_t i = 0; i < c.items(); ++i) {
    const size_t first = i / 8 * 8;
    const size_t lane = i % 8;
    const auto of = [&](size_t other) { return x[first + other]; };
    uint32_t odd = 0;
    for (uint32_t other = 0; other < 8; ++other)
      odd |= (of(other) & 1) << other;
    const uint32_t votes = (odd != 0 ? 1 : 0) + (odd == 255 ? 2 : 0) + (odd == 0 || odd == 255 ? 7 : 3);
    for (uint32_t value : {of(x[i] % 8), of(lane ^ 1), lane + 3 < 8 ? of(lane + 3) : of(lane + 3 - 8) + 11,
                           lane >= 2 ? of(lane - 2) : of(lane - 2 + 8) + 11, of(0), of(3), odd, votes})
      out.push_back(value);
  }
  c.in(x);
  c.out(out);
}

template <class T> void addReversedBlocks(Case &c, size_t rows) {
  const std::vector<T> in = anyBits<T>(c.items() * rows);
  std::vector<T> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t block = i / (8 * rows) * (8 * rows);
    const size_t row = (i - block) / 8;
    out[block + (rows - 1 - row) * 8 + i % 8] = in[i];
  }
  c.in(in);
  c.out(out);
}

/// Four rows from the top go four rows down; each sub-group takes 32 bytes of a row.
void describeImageCopy(Case &c) {
  const size_t width = c.items();
  const std::vector<uint8_t> in = anyBits<uint8_t>(width * 8 * 4);
  std::vector<uint8_t> out(in.size(), 0xCD);
  std::copy_n(in.begin(), width * 4 * 4, out.begin() + static_cast<std::ptrdiff_t>(width * 4 * 4));
  const ImageLayout layout = picture(width, 8, CL_RGBA, CL_UNORM_INT8);
  c.imageIn(layout, in);
  c.imageOut(layout, out);
}

/// What each operation leaves of many work-items' numbers, in any order.
template <class T> void addAtomics(Case &c, const std::vector<int8_t> &in) {
  using Signed = std::make_signed_t<T>;
  constexpr T start = 77;
  std::vector<T> after(12, start);
  for (int8_t narrow : in) {
    const auto x = static_cast<Signed>(narrow);
    const auto bits = static_cast<T>(x);
    after[0] = static_cast<T>(after[0] + bits);
    after[1] = static_cast<T>(after[1] - bits);
    after[2] = static_cast<T>(std::min(static_cast<Signed>(after[2]), x));
    after[3] = std::min(after[3], bits);
    after[4] = static_cast<T>(std::max(static_cast<Signed>(after[4]), x));
    after[5] = std::max(after[5], bits);
    after[6] = static_cast<T>(after[6] & bits);
    after[7] = static_cast<T>(after[7] | bits);
    after[8] = static_cast<T>(after[8] ^ bits);
    if (x == static_cast<Signed>(start))
      after[9] = 3;
    after[10] = static_cast<T>(after[10] + 1);
  }
  c.inOut(std::vector<T>(12, start), after);
}

uint32_t functionNumbered(uint32_t number, uint32_t x) {
  if (number == 0)
    return 2 * x;
  return number == 1 ? x * x : x - x % 8;
}

void describeFunctionPointers(Case &c) {
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  const auto which = static_cast<uint32_t>(c.index() % 4);
  std::vector<uint32_t> out;
  for (uint32_t x : in) {
    const uint32_t first = functionNumbered(x % 3, x);
    out.push_back(first + functionNumbered(which == 2 ? 1 : 0, first));
  }
  c.in(in);
  c.out(out);
  c.value(which);
}

/// What each work-item's neighbour in the group has; of the last one, the first.
size_t neighbourOf(const Range &range, size_t i) {
  const size_t size = range.local[0];
  return i / size * size + (i % size + 1) % size;
}

void describeBarrierPointers(Case &c) {
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  const auto which = static_cast<uint32_t>(c.index() % 2);
  std::vector<uint32_t> out;
  for (size_t i = 0; i < in.size(); ++i)
    out.push_back(in[which == 1 ? neighbourOf(c.range(), i) : i]);
  c.in(in);
  c.out(out);
  c.local(c.range().local[0] * sizeof(uint32_t));
  c.value(which);
}

void describeHostPointers(Case &c) {
  static const char *const names[] = {"twice", "square", "apart"};
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  const auto which = static_cast<uint32_t>(c.index() % 3);
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < in.size(); ++i) {
    const uint32_t first = i % 5 < 3 ? functionNumbered(i % 5, in[i]) : 0;
    out.push_back(first + functionNumbered(which, first));
  }
  c.in(in);
  c.out(out);
  c.functions({"twice", "square", "apart", "of_two"}, {c.index() % 2 == 0 ? 0 : ~uint64_t{0}});
  c.function(names[which]);
}

void describeHostBarrierPointers(Case &c) {
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  const bool isNeighbour = c.index() % 2 == 1;
  std::vector<uint32_t> out;
  for (size_t i = 0; i < in.size(); ++i)
    out.push_back(in[isNeighbour ? neighbourOf(c.range(), i) : i]);
  c.in(in);
  c.out(out);
  c.local(c.range().local[0] * sizeof(uint32_t));
  c.function(isNeighbour ? "neighbour" : "same");
}

void describeSplitBarrier(Case &c) {
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  std::vector<uint32_t> values = in;
  for (int turn = 0; turn < 5; ++turn) {
    const std::vector<uint32_t> before = values;
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = 2 * before[i] + before[neighbourOf(c.range(), i)];
  }
  c.in(in);
  c.out(values);
  c.local(c.range().local[0] * sizeof(uint32_t));
}

constexpr size_t namedBarrierLanes = 8; ///< of a sub-group in these two modules

void describeNamedBarriers(Case &c) {
  const size_t size = c.range().local[0];
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  std::vector<uint32_t> values = in;
  const auto from = [&](size_t i, size_t distance) { return i / size * size + (i % size + distance) % size; };
  for (int turn = 0; turn < 5; ++turn) {
    const std::vector<uint32_t> before = values;
    for (size_t i = 0; i < values.size(); ++i)
      if (i % size / namedBarrierLanes % 2 == 0 || turn < 3)
        values[i] = 2 * before[i] + before[from(i, 2 * namedBarrierLanes)];
  }
  std::vector<uint32_t> sums;
  for (size_t i = 0; i < values.size(); ++i)
    sums.push_back(values[i] + values[from(i, namedBarrierLanes)]);
  c.in(in);
  c.out(sums);
  c.local(size * sizeof(uint32_t));
}

void describeNamedBarrierInLoop(Case &c) {
  const size_t size = c.range().local[0];
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  std::vector<uint32_t> values = in;
  for (size_t turn = 0; turn < 3; ++turn) {
    const std::vector<uint32_t> before = values;
    for (size_t i = 0; i < values.size(); ++i)
      if (i % size / namedBarrierLanes >= turn)
        values[i] = 3 * before[i] + before[i % size + namedBarrierLanes < size ? i + namedBarrierLanes : i];
  }
  c.in(in);
  c.out(values);
  c.local(size * sizeof(uint32_t));
}

struct Given {
  uint32_t first;
  uint8_t second;
  uint64_t third;
};

/// The first and the third number change places, the work-item's number is added to the first, and all three are added;
/// then the first one as it is now, and as it was given.
void describeStructs(Case &c) {
  constexpr Given given{.first = 1000, .second = 200, .third = 70000};
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < c.items(); ++i)
    out.push_back((70000 + i + 200 + 1000) + (70000 + i) + 1000);
  c.value(given);
  c.out(out);
}

void describeStructArgument(Case &c) {
  constexpr Given given{.first = 12345, .second = 201, .third = 99};
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < c.items(); ++i)
    out.push_back(12345 * i + 201 + 99);
  c.value(given);
  c.out(out);
}

void describeTwoEntries(Case &c) {
  const std::vector<uint32_t> in = anyBits<uint32_t>(c.items());
  std::vector<uint32_t> out;
  for (uint32_t x : in) {
    for (int turn = 0; turn < 10; ++turn)
      x = 3 * (turn > 0 || x % 2 == 0 ? x + 1 : x);
    const uint32_t results[] = {x + 12, x + 2, 0, 1};
    out.push_back(results[x % 4]);
  }
  c.in(in);
  c.out(out);
}

/// Of 25 and -95 with 7 and 2, and of 25 + 0.5 squared and twice that negated, -1300.5, by 3.
void describeSpecialised(Case &c) {
  const float square = 650.25f;
  c.out(std::vector<uint32_t>{32,
                              18,
                              175,
                              3,
                              static_cast<uint32_t>(-13),
                              4,
                              static_cast<uint32_t>(-4),
                              3,
                              100,
                              1073741800,
                              static_cast<uint32_t>(-24),
                              31,
                              30,
                              1,
                              ~25u,
                              static_cast<uint32_t>(-25),
                              7,
                              25,
                              static_cast<uint32_t>(-95),
                              25,
                              25,
                              1,
                              static_cast<uint32_t>(-1),
                              std::bit_cast<uint32_t>(square),
                              32,
                              7,
                              28});
}

/// The sum of products of as many lowest parts, each as T and U.
template <class T, class U> int64_t dotOf(uint64_t a, uint64_t b, unsigned parts) {
  int64_t sum = 0;
  for (unsigned part = 0; part < parts; ++part)
    sum += static_cast<int64_t>(static_cast<T>(a >> (size_t{part} * 8 * sizeof(T)))) *
           static_cast<int64_t>(static_cast<U>(b >> (size_t{part} * 8 * sizeof(U))));
  return sum;
}

void describeDots(Case &c) {
  std::vector<uint64_t> a = anyBits<uint64_t>(c.items(), 1);
  std::vector<uint64_t> b = anyBits<uint64_t>(c.items(), 2);
  // Two products of unsigned numbers may not overflow on their own.
  for (uint64_t &number : b)
    number &= 0xFFFFFFFF7FFF7FFF;
  std::vector<std::vector<uint64_t>> wide(4);
  std::vector<uint32_t> saturated;
  std::vector<uint32_t> unsignedSaturated;
  for (size_t i = 0; i < a.size(); ++i) {
    wide[0].push_back(static_cast<uint64_t>(dotOf<int16_t, int16_t>(a[i], b[i], 4)));
    wide[1].push_back(static_cast<uint64_t>(dotOf<uint16_t, uint16_t>(a[i], b[i], 4)));
    wide[2].push_back(static_cast<uint64_t>(dotOf<int16_t, uint16_t>(a[i], b[i], 2)));
    wide[3].push_back(static_cast<uint64_t>(dotOf<int8_t, int8_t>(a[i], b[i], 4)));
    saturated.push_back(
        static_cast<uint32_t>(std::min<int64_t>(dotOf<int16_t, int16_t>(a[i], b[i], 2) + 0x7FFFFF00, INT32_MAX)));
    unsignedSaturated.push_back(
        static_cast<uint32_t>(std::min<int64_t>(dotOf<uint16_t, uint16_t>(a[i], b[i], 2) + 0xFFFFFF00, UINT32_MAX)));
  }
  c.in(a);
  c.in(b);
  for (size_t index = 0; index < 3; ++index)
    c.out(wide[index]);
  c.out(saturated);
  c.out(unsignedSaturated);
  c.out(wide[3]);
}

void describeAtomics(Case &c) {
  std::vector<int8_t> in = wholeNumbers<int8_t>(c.items(), -120, 120);
  std::ranges::replace(in, int8_t{3}, int8_t{4});
  if (c.index() % 2 == 0)
    in[0] = 77;
  c.in(in);
  addAtomics<uint8_t>(c, in);
  addAtomics<uint16_t>(c, in);
  addAtomics<uint64_t>(c, in);
}

void describeBlocks(Case &c) {
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(c.items(), 0, 1000);
  std::vector<uint32_t> results;
  for (size_t i = 0; i < in.size(); ++i) {
    const uint32_t added = i % 4 == 1 ? 5 : i % 4 == 3 ? 1 : 10;
    uint32_t sum = 0;
    for (uint32_t n = 0; n < 10; ++n)
      for (uint32_t k = 0; k <= n % 4; ++k)
        sum = sum * 10 + added + in[i];
    results.push_back(sum + 10);
  }
  c.in(in);
  c.out(results);
}

void describeForms(Case &c) {
  struct Pair {
    uint32_t value;
    float factor;
  };
  const std::vector<uint32_t> values = wholeNumbers<uint32_t>(c.items(), 0, 1000);
  const std::vector<float> factors = fractions<float>(c.items(), -9, 9);
  std::vector<Pair> pairs;
  std::vector<uint32_t> results;
  std::vector<float> products;
  for (size_t i = 0; i < values.size(); ++i) {
    pairs.push_back({values[i], factors[i]});
    results.push_back(values[i] % 2 != 0 ? values[i] + 3 : 0);
    products.push_back(factors[i] * 0.5f);
  }
  c.in(pairs);
  c.out(results);
  c.out(products);
}

void describeAddresses(Case &c) {
  const std::vector<uint32_t> in = wholeNumbers<uint32_t>(c.items(), 0, 1000);
  std::vector<uint32_t> results;
  for (const uint32_t x : in)
    results.push_back(x + x % 2);
  c.in(in);
  c.out(results);
}

} // namespace

Shapes spirvModuleShapes() {
  Shape image = subGroupModule("sub-group-image-copy", describeImageCopy);
  image.needsImages = true;
  return {module("conversions-to-short-floats", flatLines(), describeShortFloats),
          module("functions-of-three", flatLines(), describeThree),
          module("predicated-accesses", flatLines(), describePredicates),
          module("masked-gather-scatter", flatLines(), describeGather),
          module("integer-functions", flatLines(), describeIntegerFunctions),
          module("integers-of-any-width", flatLines(), describeAnyWidths),
          module("untyped-pointers", {line(16, 16), line(64, 16), line(1024, 16)}, describeUntyped),
          subGroupModule("sub-group-shuffles-without-scope", describeShuffles),
          subGroupModule("sub-group-buffer-blocks",
                         [](Case &c) {
                           addReversedBlocks<uint8_t>(c, 16);
                           addReversedBlocks<uint16_t>(c, 4);
                           addReversedBlocks<uint32_t>(c, 8);
                           addReversedBlocks<uint64_t>(c, 2);
                         }),
          image,
          module("atomics-of-narrow-numbers", lines(), describeAtomics),
          module("function-pointers", lines(), describeFunctionPointers),
          module("function-pointers-with-barrier", lines(), describeBarrierPointers),
          module("functions-from-host", lines(), describeHostPointers),
          module("functions-from-host-with-barrier", lines(), describeHostBarrierPointers),
          module("split-barrier", lines(), describeSplitBarrier),
          subGroupModule("named-barriers", describeNamedBarriers),
          subGroupModule("named-barrier-in-loop", describeNamedBarrierInLoop),
          module("structs-by-value", flatLines(), describeStructs),
          module("struct-as-argument", flatLines(), describeStructArgument),
          module("blocks-of-optimised-code", flatLines(), describeBlocks),
          module("forms-of-optimised-code", flatLines(), describeForms),
          module("addresses-in-vectors", flatLines(), describeAddresses),
          module("loop-with-two-entries", flatLines(), describeTwoEntries),
          module("specialised-operations", {line(1, 1), line(64, 16)}, describeSpecialised),
          module("clock", lines(), [](Case &c) { c.out(std::vector<uint32_t>(c.items(), 1)); }),
          module("dot-products-of-numbers", flatLines(), describeDots),
          module("printf-of-global-string", lines(), [](Case &c) {
            const std::string_view format = "work-item %u\n";
            std::vector<char> text(format.begin(), format.end());
            text.push_back('\0');
            c.in(text);
            Lines lines;
            for (size_t i = 0; i < c.items(); ++i)
              lines.push_back("work-item " + std::to_string(i));
            c.prints(lines);
          })};
}

} // namespace weft::exectest
