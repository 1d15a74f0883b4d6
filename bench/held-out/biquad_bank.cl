// Audio: biquad bank.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Cascade of biquads (transposed direct form II); interleaved channels, one per item. */
#define SECTIONS 3

__kernel void biquad_bank(__global const float *in, __global float *out,
                          __global const float *coef, __global float *peak,
                          int channels, int samples)
{
    int ch = get_global_id(0);
    float b0[SECTIONS], b1[SECTIONS], b2[SECTIONS], a1[SECTIONS], a2[SECTIONS];
    float z1[SECTIONS], z2[SECTIONS];
    for (int s = 0; s < SECTIONS; s++) {
        __global const float *c = coef + (ch * SECTIONS + s) * 5;
        b0[s] = c[0];
        b1[s] = c[1];
        b2[s] = c[2];
        a1[s] = c[3];
        a2[s] = c[4];
        z1[s] = z2[s] = 0.0f;
    }
    float loudest = 0.0f;
    for (int n = 0; n < samples; n++) {
        float x = in[n * channels + ch];
        for (int s = 0; s < SECTIONS; s++) {
            float y = b0[s] * x + z1[s];
            z1[s] = b1[s] * x - a1[s] * y + z2[s];
            z2[s] = b2[s] * x - a2[s] * y;
            x = y;
        }
        out[n * channels + ch] = x;
        loudest = fmax(loudest, fabs(x));
    }
    peak[ch] = loudest;
}
