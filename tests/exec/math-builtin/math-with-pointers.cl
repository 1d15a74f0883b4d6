// Functions with a second result through a pointer, to private, local and global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void math_with_pointers(global const float *in, global float *out, global int *whole, local float *tile) {
  size_t i = get_global_id(0), l = get_local_id(0);
  float x = in[i], integral, cosine;
  int exponent, quotient;
  global float *row = out + i * 7;
  row[0] = modf(x, &integral);
  row[1] = integral;
  row[2] = frexp(x, &exponent);
  row[3] = remquo(x, 1.5f, &quotient);
  row[4] = sincos(x, &tile[l]);
  row[5] = tile[l];
  row[6] = fract(x, &row[6]);
  whole[4 * i] = exponent;
  whole[4 * i + 1] = quotient & 7;
  whole[4 * i + 2] = ilogb(x);
  whole[4 * i + 3] = (int)ldexp(x, 5);
}
