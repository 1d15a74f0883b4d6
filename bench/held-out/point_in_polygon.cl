// Computational geometry: point in polygon.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Even-odd test of many points against one polygon, and the distance to its outline. */
__kernel void point_in_polygon(__global const float2 *points, __global const float2 *vertex,
                               __global uchar *inside, __global float *distance,
                               int count, int corners)
{
    int i = get_global_id(0);
    if (i >= count)
        return;
    float2 p = points[i];
    int in = 0;
    float near2 = FLT_MAX;
    float2 a = vertex[corners - 1];
    for (int k = 0; k < corners; k++) {
        float2 b = vertex[k];
        if ((a.y > p.y) != (b.y > p.y)) {
            float cross = (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
            if (p.x < cross)
                in ^= 1;
        }
        float2 ab = b - a, ap = p - a;
        float t = clamp(dot(ap, ab) / fmax(dot(ab, ab), 1e-12f), 0.0f, 1.0f);
        float2 off = ap - t * ab;
        near2 = fmin(near2, dot(off, off));
        a = b;
    }
    inside[i] = (uchar)in;
    distance[i] = in ? -sqrt(near2) : sqrt(near2);
}
