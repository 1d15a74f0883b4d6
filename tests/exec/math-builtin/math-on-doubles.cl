// Functions on double and vectors of double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define ONE(f) *row++ = f(x);

kernel void math_on_doubles(global const double *in, global double *out) {
  size_t i = get_global_id(0);
  double x = in[i];
  global double *row = out + i * 14;
  ONE(sin) ONE(cos) ONE(tan) ONE(exp) ONE(log) ONE(sqrt) ONE(cbrt) ONE(floor) ONE(atan) ONE(tanh)
  vstore2(pow((double2)(x, 2.0), (double2)(1.5, x)), 0, row);
  row[2] = fma(x, x, -1.0);
  row[3] = rint(x);
}
