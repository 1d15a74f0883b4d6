// Conversions between types (OpenCL C, section 6.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// The nearest value of T.
template <class T> int64_t saturated(double value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<int64_t>(
      std::clamp(value, static_cast<double>(Limits::min()), static_cast<double>(Limits::max())));
}

template <class T> int64_t clamped(int64_t value) {
  using Limits = std::numeric_limits<T>;
  return std::clamp<int64_t>(value, Limits::min(), Limits::max());
}

void describeIntegers(Case &c) {
  auto in = anyBits<int64_t>(c.items());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] >>= i * 7 % 64; // of all magnitudes
  std::vector<int64_t> out;
  for (int64_t v : in)
    out.insert(out.end(), {static_cast<int8_t>(v), clamped<uint8_t>(v), clamped<int8_t>(v), clamped<int16_t>(v),
                           static_cast<uint16_t>(v), clamped<int32_t>(v), clamped<uint32_t>(v), std::max<int64_t>(v, 0),
                           static_cast<int16_t>(v), clamped<int8_t>(clamped<uint32_t>(v))});
  c.in(in);
  c.out(out);
}

/// To the nearest, ties to even.
double nearestEven(double value) {
  double below = std::floor(value);
  double rest = value - below;
  bool up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0);
  return up ? below + 1 : below;
}

void describeFloatToInteger(Case &c) {
  auto in = wholeNumbers<float>(c.items(), -1000, 1000);
  for (float &value : in)
    value *= 0.5F; // many ties
  std::vector<int32_t> out;
  for (float real : in) {
    auto v = static_cast<double>(real);
    for (double whole : {nearestEven(v), std::trunc(v), std::ceil(v), std::floor(v), std::trunc(v)})
      out.push_back(static_cast<int32_t>(whole));
    out.push_back(static_cast<int32_t>(saturated<uint8_t>(std::trunc(v))));
    out.push_back(static_cast<int32_t>(saturated<int8_t>(nearestEven(v))));
    out.push_back(static_cast<int32_t>(saturated<int16_t>(std::ceil(static_cast<double>(real * 100.0F)))));
    out.push_back(static_cast<int32_t>(saturated<int32_t>(static_cast<double>(real * 1e9F))));
  }
  c.in(in);
  c.out(out);
}

/// Of all magnitudes, with ties, and what is no number or has no end.
template <class T> std::vector<T> ofAllMagnitudes(size_t count) {
  std::vector<T> values;
  for (int64_t bits : anyBits<int64_t>(count)) {
    const auto magnitude = static_cast<unsigned>(values.size()) * 7 % 64;
    if constexpr (std::is_floating_point_v<T>) {
      using Limits = std::numeric_limits<T>;
      constexpr std::array special{Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), T(-0.0)};
      const size_t place = values.size() % 41;
      values.push_back(place < special.size() ? special[place] : static_cast<T>(bits >> magnitude) * T(0.5));
    } else {
      values.push_back(static_cast<T>(bits >> magnitude % (8 * sizeof(T))));
    }
  }
  return values;
}

template <class T> void describeSaturated(Case &c) {
  const auto in = ofAllMagnitudes<T>(4 * c.items());
  std::vector<int32_t> out;
  std::vector<uint32_t> large;
  const auto truncate = [](double value) { return std::trunc(value); };
  const auto up = [](double value) { return std::ceil(value); };
  const auto down = [](double value) { return std::floor(value); };
  for (size_t first = 0; first < in.size(); first += 4) {
    const auto add = [&](auto whole, auto saturate) {
      for (size_t i = first; i < first + 4; ++i) {
        const auto value = static_cast<double>(in[i]);
        out.push_back(std::isnan(value) ? 0 : static_cast<int32_t>(saturate(whole(value))));
      }
    };
    add(truncate, saturated<int8_t>);
    add(nearestEven, saturated<uint8_t>);
    add(up, saturated<int16_t>);
    add(down, saturated<uint16_t>);
    add(truncate, saturated<int32_t>);
    for (size_t i = first; i < first + 4; ++i) {
      const auto value = static_cast<double>(in[i]);
      large.push_back(std::isnan(value) ? 0 : static_cast<uint32_t>(saturated<uint32_t>(std::trunc(value))));
    }
  }
  c.in(in);
  c.out(out);
  c.out(large);
}

template <class T> Shape saturatedConversions(const std::string &type) {
  return {.name = "saturated-conversions-of-" + type,
          .ranges = {line(256, 64), line(97, 97), line(1000, 0)},
          .describe = describeSaturated<T>,
          .options = "-DT=" + type,
          .needsDouble = std::is_same_v<T, double>,
          .file = "saturated-conversions"};
}

/// The float next to `value` in the direction of `towards` unless `value` is one itself.
float rounded(double value, double towards) {
  auto nearest = static_cast<float>(value);
  double error = static_cast<double>(nearest) - value;
  bool wrongSide = towards > value ? error < 0 : error > 0;
  return wrongSide ? std::nextafter(nearest, static_cast<float>(towards)) : nearest;
}

void describeIntegerToFloat(Case &c) {
  auto in = anyBits<int32_t>(c.items());
  std::vector<float> out;
  for (int32_t v : in) {
    const double far = 1e30;
    double d = v;
    out.insert(out.end(),
               {static_cast<float>(v), rounded(d, d > 0 ? -far : far), rounded(d, far), rounded(d, -far),
                static_cast<float>(static_cast<uint32_t>(v)), static_cast<float>(static_cast<int64_t>(v) * (1 << 20))});
  }
  c.in(in);
  c.out(out);
}

void describeVectors(Case &c) {
  auto in = anyBits<uint8_t>(8 * c.items());
  std::vector<float> reals;
  std::vector<uint16_t> words;
  std::vector<int8_t> bytes;
  for (uint8_t value : in) {
    double real = value * 1.5;
    reals.push_back(static_cast<float>(real));
    words.push_back(static_cast<uint16_t>(nearestEven(real)));
    bytes.push_back(static_cast<int8_t>(saturated<int8_t>(std::trunc(real) - 200)));
  }
  c.in(in);
  c.out(reals);
  c.out(words);
  c.out(bytes);
}

/// The nearest of all bfloat16 values: of the two between which the value lies, that which is closer, or else even.
uint16_t bfloat16(float value) {
  const auto down = static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16); // towards zero
  const auto floatOf = [](uint32_t upper) { return std::bit_cast<float>(upper << 16); };
  if (std::isinf(value))
    return down;
  const auto up = static_cast<uint16_t>(down + 1);
  // Beyond the largest there is 2^128, in whose place stands infinity.
  const double above = std::isinf(floatOf(up)) ? std::copysign(std::ldexp(1.0, 128), value) : double(floatOf(up));
  const double toDown = std::abs(double(value) - floatOf(down)), toUp = std::abs(above - value);
  return toDown < toUp || (toDown == toUp && down % 2 == 0) ? down : up;
}

void describeBfloat16(Case &c) {
  std::vector<float> in;
  for (uint32_t bits : anyBits<uint32_t>(c.items())) {
    if (in.size() % 5 == 0)
      bits = (bits & 0xFFFF0000u) | 0x8000u; // a tie
    if (in.size() % 16 == 3)
      bits |= 0x7F7F0000u; // close to the largest, or no finite number
    const auto value = std::bit_cast<float>(bits);
    in.push_back(std::isnan(value) ? (in.size() % 2 == 0 ? std::numeric_limits<float>::infinity() : 1.0F) : value);
  }
  std::vector<uint16_t> out;
  std::vector<float> back;
  for (float x : in) {
    const uint16_t plus = bfloat16(x), minus = bfloat16(-x);
    out.insert(out.end(), {plus, plus, minus, plus, minus, plus, plus, plus});
    const auto floatOf = [](uint32_t upper) { return std::bit_cast<float>(upper << 16); };
    back.insert(back.end(), {floatOf(plus), 1.0F, floatOf(minus), 2.0F});
  }
  c.in(in);
  c.out(out);
  c.out(back);
  c.out(std::vector<int>(c.items(), 1));
}

} // namespace

Shapes conversionShapes() {
  auto flat = flatLines();
  return {
      {.name = "integer-conversions", .ranges = flat, .describe = describeIntegers},
      {.name = "float-to-integer-conversions", .ranges = flat, .describe = describeFloatToInteger},
      {.name = "integer-to-float-conversions", .ranges = flat, .describe = describeIntegerToFloat},
      {.name = "vector-conversions", .ranges = flat, .describe = describeVectors},
      {.name = "bfloat16-conversions",
       .ranges = flat,
       .describe = describeBfloat16,
       .options = "-Dcl_intel_bfloat16_conversions"},
      saturatedConversions<float>("float"),
      saturatedConversions<double>("double"),
      saturatedConversions<int8_t>("char"),
      saturatedConversions<uint16_t>("ushort"),
      saturatedConversions<int32_t>("int"),
      saturatedConversions<uint32_t>("uint"),
  };
}

} // namespace weft::exectest
