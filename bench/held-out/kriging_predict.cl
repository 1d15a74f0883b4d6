// Geospatial: kriging predict.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Kriging prediction on a raster with an exponential variogram; stations are
   staged through local memory in tiles of one work-group. x, y, value, dual weight. */
__kernel void kriging_predict(__global const float4 *station, __global float *field,
                              __global float *nearest, __local float4 *tile,
                              int stations, int width, float sill, float range, float mean)
{
    int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    int group = get_local_size(0) * get_local_size(1);
    float px = (float)get_global_id(0), py = (float)get_global_id(1);
    float estimate = mean, closest = 1e30f;

    for (int base = 0; base < stations; base += group) {
        if (base + lid < stations)
            tile[lid] = station[base + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        int n = min(group, stations - base);
        for (int k = 0; k < n; k++) {
            float4 s = tile[k];
            float h = sqrt((s.x - px) * (s.x - px) + (s.y - py) * (s.y - py));
            estimate += s.w * sill * exp(-3.0f * h / range);
            closest = fmin(closest, h);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    size_t at = get_global_id(1) * width + get_global_id(0);
    field[at] = estimate;
    nearest[at] = closest;
}
