// Geospatial: viewshed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Which cells can the observer see? Each item walks the sight line to its cell. */
__kernel void viewshed(__global const float *dem, __global uchar *visible,
                       int width, int height, int ox, int oy, float eye, float curvature)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    int dx = x - ox, dy = y - oy;
    int steps = max(abs(dx), abs(dy));
    float z0 = dem[oy * width + ox] + eye;
    float dist2 = (float)(dx * dx + dy * dy);
    float target = dem[y * width + x] - curvature * dist2;

    uchar seen = 1;
    for (int s = 1; s < steps; s++) {
        float t = (float)s / (float)steps;
        float fx = ox + t * dx, fy = oy + t * dy;
        int ix = min((int)fx, width - 2), iy = min((int)fy, height - 2);
        float ax = fx - ix, ay = fy - iy;
        __global const float *p = dem + iy * width + ix;
        float ground = mix(mix(p[0], p[1], ax), mix(p[width], p[width + 1], ax), ay);
        ground -= curvature * dist2 * t * t;
        if (ground > z0 + t * (target - z0)) {
            seen = 0;
            break;
        }
    }
    visible[y * width + x] = seen;
}
