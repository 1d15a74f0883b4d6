// Robotics: icp nearest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ICP correspondence search: transforms each source point, then finds its nearest
   target point by brute force over tiles in local memory. */
__kernel void icp_nearest(__global const float4 *source, __global const float4 *target,
                          __constant float4 *pose, __global int *match,
                          __global float *distance2, __local float4 *tile,
                          int sources, int targets, float maxDistance2)
{
    int gid = get_global_id(0), lid = get_local_id(0), n = get_local_size(0);
    float4 p = source[min(gid, sources - 1)];
    p.w = 1.0f;
    float4 q = (float4)(dot(pose[0], p), dot(pose[1], p), dot(pose[2], p), 0.0f);

    float best = maxDistance2;
    int arg = -1;
    for (int base = 0; base < targets; base += n) {
        tile[lid] = base + lid < targets ? target[base + lid] : (float4)(1e18f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < n; k++) {
            float3 d = tile[k].xyz - q.xyz;
            float d2 = dot(d, d);
            if (d2 < best) {
                best = d2;
                arg = base + k;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gid < sources) {
        match[gid] = arg;
        distance2[gid] = best;
    }
}
