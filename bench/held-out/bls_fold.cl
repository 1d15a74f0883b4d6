// Astronomy: bls fold.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Box least squares: one trial frequency per work-item. Times are clock ticks,
   the frequency is a 32-bit fraction of a turn per tick. */
#define BINS 32

__kernel void bls_fold(__global const uint *tick, __global const float *flux,
                       __global const float *weight, __global const uint *frequency,
                       __global float *power, __global int *bestStart,
                       __global uchar *bestWidth, uint samples)
{
    uint id = get_global_id(0);
    uint f = frequency[id];
    float sum[BINS], wgt[BINS];
    for (int b = 0; b < BINS; b++) {
        sum[b] = 0.0f;
        wgt[b] = 0.0f;
    }
    float total = 0.0f, weightAll = 0.0f;
    for (uint i = 0; i < samples; i++) {
        uint bin = (tick[i] * f) >> 27;
        float w = weight[i];
        sum[bin] += w * flux[i];
        wgt[bin] += w;
        total += w * flux[i];
        weightAll += w;
    }

    float best = 0.0f;
    int where = -1, width = 0;
    for (int start = 0; start < BINS; start++) {
        float s = 0.0f, r = 0.0f;
        for (int k = 0; k < 6; k++) {
            int b = (start + k) & (BINS - 1);
            s += sum[b] - total / weightAll * wgt[b];
            r += wgt[b];
            if (r <= 0.0f || r >= weightAll)
                continue;
            float p = s * s / (r * (weightAll - r));
            if (p > best) {
                best = p;
                where = start;
                width = k + 1;
            }
        }
    }
    power[id] = best;
    bestStart[id] = where;
    bestWidth[id] = (uchar)width;
}
