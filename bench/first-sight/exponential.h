// An exponential function that compilers vectorise, for the C++ beside the kernels of several fields.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>

/// e to the power x, within about two units in the last place; x is limited to the range without infinities and
/// denormals.
inline float exponential(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = x > 88.0f ? 88.0f : x;
  float power = std::nearbyint(x * 1.44269504f);
  float rest = x - power * 0.693359375f + power * 2.12194440e-4f;
  float series = 1.0f / 5040;
  series = series * rest + 1.0f / 720;
  series = series * rest + 1.0f / 120;
  series = series * rest + 1.0f / 24;
  series = series * rest + 1.0f / 6;
  series = series * rest + 0.5f;
  series = series * rest + 1.0f;
  series = series * rest + 1.0f;
  return series * std::bit_cast<float>((int32_t(power) + 127) << 23);
}
