// Astronomy: degrid vis.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Predicts visibilities from a uv grid by convolutional degridding. */
#define SUPPORT 7
#define OVERSAMPLE 8

__kernel void degrid_vis(__global const float2 *grid, __global const float *u,
                         __global const float *v, __constant float *taper,
                         __global const float *w, __global float2 *vis,
                         int count, int size)
{
    int id = get_global_id(0);
    if (id >= count)
        return;
    float uu = u[id], vv = v[id];
    int iu = (int)floor(uu), iv = (int)floor(vv);
    int ou = (int)((uu - (float)iu) * OVERSAMPLE);
    int ov = (int)((vv - (float)iv) * OVERSAMPLE);

    float2 sum = (float2)(0.0f, 0.0f);
    float norm = 0.0f;
    for (int y = 0; y < SUPPORT; y++) {
        float ty = taper[ov * SUPPORT + y];
        int row = (iv + y - SUPPORT / 2) * size + iu - SUPPORT / 2;
        for (int x = 0; x < SUPPORT; x++) {
            float k = ty * taper[ou * SUPPORT + x];
            sum += k * grid[row + x];
            norm += k;
        }
    }
    sum /= norm;
    // w-term phase rotation
    float c, s = sincos(6.2831853f * w[id], &c);
    vis[id] = (float2)(sum.x * c - sum.y * s, sum.x * s + sum.y * c);
}
