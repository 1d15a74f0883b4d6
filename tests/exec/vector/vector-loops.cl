// Vectors as loop-carried values and as results of functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float4 damped(float4 v, float by) { return v * by + v.yzwx; }

kernel void vector_loops(global const float4 *in, global float4 *out, int steps) {
  float4 v = in[get_global_id(0)];
  for (int k = 0; k < steps; ++k)
    v = damped(v, 0.5f);
  out[get_global_id(0)] = v;
}
