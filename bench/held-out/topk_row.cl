// Machine learning: topk row.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The eight largest of each row, in order, with their columns. One item per row. */
#define TOP 8

__kernel void topk_row(__global const float *score, __global float *topValue,
                       __global ushort *topIndex, int rows, int cols)
{
    int r = get_global_id(0);
    if (r >= rows)
        return;
    float best[TOP];
    int which[TOP];
    for (int k = 0; k < TOP; k++) {
        best[k] = -FLT_MAX;
        which[k] = 0;
    }
    for (int c = 0; c < cols; c++) {
        float v = score[r * cols + c];
        if (v <= best[TOP - 1])
            continue;
        int k = TOP - 1;
        while (k > 0 && best[k - 1] < v) {
            best[k] = best[k - 1];
            which[k] = which[k - 1];
            k--;
        }
        best[k] = v;
        which[k] = c;
    }
    for (int k = 0; k < TOP; k++) {
        topValue[r * TOP + k] = best[k];
        topIndex[r * TOP + k] = (ushort)which[k];
    }
}
