// Audio: stft power.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Short-time power spectrum: Hann window, direct DFT with a rotating phasor. */
#define FRAME 256

__kernel void stft_power(__global const short *pcm, __global float *power,
                         __local float *frame, int hop, float floorDb)
{
    int bin = get_local_id(0);
    int bins = get_local_size(0);
    int f = get_group_id(0);

    for (int i = bin; i < FRAME; i += bins) {
        float window = 0.5f - 0.5f * cospi(2.0f * i / FRAME);
        frame[i] = window * (float)pcm[f * hop + i] / 32768.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    float c, s = sincos(-6.28318531f * (float)bin / FRAME, &c);
    float wr = 1.0f, wi = 0.0f, re = 0.0f, im = 0.0f;
    for (int i = 0; i < FRAME; i++) {
        re += frame[i] * wr;
        im += frame[i] * wi;
        float t = wr * c - wi * s;
        wi = wr * s + wi * c;
        wr = t;
    }
    float db = 10.0f * log10(re * re + im * im + 1e-12f);
    power[f * bins + bin] = fmax(db, floorDb);
}
