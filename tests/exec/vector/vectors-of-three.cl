// Vectors of three take the room of four; the fourth element of the destination stays.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vectors_of_three(global const float3 *in, global float3 *out) {
  size_t i = get_global_id(0);
  float3 v = in[i];
  out[i] = (float3)(v.zy, v.x) + (float3)(1.0f, 2.0f, 3.0f) * v.y;
}
