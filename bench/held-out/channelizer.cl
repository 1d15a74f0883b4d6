// Signal: channelizer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Polyphase filter bank: 64 channels, 8 taps per branch; a work-group per output block. */
#define CH 64
#define TAPS 8

__kernel __attribute__((reqd_work_group_size(CH, 1, 1)))
void channelizer(__global const short2 *iq, __constant float *prototype,
                 __global float2 *channels, int blocks)
{
    __local float2 branch[CH];
    __local float2 twiddle[CH];
    int k = get_local_id(0), block = get_group_id(0);

    float c, s = sincos(-6.28318531f * (float)k / CH, &c);
    twiddle[k] = (float2)(c, s);
    float2 acc = (float2)(0.0f);
    for (int t = 0; t < TAPS; t++)
        acc += prototype[t * CH + k] * convert_float2(iq[(block + t) * CH + k]);
    branch[k] = acc;
    barrier(CLK_LOCAL_MEM_FENCE);

    float2 out = (float2)(0.0f);
    for (int n = 0; n < CH; n++) {
        float2 w = twiddle[(n * k) % CH];
        float2 b = branch[n];
        out.x += b.x * w.x - b.y * w.y;
        out.y += b.x * w.y + b.y * w.x;
    }
    channels[k * blocks + block] = out; // corner turn: one time series per channel
}
