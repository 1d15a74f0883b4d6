// Genomics: sw band.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Banded Smith-Waterman with affine gaps. One work-item aligns one pair. */
#define HALF 8
#define BAND (2 * HALF + 1)
#define NEG (-100000)

__kernel void sw_band(__global const uchar *queries, __global const uchar *targets,
                      __global int *bestScore, __global int *bestEnd,
                      int len, int pairs, int match, int mismatch, int gapOpen, int gapExtend)
{
    int id = (int)get_global_id(0);
    if (id >= pairs)
        return;
    __global const uchar *q = queries + id * len;
    __global const uchar *t = targets + id * len;

    int h[BAND + 1], e[BAND + 1];
    for (int b = 0; b <= BAND; b++) {
        h[b] = 0;
        e[b] = NEG;
    }

    int best = 0, where = -1;
    for (int i = 0; i < len; i++) {
        int f = NEG, left = 0;
        uchar qc = q[i];
        for (int b = 0; b < BAND; b++) {
            int j = i + b - HALF;
            if (j < 0 || j >= len) {
                h[b] = 0;
                e[b] = NEG;
                left = 0;
                continue;
            }
            int diag = h[b];
            int up = h[b + 1];
            e[b] = max(e[b + 1] - gapExtend, up - gapOpen);
            f = max(f - gapExtend, left - gapOpen);
            int s = diag + (qc == t[j] ? match : -mismatch);
            s = max(max(s, 0), max(e[b], f));
            h[b] = s;
            left = s;
            if (s > best) {
                best = s;
                where = i * len + j;
            }
        }
    }
    bestScore[id] = best;
    bestEnd[id] = where;
}
