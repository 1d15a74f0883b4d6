// Relational functions (OpenCL C, section 6.15.6).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

void describeRelational(Case &c) {
  using Limits = std::numeric_limits<float>;
  const std::array<float, 9> numbers{
      0.0F, -0.0F, 1.0F, -2.5F, 1e-40F, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), 2.0F};
  std::vector<float> in;
  std::vector<int> out;
  for (size_t i = 0; i < c.items(); ++i) {
    float x = numbers[i % 9];
    float y = numbers[i / 9 % 9];
    bool nan = std::isnan(x) || std::isnan(y);
    in.insert(in.end(), {x, y});
    out.insert(out.end(),
               {x == y, x != y, x > y, x <= y, x < y || x > y, std::isfinite(x), std::isinf(x), std::isnan(x),
                std::isnormal(x), !nan, nan, std::signbit(x), -(x < y), 0, -(x < 2.0F), -(1.0F < x), nan ? 2 : 1});
  }
  c.in(in);
  c.out(out);
}

void describeSelect(Case &c) {
  auto in = anyBits<int>(8 * c.items());
  std::vector<int> out;
  for (size_t i = 0; i < in.size(); i += 8) {
    const int *a = &in[i];
    const int *b = a + 4;
    const int mask = 0x0F0F0F0F;
    for (size_t k = 0; k < 4; ++k)
      out.push_back(std::max(a[k], b[k]));
    for (size_t k = 0; k < 4; ++k)
      out.push_back((a[k] & ~mask) | (b[k] & mask));
    auto negative = std::count_if(a, a + 4, [](int value) { return value < 0; });
    out.push_back(a[1] % 2 != 0 ? b[0] : a[0]);
    out.push_back(negative > 0);
    out.push_back(negative == 4);
    out.push_back((b[3] != 0 ? 2 : 1) + ((a[2] & ~0xFF) | (b[2] & 0xFF)));
  }
  c.in(in);
  c.out(out);
}

} // namespace

Shapes relationalBuiltinShapes() {
  return {
      {.name = "relational-functions",
       .ranges = {line(81, 9), line(97, 97), line(1000, 0)},
       .describe = describeRelational},
      {.name = "select-any-all", .ranges = flatLines(), .describe = describeSelect},
  };
}

} // namespace weft::exectest
