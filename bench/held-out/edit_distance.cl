// Text: edit distance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Levenshtein distance of word pairs with a cut-off; one pair per work-item. */
#define MAXLEN 24

__kernel void edit_distance(__global const uchar *left, __global const uchar *right,
                            __global const uchar *leftLen, __global const uchar *rightLen,
                            __global uchar *distance, int pairs, int cutoff)
{
    int id = get_global_id(0);
    if (id >= pairs)
        return;
    const __global uchar *a = left + id * MAXLEN, *b = right + id * MAXLEN;
    int la = leftLen[id], lb = rightLen[id];
    int gap = la > lb ? la - lb : lb - la;
    if (gap > cutoff) {
        distance[id] = 255;
        return;
    }
    uchar row[MAXLEN + 1];
    for (int j = 0; j <= lb; j++)
        row[j] = (uchar)j;
    for (int i = 1; i <= la; i++) {
        uchar diag = row[0];
        row[0] = (uchar)i;
        uchar least = row[0];
        for (int j = 1; j <= lb; j++) {
            uchar cost = (uchar)(diag + (a[i - 1] != b[j - 1]));
            diag = row[j];
            row[j] = min(cost, (uchar)(min(row[j], row[j - 1]) + 1));
            least = min(least, row[j]);
        }
        if (least > cutoff) {
            distance[id] = 255;
            return;
        }
    }
    distance[id] = row[lb];
}
