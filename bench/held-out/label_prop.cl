// Graph: label prop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One synchronous label-propagation step: the commonest label among the neighbours
   (the smallest one if tied) becomes the vertex's label. */
#define CAP 24

__kernel void label_prop(__global const int *rowStart, __global const int *column,
                         __global const int *label, __global int *newLabel,
                         __global uint *changed, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    int seen[CAP], votes[CAP];
    int kinds = 0;
    int own = label[v];
    for (int e = rowStart[v]; e < rowStart[v + 1]; e++) {
        int l = label[column[e]];
        int k = 0;
        while (k < kinds && seen[k] != l)
            k++;
        if (k < kinds) {
            votes[k]++;
        } else if (kinds < CAP) {
            seen[kinds] = l;
            votes[kinds] = 1;
            kinds++;
        }
    }
    int winner = own, most = 0;
    for (int k = 0; k < kinds; k++) {
        if (votes[k] > most || (votes[k] == most && seen[k] < winner)) {
            most = votes[k];
            winner = seen[k];
        }
    }
    newLabel[v] = winner;
    if (winner != own)
        atomic_inc(changed);
}
