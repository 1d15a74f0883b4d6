// dot, cross, length, distance, normalize.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void geometric_functions(global const float4 *in, global float *out) {
  size_t i = get_global_id(0);
  float4 a = in[2 * i], b = in[2 * i + 1];
  global float *row = out + i * 14;
  row[0] = dot(a, b);
  row[1] = dot(a.xy, b.xy);
  row[2] = length(a.xyz);
  row[3] = distance(a, b);
  vstore3(cross(a.xyz, b.xyz), 0, row + 4);
  vstore4(normalize(a), 0, row + 7);
  row[11] = fast_length(a);
  vstore2(fast_normalize(a.xy), 0, row + 12);
}
