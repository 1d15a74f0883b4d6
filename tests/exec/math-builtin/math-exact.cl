// Functions with one right answer, on ordinary and special numbers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ONE(f) *row++ = f(x);
#define TWO(f) *row++ = f(x, y);

kernel void math_exact(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[2 * i], y = in[2 * i + 1];
  global float *row = out + i * 14;
  ONE(floor) ONE(ceil) ONE(trunc) ONE(rint) ONE(round) ONE(fabs)
  TWO(fmin) TWO(fmax) TWO(copysign) TWO(fmod) TWO(remainder) TWO(nextafter) TWO(fdim)
  *row++ = fma(x, y, 1.0f);
}
