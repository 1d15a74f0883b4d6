// Vectors of three that are kept in local memory and in a private array begin as constants; then as another type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void vectors_of_three_kept(global const float4 *in, global float4 *out, global uint *fourth) {
  local float3 shared[1024];
  const size_t i = get_global_id(0), l = get_local_id(0), last = get_local_size(0) - 1;
  shared[l] = (float3)(1, 2, 3);
  barrier(CLK_LOCAL_MEM_FENCE);
  float3 own[4];
  for (int k = 0; k < 4; ++k)
    own[k] = (float3)(0);
  own[(int)in[i].w & 3] = in[i].xyz;
  shared[last - l] += own[0] + own[1] + own[2] + own[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float3 sum = shared[last - l];
  out[i] = (float4)(sum, shared[0].y + own[1].x);
  fourth[i] = as_uint((uchar3)(1, 2, 3)) + as_uint(l > 3 ? (uchar3)(4, 5, 6) : (uchar3)(7, 8, 9));
}
