// Signal: ldpc minsum.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* LDPC check-node update, offset min-sum; one check per work-item, edges transposed. */
#define DEGREE 8

__kernel void ldpc_minsum(__global const float *llr, __global const int *variable,
                          __global const float *oldMessage, __global float *newMessage,
                          __global uchar *parity, int checks, float offset)
{
    int c = get_global_id(0);
    if (c >= checks)
        return;
    float in[DEGREE];
    float min1 = FLT_MAX, min2 = FLT_MAX;
    int at = 0;
    uint sign = 0, hard = 0;
    for (int e = 0; e < DEGREE; e++) {
        float total = llr[variable[e * checks + c]];
        in[e] = total - oldMessage[e * checks + c];
        float mag = fabs(in[e]);
        sign ^= signbit(in[e]) ? 1u : 0u;
        hard ^= total < 0.0f ? 1u : 0u;
        if (mag < min1) {
            min2 = min1;
            min1 = mag;
            at = e;
        } else if (mag < min2) {
            min2 = mag;
        }
    }
    for (int e = 0; e < DEGREE; e++) {
        float mag = fmax((e == at ? min2 : min1) - offset, 0.0f);
        uint negative = sign ^ (signbit(in[e]) ? 1u : 0u);
        newMessage[e * checks + c] = negative ? -mag : mag;
    }
    parity[c] = (uchar)hard;
}
