// Databases: bitmap filter.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Evaluates WHERE price BETWEEN lo AND hi AND (qty < q OR flag = f) into a bitmap;
   each item fills one 32-bit word. Counts the selected rows. */
__kernel void bitmap_filter(__global const int *price, __global const short *qty,
                            __global const uchar *flag, __global uint *bitmap,
                            __global uint *selected, int words, int lo, int hi, int q, int f)
{
    int w = get_global_id(0);
    if (w >= words)
        return;
    uint bits = 0;
    for (int b = 0; b < 32; b++) {
        int row = w * 32 + b;
        int p = price[row];
        if (p >= lo && p <= hi && (qty[row] < q || flag[row] == f))
            bits |= 1u << b;
    }
    bitmap[w] = bits;
    if (bits)
        atomic_add(selected, popcount(bits));
}
