// Arrays whose elements are small groups of numbers, accessed number by number.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void product(__global const float *a, __global const float *b, __global float *c) {
  const size_t i = get_global_id(0);
  const float re = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
  const float im = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  c[2 * i] = re;
  c[2 * i + 1] = im;
}

__kernel void grey(__global const uchar *rgb, __global uchar *grey) {
  const size_t i = get_global_id(0);
  grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}

typedef struct {
  float x, y, z, mass;
} Body;

__kernel void step(__global const Body *bodies, __global const float *speeds, __global Body *moved, float seconds) {
  const size_t i = get_global_id(0);
  const float x = bodies[i].x + seconds * speeds[3 * i];
  const float y = bodies[i].y + seconds * speeds[3 * i + 1];
  const float z = bodies[i].z + seconds * speeds[3 * i + 2];
  moved[i].x = x;
  moved[i].y = y;
  moved[i].z = z;
}
