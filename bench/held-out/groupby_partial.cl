// Databases: groupby partial.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* GROUP BY with per-work-group partial aggregates: count, sum, max. */
__kernel void groupby_partial(__global const ushort *key, __global const int *value,
                              __global uint *count, __global int *sum, __global int *top,
                              __local uint *lcount, __local int *lsum, __local int *ltop,
                              uint rows, uint groups)
{
    uint lid = get_local_id(0), lsz = get_local_size(0);
    for (uint g = lid; g < groups; g += lsz) {
        lcount[g] = 0;
        lsum[g] = 0;
        ltop[g] = INT_MIN;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint r = get_global_id(0); r < rows; r += get_global_size(0)) {
        uint g = key[r];
        int v = value[r];
        if (g >= groups)
            continue;
        atomic_inc(&lcount[g]);
        atomic_add(&lsum[g], v);
        atomic_max(&ltop[g], v);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint g = lid; g < groups; g += lsz) {
        if (lcount[g] == 0)
            continue;
        atomic_add(&count[g], lcount[g]);
        atomic_add(&sum[g], lsum[g]);
        atomic_max(&top[g], ltop[g]);
    }
}
