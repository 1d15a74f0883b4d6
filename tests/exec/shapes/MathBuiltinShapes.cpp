// Math functions against the host's in double or long double, with the full profile's bounds (OpenCL C, section 7.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Floats = std::vector<float>;
constexpr double pi = std::numbers::pi;

/// A value that the kernel must hit within so many units in the last place.
struct Target {
  double value;
  double ulps;
};
using Targets = std::vector<Target>;

/// A buffer of T whose elements each have their own bound.
template <class T> void outTargets(Case &c, const Targets &targets) {
  c.scratch<T>(std::vector<T>(targets.size(), T(-77)), [targets](const std::vector<T> &found) {
    std::optional<std::string> wrong;
    size_t count = 0;
    for (size_t i = 0; i < targets.size(); ++i)
      if (!agrees(found[i], static_cast<T>(targets[i].value), {.ulps = targets[i].ulps}) && count++ == 0)
        wrong = "index " + std::to_string(i) + ": expected " + shown(static_cast<T>(targets[i].value)) + ", got " +
                shown(found[i]);
    if (wrong)
      *wrong += " (" + std::to_string(count) + " of " + std::to_string(targets.size()) + " differ)";
    return wrong;
  });
}

/// Parameters (in, out): `perValue` lists the targets for one input value.
Shape unary(const char *name, double low, double high, Targets (*perValue)(double)) {
  return {.name = name, .ranges = {line(1024, 64), line(97, 97), line(1000, 0)}, .describe = [=](Case &c) {
            auto in = fractions<float>(c.items(), low, high);
            Targets targets;
            for (float x : in)
              for (const Target &target : perValue(static_cast<double>(x)))
                targets.push_back(target);
            c.in(in);
            outTargets<float>(c, targets);
          }};
}

Targets trigonometric(double x) {
  return {{std::sin(x), 4},      {std::cos(x), 4},  {std::tan(x), 5},  {std::atan(x), 5}, {std::sin(pi * x), 4},
          {std::cos(pi * x), 4}, {std::sinh(x), 4}, {std::cosh(x), 4}, {std::tanh(x), 5}, {std::asinh(x), 4}};
}

Targets inverse(double x) {
  return {{std::asin(x), 4},
          {std::acos(x), 4},
          {std::asin(x) / pi, 5},
          {std::acos(x) / pi, 5},
          {std::atan(x) / pi, 5},
          {std::atanh(x), 5},
          {std::atan2(x, static_cast<double>(0.3F)), 6},
          {std::atan2(static_cast<double>(0.4F), x) / pi, 6}};
}

Targets exponential(double x) {
  return {{std::exp(x), 3},   {std::exp2(x), 3}, {std::pow(10.0, x), 3}, {std::expm1(x), 3},
          {std::log(x), 3},   {std::log2(x), 3}, {std::log10(x), 3},     {std::log1p(x), 2},
          {std::acosh(x), 4}, {std::erf(x), 16}, {std::erfc(x), 16}};
}

void describePowers(Case &c) {
  auto in = fractions<float>(2 * c.items(), 0.1, 9.9);
  for (size_t i = 1; i < in.size(); i += 4)
    in[i] = -in[i];
  Targets targets;
  for (size_t i = 0; i < in.size(); i += 2) {
    auto x = static_cast<double>(in[i]);
    auto y = static_cast<double>(in[i + 1]);
    targets.insert(targets.end(), {{std::pow(x, y), 16},
                                   {std::pow(x, y), 16},
                                   {std::pow(x, std::trunc(y)), 16},
                                   {std::cbrt(x), 16},
                                   {std::sqrt(x), 3},
                                   {1 / std::sqrt(x), 2},
                                   {std::cbrt(y), 2},
                                   {std::hypot(x, y), 4},
                                   {x / y, 2.5},
                                   {std::tgamma(x), 16},
                                   {0.5, 4096}});
  }
  c.in(in);
  outTargets<float>(c, targets);
}

Floats specialNumbers() {
  using Limits = std::numeric_limits<float>;
  return {0.0F,
          -0.0F,
          0.5F,
          -0.5F,
          1.5F,
          2.5F,
          -2.5F,
          0.49999997F,
          8388607.5F,
          1e10F,
          -1.0F,
          3.0F,
          -7.25F,
          1e-30F,
          2147483520.0F,
          5.5F,
          -3.5F,
          0.1F,
          1e-40F,
          6.0F,
          Limits::infinity(),
          -Limits::infinity(),
          Limits::quiet_NaN()};
}

/// Powers by constants. What is 0, infinite or no number has to be exact, with its sign.
template <class T> Shape constantPowers(const std::string &type) {
  const auto describe = [](Case &c) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> in = fractions<T>(c.items(), -9.9, 9.9);
    const std::vector<T> special{
        T(0),          -T(0),          Limits::infinity(), -Limits::infinity(),        Limits::quiet_NaN(),
        Limits::min(), -Limits::min(), Limits::max(),      Limits::lowest(),           T(1),
        T(-1),         T(1e-20),       T(-1e30),           Limits::denorm_min() * 1000};
    for (size_t i = 0; i < in.size(); i += 5)
      in[i] = special[i / 5 % special.size()];
    Targets targets;
    const auto add = [&](long double power) {
      const auto target = static_cast<double>(static_cast<T>(power));
      targets.push_back({target, target == 0 || !std::isfinite(target) ? 0.0 : 16.0});
    };
    const std::vector<double> exponents{0.5, 1, 1.5, 2, 3, 4.5, 5, 8, -0.5, -1, -1.5, -2, -3, -7.5, -8, 0, 8.5, 2.25};
    for (const T number : in) {
      const long double x = number;
      const auto pow = [&](long double base, double y) { add(std::pow(base, static_cast<long double>(y))); };
      for (const double y : exponents)
        pow(x, y);
      for (const double y : exponents) {
        const bool isUndefined = x < 0 || (y == 0 && (x == 0 || std::isinf(x))) || std::isnan(x);
        pow(isUndefined ? Limits::quiet_NaN() : std::abs(x), isUndefined ? 1 : y);
      }
      for (const double n : {0, 1, 2, 3, 6, -1, -2, -5, 9})
        pow(x, n);
      for (const double y : exponents)
        pow(x, y);
    }
    c.in(in);
    outTargets<T>(c, targets);
  };
  return {.name = "math-constant-powers-" + type,
          .ranges = {line(1024, 64), line(97, 97), line(1000, 0)},
          .describe = describe,
          .options = "-DT=" + type + " -DT4=" + type + "4",
          .needsDouble = type == "double",
          .file = "math-constant-powers"};
}

/// Every special number with every other. Signs of zero are not compared: fmin and fmax may give either.
void describeExact(Case &c) {
  Floats numbers = specialNumbers();
  Floats in;
  Floats out;
  for (size_t i = 0; i < c.items(); ++i) {
    float x = numbers[i % numbers.size()];
    float y = numbers[i / numbers.size() % numbers.size()];
    in.insert(in.end(), {x, y});
    out.insert(out.end(), {std::floor(x), std::ceil(x), std::trunc(x), std::rint(x), std::round(x), std::fabs(x),
                           std::fmin(x, y), std::fmax(x, y), std::copysign(x, y), std::fmod(x, y), std::remainder(x, y),
                           std::nextafter(x, y), std::fdim(x, y), std::fma(x, y, 1.0F)});
  }
  c.in(in);
  c.out(out, {.ulps = 1e-9});
}

void describePointers(Case &c) {
  auto in = fractions<float>(c.items(), 0.1, 99.0);
  for (size_t i = 0; i < in.size(); i += 2)
    in[i] = -in[i];
  Targets targets;
  std::vector<int> whole;
  for (float x : in) {
    float integral = 0;
    float fraction = std::modf(x, &integral);
    int exponent = 0;
    float mantissa = std::frexp(x, &exponent);
    int quotient = 0;
    float rest = std::remquo(x, 1.5F, &quotient);
    auto wide = static_cast<double>(x);
    double fract = std::min(static_cast<double>(x - std::floor(x)), 0x1.fffffep-1);
    targets.insert(targets.end(), {{fraction, 1e-9},
                                   {integral, 1e-9},
                                   {mantissa, 1e-9},
                                   {rest, 1e-9},
                                   {std::sin(wide), 4},
                                   {std::cos(wide), 4},
                                   {fract, 1e-9}});
    int magnitude = static_cast<int>(std::nearbyint(std::abs(wide) / 1.5));
    int lowBits = (x < 0 ? -(magnitude % 128) : magnitude % 128) & 7;
    whole.insert(whole.end(), {exponent, lowBits, std::ilogb(x), static_cast<int>(std::ldexp(x, 5))});
  }
  c.in(in);
  outTargets<float>(c, targets);
  c.out(whole);
  c.local(c.range().local[0] * sizeof(float));
}

/// What parts-of-edge-values computes of a number, by the host's functions.
template <class T, class Bits> class Parts {
public:
  static Bits bits(T x) {
    return std::isnan(x) ? std::bit_cast<Bits>(std::numeric_limits<T>::quiet_NaN()) : std::bit_cast<Bits>(x);
  }
  /// The least fraction that isn't below 1 is 1 itself; zeros and infinities give a zero of their sign (section 7.5.1).
  static T fract(T x) {
    if (x == 0 || std::isinf(x))
      return std::copysign(T(0), x);
    return std::isnan(x) ? x : std::min(x - std::floor(x), std::nextafter(T(1), T(0)));
  }
  static T whole(T x) { return std::trunc(x); }
  static T fraction(T x) { return std::isinf(x) ? std::copysign(T(0), x) : std::copysign(x - std::trunc(x), x); }
  static T mantissa(T x) {
    int exponent = 0;
    return std::frexp(x, &exponent);
  }
  static int exponent(T x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::isfinite(x) ? exponent : 0;
  }
  static int relations(T x, T y) {
    const bool areOrdered = !std::isnan(x) && !std::isnan(y);
    const std::array truths = {
        x == y,           x != y,         x > y,       x >= y,        x < y,         x <= y,
        x < y || x > y,   areOrdered,     !areOrdered, std::isnan(x), std::isinf(x), std::isfinite(x),
        std::isnormal(x), std::signbit(x)};
    int all = 0;
    for (size_t i = 0; i < truths.size(); ++i)
      all |= truths[i] ? 1 << i : 0;
    return all;
  }
};

template <class T> std::vector<T> edgeValues(size_t count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> edges{0,
                       Limits::denorm_min(),
                       Limits::min(),
                       std::nextafter(Limits::min(), T(0)),
                       T(0.5),
                       1,
                       T(1.5),
                       T(-1e-9L),
                       T(3),
                       Limits::max(),
                       Limits::infinity(),
                       Limits::quiet_NaN(),
                       T(1e7L) + T(0.5),
                       std::nextafter(T(1), T(0))};
  for (size_t i = edges.size(); i-- > 0;)
    edges.push_back(-edges[i]);
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = edges[(i % 2 == 0 ? i / 2 : i / 2 / edges.size() + i) % edges.size()];
  return values;
}

void describeEdgeValues(Case &c) {
  using Single = Parts<float, int>;
  using Double = Parts<double, int64_t>;
  const Floats in = edgeValues<float>(2 * c.items());
  const auto wide = edgeValues<double>(2 * c.items());
  std::vector<int> out;
  std::vector<int64_t> wideOut;
  for (size_t i = 0; i < in.size(); i += 2) {
    const float x = in[i], y = in[i + 1];
    const auto truth = [](float a, float b) {
      return -(a < b ? 1 : 0) - (std::isnan(a) ? 2 : 0) - (std::signbit(a) ? 4 : 0) - (std::isnormal(a) ? 8 : 0);
    };
    out.insert(out.end(),
               {Single::bits(Single::fract(x)), Single::bits(std::floor(x)), Single::bits(Single::fraction(x)),
                Single::bits(Single::whole(x)), Single::bits(Single::mantissa(x)), Single::exponent(x),
                Single::relations(x, y), Single::bits(Single::fract(y)) ^ Single::bits(std::floor(-x)),
                Single::bits(Single::fraction(y)) ^ Single::bits(Single::whole(-x)),
                Single::bits(Single::mantissa(y)) ^ Single::exponent(-x), truth(x, y) * 1000 + truth(-x, 1.5F),
                x > 0 ? Single::relations(y, x) : -1});
    const double d = wide[i], e = wide[i + 1];
    wideOut.insert(wideOut.end(), {Double::bits(Double::fract(d)), Double::bits(std::floor(d)),
                                   Double::bits(Double::fraction(d)), Double::bits(Double::whole(d)),
                                   Double::bits(Double::mantissa(d)), Double::exponent(d), Double::relations(d, e)});
  }
  c.in(in);
  c.in(wide);
  c.out(out);
  c.out(wideOut);
}

void describeVectors(Case &c) {
  auto in = fractions<float>(16 * c.items(), -3.0, 3.0);
  Targets targets;
  for (size_t i = 0; i < in.size(); i += 16) {
    auto x = [&](size_t k) { return static_cast<double>(in[i + k]); };
    for (size_t k = 0; k < 2; ++k)
      targets.push_back({std::sin(x(k)), 4});
    for (size_t k = 0; k < 3; ++k)
      targets.push_back({std::exp(x(k)), 3});
    for (size_t k = 0; k < 4; ++k)
      targets.push_back({std::fmax(x(k), 0.5), 0});
    for (size_t k = 0; k < 8; ++k)
      targets.push_back({std::sqrt(std::abs(x(k))), 3});
    for (size_t k = 0; k < 16; ++k)
      targets.push_back({std::atan2(x(k), 2.0), 6});
  }
  c.in(in);
  outTargets<float>(c, targets);
}

void describeDoubles(Case &c) {
  auto in = fractions<double>(c.items(), 0.01, 30.0);
  Targets targets;
  for (double x : in)
    targets.insert(targets.end(), {{std::sin(x), 5},
                                   {std::cos(x), 5},
                                   {std::tan(x), 6},
                                   {std::exp(x), 4},
                                   {std::log(x), 4},
                                   {std::sqrt(x), 1},
                                   {std::cbrt(x), 3},
                                   {std::floor(x), 0},
                                   {std::atan(x), 6},
                                   {std::tanh(x), 6},
                                   {std::pow(x, 1.5), 17},
                                   {std::pow(2.0, x), 17},
                                   {std::fma(x, x, -1.0), 0},
                                   {std::rint(x), 0}});
  c.in(in);
  outTargets<double>(c, targets);
}

/// Each size has its own way of finding the whole quarter turns; those next to its limits, next to quarter turns, and
/// powers of two up to the greatest. Beside each other, and a group's worth of each.
void describeAngles(Case &c) {
  using Limits = std::numeric_limits<float>;
  Floats angles{0.0F,
                -0.0F,
                1e-40F,
                0x1p-13F,
                191.99998F,
                192.0F,
                -192.00002F,
                0x1p20F,
                -1048575.9F,
                Limits::max(),
                Limits::infinity(),
                -Limits::infinity(),
                Limits::quiet_NaN()};
  for (int i = 1; i < 200; ++i)
    angles.push_back(static_cast<float>(i * pi / 2));
  for (int power = -30; power < 128; ++power)
    angles.push_back(std::ldexp(power % 2 == 0 ? 1.0F : -1.7F, power));
  Floats in(c.items());
  Targets targets;
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = angles[i % 1000 < 500 ? i % angles.size() : i / 64 * 7 % angles.size()];
    const auto x = static_cast<double>(in[i]);
    const Target sine{std::sin(x), 4}, cosine{std::cos(x), 4};
    targets.insert(targets.end(), {sine, cosine, {std::tan(x), 5}, sine, cosine});
  }
  c.in(in);
  outTargets<float>(c, targets);
}

/// half_ functions: 8192 units; for native_ functions, whose precision is not defined, the same is asked.
Targets native(double x) {
  return {{std::sin(x), 8192},
          {std::exp(x), 8192},
          {std::log(x), 8192},
          {std::sqrt(x), 8192},
          {1 / x, 8192},
          {std::cos(x), 8192},
          {std::exp2(x), 8192},
          {1 / std::sqrt(x), 8192},
          {std::pow(x, 1.5), 8192},
          {1 / std::sqrt(x), 8192}};
}

void describeDenormals(Case &c) {
  Floats in(c.items());
  Floats out;
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = std::ldexp(static_cast<float>(static_cast<int>(i) - 20), -149);
    float x = in[i];
    out.insert(out.end(), {x * 0.5F, x + x, std::fabs(x), std::fma(x, 2.0F, x), x - 1e-40F});
  }
  c.in(in);
  c.out(out);
}

} // namespace

Shapes mathBuiltinShapes() {
  std::vector<Range> ranges{line(1024, 64), line(97, 97), line(1000, 0)};
  return {
      unary("math-trigonometric", -9.0, 9.0, trigonometric),
      {.name = "math-angles", .ranges = {line(4096, 64), line(997, 997), line(1000, 0)}, .describe = describeAngles},
      unary("math-inverse-trigonometric", -1.0, 1.0, inverse),
      unary("math-exponential", 1.0, 8.0, exponential),
      unary("math-native", 0.5, 3.0, native),
      {.name = "math-powers", .ranges = ranges, .describe = describePowers},
      constantPowers<float>("float"),
      constantPowers<double>("double"),
      {.name = "math-exact", .ranges = {line(1024, 64), line(529, 23), line(529, 0)}, .describe = describeExact},
      {.name = "math-with-pointers", .ranges = {line(1024, 64), line(97, 97)}, .describe = describePointers},
      {.name = "parts-of-edge-values", .ranges = ranges, .describe = describeEdgeValues, .needsDouble = true},
      {.name = "math-on-vectors", .ranges = ranges, .describe = describeVectors},
      {.name = "math-on-doubles", .ranges = ranges, .describe = describeDoubles, .needsDouble = true},
      {.name = "denormals", .ranges = ranges, .describe = describeDenormals},
  };
}

} // namespace weft::exectest
