// sin, cos, exp2, log2, atan2, sqrt and pow of each element; `b` is positive and so the results are finite.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void combine(__global const float *first, __global const float *second, __global float *out) {
  const size_t i = get_global_id(0);
  const float a = first[i];
  const float b = second[i];
  const float wave = sin(a) * cos(b);
  const float slope = exp2(-b) + log2(1.0f + b);
  const float angle = atan2(slope, a);
  out[i] = wave + pow(sqrt(b), angle - wave);
}
