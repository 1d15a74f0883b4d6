// Geospatial: dem slope.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Slope (degrees), aspect (degrees from north) and hillshade by Horn's method. */
__kernel void dem_slope(__global const float *dem, __global float *slope,
                        __global float *aspect, __global uchar *shade,
                        int width, int height, float cell, float sunAzimuth, float sunZenith)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    int at = y * width + x;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) {
        slope[at] = 0.0f;
        aspect[at] = -1.0f;
        shade[at] = 0;
        return;
    }
    float a = dem[at - width - 1], b = dem[at - width], c = dem[at - width + 1];
    float d = dem[at - 1], f = dem[at + 1];
    float g = dem[at + width - 1], h = dem[at + width], i = dem[at + width + 1];
    float dx = ((c + 2.0f * f + i) - (a + 2.0f * d + g)) / (8.0f * cell);
    float dy = ((g + 2.0f * h + i) - (a + 2.0f * b + c)) / (8.0f * cell);

    float rise = hypot(dx, dy);
    float steep = atan(rise);
    float facing = rise > 0.0f ? atan2(dy, -dx) : 0.0f;
    float compass = 90.0f - degrees(facing);
    if (compass < 0.0f)
        compass += 360.0f;
    slope[at] = degrees(steep);
    aspect[at] = compass;

    float lit = cos(sunZenith) * cos(steep) + sin(sunZenith) * sin(steep) * cos(sunAzimuth - facing);
    shade[at] = convert_uchar_sat_rte(255.0f * lit);
}
