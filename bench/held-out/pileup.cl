// Genomics: pileup.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Per reference position: which reads cover it, and what base do they vote for? */
__kernel void pileup(__global const int *readStart, __global const uchar *bases,
                     __global const uchar *quals, __global uchar *consensus,
                     __global ushort *depth, __global float *confidence,
                     int reads, int readLen, int refLen, int minQual)
{
    int pos = get_global_id(0);
    if (pos >= refLen)
        return;

    // first read that starts after pos - readLen
    int lo = 0, hi = reads;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (readStart[mid] <= pos - readLen)
            lo = mid + 1;
        else
            hi = mid;
    }

    int votes[4] = {0, 0, 0, 0};
    int covered = 0;
    for (int r = lo; r < reads; r++) {
        int off = pos - readStart[r];
        if (off < 0)
            break;
        int q = quals[r * readLen + off];
        if (q < minQual)
            continue;
        votes[bases[r * readLen + off] & 3] += q;
        covered++;
    }

    int arg = 0, sum = votes[0];
    for (int b = 1; b < 4; b++) {
        sum += votes[b];
        if (votes[b] > votes[arg])
            arg = b;
    }
    consensus[pos] = covered ? "ACGT"[arg] : 'N';
    depth[pos] = (ushort)covered;
    confidence[pos] = sum ? (float)votes[arg] / (float)sum : 0.0f;
}
