// Eight floats at a time, for the C++ beside the kernels that trace and march rays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <cstdint>
#include <cstring>

typedef float Floats __attribute__((vector_size(32)));
typedef int32_t Mask __attribute__((vector_size(32)));
constexpr int LANES = 8;

inline Floats squareRoot(Floats x) { return __builtin_elementwise_sqrt(x); }
inline Floats least(Floats a, Floats b) { return a < b ? a : b; }
inline Floats most(Floats a, Floats b) { return a > b ? a : b; }
inline Floats absolute(Floats x) { return __builtin_elementwise_abs(x); }
inline Floats lowered(Floats x) { return __builtin_elementwise_floor(x); }
inline bool any(Mask mask) { return __builtin_reduce_or(mask) != 0; }
inline Floats all(float x) { return Floats{} + x; }

inline Floats load(const float *from) {
  Floats value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Eight points or directions.
struct Points {
  Floats x, y, z;
};

inline Points operator+(Points a, Points b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Points operator*(Floats s, Points a) { return {s * a.x, s * a.y, s * a.z}; }
inline Floats dot(Points a, Points b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Floats length(Points a) { return squareRoot(dot(a, a)); }
inline Points normalized(Points a) { return (1.0f / length(a)) * a; }

/// first, first + 1, ...
inline Floats counted(float first) { return Floats{0, 1, 2, 3, 4, 5, 6, 7} + first; }
