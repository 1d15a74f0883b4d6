// Machine learning: embedding bag.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Mean of embedding rows per bag, weighted; four dimensions per work-item. */
__kernel void embedding_bag(__global const float4 *table, __global const int *index,
                            __global const float *weight, __global const int *offset,
                            __global float4 *out, int bags)
{
    int d = get_global_id(0);
    int bag = get_global_id(1);
    int dim4 = get_global_size(0);
    if (bag >= bags)
        return;
    int first = offset[bag], last = offset[bag + 1];
    float4 sum = (float4)(0.0f);
    for (int i = first; i < last; i++)
        sum = mad((float4)(weight[i]), table[(size_t)index[i] * dim4 + d], sum);
    if (last > first)
        sum /= (float)(last - first);
    out[bag * dim4 + d] = sum;
}
