// Common and geometric functions (OpenCL C, sections 6.15.4 and 6.15.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <numbers>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

void describeCommon(Case &c) {
  auto in = fractions<float>(c.items(), -4.0, 4.0);
  std::vector<float> out;
  for (float x : in) {
    float t = std::clamp((x + 2.0F) / 4.0F, 0.0F, 1.0F);
    const float degrees = 180.0F / std::numbers::pi_v<float>;
    out.insert(out.end(),
               {std::clamp(x, -1.0F, 2.0F), 1.0F + 4.0F * x, x < 0.5F ? 0.0F : 1.0F, t * t * (3.0F - 2.0F * t),
                x > 0   ? 1.0F
                : x < 0 ? -1.0F
                        : 0.0F,
                x * degrees, x / degrees, std::max(x, 0.25F), std::clamp(x, -1.0F, 1.0F), std::clamp(-x, -1.0F, 1.0F),
                std::clamp(2 * x, -1.0F, 1.0F), 0.0F});
  }
  c.in(in);
  c.out(out, {.ulps = 4, .absolute = 1e-6});
}

void describeGeometric(Case &c) {
  auto in = fractions<float>(8 * c.items(), -4.0, 4.0);
  std::vector<float> out;
  for (size_t i = 0; i < in.size(); i += 8) {
    std::array<double, 4> a{};
    std::array<double, 4> b{};
    for (size_t k = 0; k < 4; ++k) {
      a[k] = static_cast<double>(in[i + k]);
      b[k] = static_cast<double>(in[i + 4 + k]);
    }
    auto length = [](double x, double y, double z = 0, double w = 0) {
      return std::sqrt(x * x + y * y + z * z + w * w);
    };
    double whole = length(a[0], a[1], a[2], a[3]);
    double plane = length(a[0], a[1]);
    for (double value : {a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], a[0] * b[0] + a[1] * b[1],
                         length(a[0], a[1], a[2]), length(a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]),
                         a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], a[0] / whole,
                         a[1] / whole, a[2] / whole, a[3] / whole, whole, a[0] / plane, a[1] / plane})
      out.push_back(static_cast<float>(value));
  }
  c.in(in);
  // fast_length and fast_normalize: 8192 units; sums may cancel, which is what the absolute bound is for.
  c.out(out, {.ulps = 8192, .absolute = 2e-5});
}

} // namespace

Shapes commonBuiltinShapes() {
  return {
      {.name = "common-functions", .ranges = flatLines(), .describe = describeCommon},
      {.name = "geometric-functions", .ranges = flatLines(), .describe = describeGeometric},
  };
}

} // namespace weft::exectest
