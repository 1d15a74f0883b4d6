// Video: lk flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Lucas-Kanade optical flow, one level, 5x5 window. */
__kernel void lk_flow(__global const uchar *prev, __global const uchar *next,
                      __global float2 *flow, int width, int height, float minEigen)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) {
        flow[y * width + x] = (float2)(0.0f, 0.0f);
        return;
    }
    float xx = 0.0f, xy = 0.0f, yy = 0.0f, xt = 0.0f, yt = 0.0f;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            int at = (y + j) * width + x + i;
            float ix = 0.5f * ((float)prev[at + 1] - (float)prev[at - 1]);
            float iy = 0.5f * ((float)prev[at + width] - (float)prev[at - width]);
            float it = (float)next[at] - (float)prev[at];
            xx += ix * ix;
            xy += ix * iy;
            yy += iy * iy;
            xt += ix * it;
            yt += iy * it;
        }
    float det = xx * yy - xy * xy;
    float half_trace = 0.5f * (xx + yy);
    float eigen = half_trace - sqrt(fmax(half_trace * half_trace - det, 0.0f));
    if (eigen < minEigen)
        flow[y * width + x] = (float2)(0.0f, 0.0f);
    else
        flow[y * width + x] = (float2)((xy * yt - yy * xt) / det, (xy * xt - xx * yt) / det);
}
