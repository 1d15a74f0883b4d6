// Machine learning: attention online.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Causal attention with an online softmax; one work-item per (query, head). */
#define D 32

__kernel void attention_online(__global const float *Q, __global const float *K,
                               __global const float *V, __global float *O,
                               int tokens, float scale)
{
    int t = get_global_id(0);
    int head = get_global_id(1);
    if (t >= tokens)
        return;
    size_t base = (size_t)head * tokens * D;
    float q[D], acc[D];
    for (int d = 0; d < D; d++) {
        q[d] = Q[base + t * D + d] * scale;
        acc[d] = 0.0f;
    }
    float m = -INFINITY, l = 0.0f;
    for (int j = 0; j <= t; j++) {
        float s = 0.0f;
        for (int d = 0; d < D; d++)
            s += q[d] * K[base + j * D + d];
        float mNew = fmax(m, s);
        float keep = exp(m - mNew);
        float p = exp(s - mNew);
        l = l * keep + p;
        for (int d = 0; d < D; d++)
            acc[d] = acc[d] * keep + p * V[base + j * D + d];
        m = mNew;
    }
    for (int d = 0; d < D; d++)
        O[base + t * D + d] = acc[d] / l;
}
