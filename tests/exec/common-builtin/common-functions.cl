// clamp, mix, step, smoothstep, sign, degrees, radians on scalars and vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void common_functions(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  global float *row = out + i * 12;
  row[0] = clamp(x, -1.0f, 2.0f);
  row[1] = mix(1.0f, 5.0f, x);
  row[2] = step(0.5f, x);
  row[3] = smoothstep(-2.0f, 2.0f, x);
  row[4] = sign(x);
  row[5] = degrees(x);
  row[6] = radians(x);
  row[7] = max(x, 0.25f);
  vstore4(clamp((float4)(x, -x, 2 * x, 0), -1.0f, 1.0f), 0, row + 8);
}
