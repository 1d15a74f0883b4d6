// The acceleration of each body by all others; xyz are the place, w is the mass.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__kernel void accelerate(__global const float4 *bodies, __global float4 *accelerations, int count) {
  const int i = get_global_id(0);
  const float4 me = bodies[i];
  float3 sum = (float3)(0.0f);
  for (int k = 0; k < count; ++k) {
    const float4 other = bodies[k];
    const float3 way = other.xyz - me.xyz;
    const float square = way.x * way.x + way.y * way.y + way.z * way.z + 0.01f;
    const float inverse = 1.0f / sqrt(square);
    sum += way * (other.w * inverse * inverse * inverse);
  }
  accelerations[i] = (float4)(sum, 0.0f);
}
