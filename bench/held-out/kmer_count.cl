// Genomics: kmer count.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Counts canonical k-mers of a 2-bit-coded sequence in a table of hashed counters. */
__kernel void kmer_count(__global const uchar *seq, __global uint *counts,
                         uint total, uint perItem, uint k, uint tableMask)
{
    uint first = (uint)get_global_id(0) * perItem;
    if (first >= total)
        return;
    uint last = min(first + perItem, total);
    uint mask = (1u << (2 * k)) - 1u;
    uint shift = 2 * (k - 1);

    uint fwd = 0, rev = 0;
    for (uint i = 0; i + 1 < k; i++) {
        uint c = seq[first + i] & 3u;
        fwd = ((fwd << 2) | c) & mask;
        rev = (rev >> 2) | ((3u - c) << shift);
    }
    for (uint p = first; p < last; p++) {
        uint c = seq[p + k - 1] & 3u;
        fwd = ((fwd << 2) | c) & mask;
        rev = (rev >> 2) | ((3u - c) << shift);
        uint canon = min(fwd, rev);
        uint slot = (canon * 0x9E3779B1u) >> 13;
        atomic_inc(&counts[slot & tableMask]);
    }
}
