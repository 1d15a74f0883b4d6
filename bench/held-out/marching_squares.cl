// Computational geometry: marching squares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Marching squares: per cell its case, and the first contour segment's end points. */
constant uchar segments[16][2] = {
    {0, 0}, {3, 0}, {0, 1}, {3, 1}, {1, 2}, {3, 0}, {0, 2}, {3, 2},
    {2, 3}, {2, 0}, {0, 1}, {2, 1}, {1, 3}, {1, 0}, {0, 3}, {0, 0}};

float2 edgePoint(int edge, float x, float y, float4 c, float iso)
{
    switch (edge) {
    case 0:
        return (float2)(x + (iso - c.x) / (c.y - c.x), y);
    case 1:
        return (float2)(x + 1.0f, y + (iso - c.y) / (c.z - c.y));
    case 2:
        return (float2)(x + (iso - c.w) / (c.z - c.w), y + 1.0f);
    default:
        return (float2)(x, y + (iso - c.x) / (c.w - c.x));
    }
}

__kernel void marching_squares(__global const float *field, __global uchar *cases,
                               __global float4 *segment, __global int *crossed,
                               int width, int height, float iso)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width - 1 || y >= height - 1)
        return;
    int at = y * width + x;
    float4 c = (float4)(field[at], field[at + 1], field[at + width + 1], field[at + width]);
    int kind = (c.x > iso) | (c.y > iso) << 1 | (c.z > iso) << 2 | (c.w > iso) << 3;
    cases[at] = (uchar)kind;
    if (kind == 0 || kind == 15) {
        segment[at] = (float4)(-1.0f);
        return;
    }
    float2 a = edgePoint(segments[kind][0], (float)x, (float)y, c, iso);
    float2 b = edgePoint(segments[kind][1], (float)x, (float)y, c, iso);
    segment[at] = (float4)(a, b);
    atomic_inc(&crossed[y]);
}
