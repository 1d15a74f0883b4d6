// Second results through pointers and relational functions, on zeros, subnormal numbers, infinities and NaNs: their bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int bits(float x) { return isnan(x) ? 0x7fc00000 : as_int(x); }
long wideBits(double x) { return isnan(x) ? 0x7ff8000000000000 : as_long(x); }
#define RELATIONS(x, y)                                                                                                \
  (isequal(x, y) | isnotequal(x, y) << 1 | isgreater(x, y) << 2 | isgreaterequal(x, y) << 3 | isless(x, y) << 4 |      \
   islessequal(x, y) << 5 | islessgreater(x, y) << 6 | isordered(x, y) << 7 | isunordered(x, y) << 8 |                 \
   isnan(x) << 9 | isinf(x) << 10 | isfinite(x) << 11 | isnormal(x) << 12 | signbit(x) << 13)
kernel void parts_of_edge_values(global const float *in, global const double *wide, global int *out, global long *wideOut) {
  size_t i = get_global_id(0);
  float x = in[2 * i], y = in[2 * i + 1], second;
  global int *row = out + i * 12;
  int exponent;
  row[0] = bits(fract(x, &second));
  row[1] = bits(second);
  row[2] = bits(modf(x, &second));
  row[3] = bits(second);
  row[4] = bits(frexp(x, &exponent));
  row[5] = exponent;
  row[6] = RELATIONS(x, y);
  float4 v = (float4)(x, y, 1.5f, -x), seconds;
  int4 exponents;
  row[7] = bits(fract(v, &seconds).y) ^ bits(seconds.w);
  row[8] = bits(modf(v, &seconds).y) ^ bits(seconds.w);
  row[9] = bits(frexp(v, &exponents).y) ^ exponents.w;
  int4 truths = isless(v, v.yxwz) + isnan(v) * 2 + signbit(v) * 4 + isnormal(v) * 8;
  row[10] = truths.x * 1000 + truths.w;
  row[11] = x > 0.0f ? RELATIONS(y, x) : -1;
  double d = wide[2 * i], e = wide[2 * i + 1], wideSecond;
  global long *wideRow = wideOut + i * 7;
  wideRow[0] = wideBits(fract(d, &wideSecond));
  wideRow[1] = wideBits(wideSecond);
  wideRow[2] = wideBits(modf(d, &wideSecond));
  wideRow[3] = wideBits(wideSecond);
  wideRow[4] = wideBits(frexp(d, &exponent));
  wideRow[5] = exponent;
  wideRow[6] = RELATIONS(d, e);
}
