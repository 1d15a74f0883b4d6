// Comparisons and classification: 1 for scalars, -1 for vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void relational_functions(global const float *in, global int *out) {
  size_t i = get_global_id(0);
  float x = in[2 * i], y = in[2 * i + 1];
  float4 v = (float4)(x, y, x, 1.0f), w = (float4)(y, y, 2.0f, x);
  global int *row = out + i * 17;
  row[0] = isequal(x, y);
  row[1] = isnotequal(x, y);
  row[2] = isgreater(x, y);
  row[3] = islessequal(x, y);
  row[4] = islessgreater(x, y);
  row[5] = isfinite(x);
  row[6] = isinf(x);
  row[7] = isnan(x);
  row[8] = isnormal(x);
  row[9] = isordered(x, y);
  row[10] = isunordered(x, y);
  row[11] = signbit(x);
  vstore4(isless(v, w), 0, row + 12);
  row[16] = any(isnan(v)) * 2 + all(v == v);
}
