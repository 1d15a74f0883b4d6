// Computational geometry: bvh traverse.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Closest hit of rays with spheres under an implicit complete binary tree of boxes.
   The children of node i are 2i+1 and 2i+2; node sizes halve every five levels. */
__kernel void bvh_traverse(__global const float4 *origin, __global const float4 *direction,
                           __global const float4 *centre, __global const float4 *sphere,
                           __global float *hitT, __global int *hitId, __global ushort *visits,
                           int inner, int rays, float margin, float radiusScale, float far)
{
    int id = get_global_id(0);
    if (id >= rays)
        return;
    float3 o = origin[id].xyz;
    float3 d = normalize(direction[id].xyz);
    float3 inv = 1.0f / d;
    float best = far;
    int which = -1;
    ushort seen = 0;

    int stack[32];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        int node = stack[--depth];
        seen++;
        if (node >= inner) {
            float4 s = sphere[node - inner];
            float3 oc = s.xyz - o;
            float b = dot(oc, d), radius = radiusScale * s.w;
            float disc = b * b - dot(oc, oc) + radius * radius;
            if (disc < 0.0f)
                continue;
            float t = b - sqrt(disc);
            if (t > 0.0f && t < best) {
                best = t;
                which = node - inner;
            }
            continue;
        }
        int level = 31 - clz(node + 1);
        float extent = (margin + centre[node].w) * exp2(-0.2f * (float)level);
        float3 lo = (centre[node].xyz - extent - o) * inv;
        float3 hi = (centre[node].xyz + extent - o) * inv;
        float3 tmin = fmin(lo, hi), tmax = fmax(lo, hi);
        float enter = fmax(fmax(tmin.x, tmin.y), fmax(tmin.z, 0.0f));
        float leave = fmin(fmin(tmax.x, tmax.y), fmin(tmax.z, best));
        if (enter > leave)
            continue;
        stack[depth++] = 2 * node + 2;
        stack[depth++] = 2 * node + 1;
    }
    hitT[id] = best;
    hitId[id] = which;
    visits[id] = seen;
}
