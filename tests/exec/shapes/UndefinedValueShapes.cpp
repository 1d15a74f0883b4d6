// Where the specification leaves a value undefined, nothing may trap and the work-items' other results stand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Pairs among which are many zeros, ones with -1, and the smallest number.
template <class T> std::vector<T> awkwardPairs(size_t pairs) {
  auto values = wholeNumbers<T>(2 * pairs, -2, 2);
  for (size_t i = 0; i < values.size(); i += 6)
    values[i] = std::numeric_limits<T>::min();
  return values;
}

void describeInt(Case &c) {
  auto in = awkwardPairs<int>(c.items());
  std::vector<uint32_t> out;
  for (size_t i = 0; i < in.size(); i += 2)
    out.push_back(static_cast<uint32_t>(in[i]) + static_cast<uint32_t>(in[i + 1]));
  c.in(in);
  c.scratch<int>(Ints(4 * c.items()));
  c.out(out);
}

void describeAllWidths(Case &c) {
  auto in = awkwardPairs<int64_t>(c.items());
  std::vector<int64_t> out;
  for (size_t i = 0; i < in.size(); i += 2)
    out.push_back(static_cast<int64_t>(static_cast<uint64_t>(in[i]) + static_cast<uint64_t>(in[i + 1])) +
                  static_cast<int32_t>(in[i]));
  c.in(in);
  c.scratch<int64_t>(std::vector<int64_t>(5 * c.items()));
  c.out(out);
}

void describeShifts(Case &c) {
  auto in = anyBits<int>(2 * c.items());
  for (size_t i = 1; i < in.size(); i += 4)
    in[i] %= 200;
  Ints out;
  for (size_t i = 0; i < in.size(); i += 2) {
    auto a = static_cast<uint32_t>(in[i]);
    int by = in[i + 1] & 31;
    auto left = [&](int amount) { return static_cast<int>(a << amount); };
    auto wide = static_cast<uint64_t>(static_cast<int64_t>(in[i])) << (in[i + 1] & 63);
    out.insert(out.end(), {left(by), in[i] >> by, static_cast<int>(a >> by),
                           static_cast<int>(static_cast<int64_t>(wide) >> 16), left(by) ^ left(1), 0});
  }
  c.in(in);
  c.out(out);
}

void describeGuarded(Case &c) {
  auto in = wholeNumbers<int>(2 * c.items(), -3, 3);
  Ints out;
  for (size_t i = 0; i < in.size(); i += 2)
    out.push_back(in[i + 1] == 0 ? -1 : in[i] / in[i + 1] + in[i] % in[i + 1]);
  c.in(in);
  c.out(out);
}

void describeFloats(Case &c) {
  using Limits = std::numeric_limits<float>;
  const std::array<float, 8> numbers{
      Limits::infinity(), -Limits::infinity(), 1e30F, -1e30F, 3e9F, -2.75F, 300.0F, 0.0F};
  std::vector<float> in(c.items());
  Ints out(c.items());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = numbers[i % numbers.size()];
    double nearest = std::fmin(std::fmax(static_cast<double>(in[i]), -2147483648.0), 2147483647.0);
    out[i] = static_cast<int>(nearest);
  }
  c.in(in);
  c.scratch<int>(Ints(3 * c.items()));
  c.out(out);
}

void describeUnwrittenCondition(Case &c) {
  auto in = wholeNumbers<int>(c.items(), -999, 999);
  Ints out(c.items());
  for (size_t i = 0; i < out.size(); ++i) {
    const size_t size = c.range().local[0], first = i - i % size;
    out[i] = in[first + size - 1 - i % size];
  }
  c.in(in);
  c.out(out);
  c.local(c.range().local[0] * sizeof(int));
  c.value(7);
}

void describeUnwrittenValues(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 9999);
  Ints out(c.items(), 31), all;
  for (int value : in) {
    const bool isWritten = value > 5000;
    all.insert(all.end(), {isWritten ? value : 0, (value & 255) | 2 << 8, value, isWritten ? 2 : 0});
  }
  c.in(in);
  c.out(out);
  c.out(all);
}

void describeMissingReturn(Case &c) {
  auto in = wholeNumbers<int>(c.items(), 0, 9999);
  Ints out(in);
  for (int &value : out)
    value = value % 2 == 0 ? value / 2 : -1;
  c.in(in);
  c.out(out);
}

} // namespace

Shapes undefinedValueShapes() {
  auto flat = flatLines();
  return {
      {.name = "division-by-zero", .ranges = flat, .describe = describeInt},
      {.name = "division-by-zero-of-all-widths", .ranges = flat, .describe = describeAllWidths},
      {.name = "division-by-constant-zero",
       .ranges = flat,
       .describe =
           [](Case &c) {
             auto in = wholeNumbers<int>(c.items(), 0, 999);
             c.in(in);
             for (int &value : in)
               value /= 3;
             c.out(in);
           }},
      {.name = "shift-out-of-range", .ranges = flat, .describe = describeShifts},
      {.name = "guarded-division", .ranges = flat, .describe = describeGuarded},
      {.name = "float-to-integer-out-of-range", .ranges = flat, .describe = describeFloats},
      {.name = "unwritten-loop-condition", .ranges = lines(), .describe = describeUnwrittenCondition},
      {.name = "unwritten-values-are-one", .ranges = flat, .describe = describeUnwrittenValues},
      {.name = "function-without-return", .ranges = flat, .describe = describeMissingReturn},
      {.name = "function-without-return-in-cxx",
       .ranges = flat,
       .describe = describeMissingReturn,
       .options = "-cl-std=CLC++2021",
       .file = "function-without-return"},
  };
}

} // namespace weft::exectest
