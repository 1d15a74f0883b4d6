// Machine learning: layer norm.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Layer normalisation: one work-group per row, tree reductions in local memory. */
__kernel void layer_norm(__global const float *x, __global const float *gamma,
                         __global const float *beta, __global float *y,
                         __local float *scratch, int width, float eps)
{
    int lid = get_local_id(0), n = get_local_size(0);
    __global const float *row = x + get_group_id(0) * width;

    float s = 0.0f;
    for (int i = lid; i < width; i += n)
        s += row[i];
    scratch[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = n / 2; k > 0; k >>= 1) {
        if (lid < k)
            scratch[lid] += scratch[lid + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float mean = scratch[0] / width;
    barrier(CLK_LOCAL_MEM_FENCE);

    float v = 0.0f;
    for (int i = lid; i < width; i += n) {
        float d = row[i] - mean;
        v += d * d;
    }
    scratch[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = n / 2; k > 0; k >>= 1) {
        if (lid < k)
            scratch[lid] += scratch[lid + k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float inv = rsqrt(scratch[0] / width + eps);

    for (int i = lid; i < width; i += n)
        y[get_group_id(0) * width + i] = (row[i] - mean) * inv * gamma[i] + beta[i];
}
