// Text: substring find.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Counts the occurrences of several patterns in a text and finds each one's first. */
__kernel void substring_find(__global const uchar *text, __constant uchar *patterns,
                             __constant int *patternLen, __global uint *count,
                             __global uint *first, uint textLen, uint perItem,
                             int patternCount, int patternPitch)
{
    uint begin = get_global_id(0) * perItem;
    uint end = min(begin + perItem, textLen);
    for (int k = 0; k < patternCount; k++) {
        uint len = patternLen[k];
        __constant uchar *pat = patterns + k * patternPitch;
        uint hits = 0, earliest = 0xFFFFFFFFu;
        for (uint at = begin; at < end && at + len <= textLen; at++) {
            uint i = 0;
            while (i < len && text[at + i] == pat[i])
                i++;
            if (i == len) {
                hits++;
                earliest = min(earliest, at);
            }
        }
        if (hits) {
            atomic_add(&count[k], hits);
            atomic_min(&first[k], earliest);
        }
    }
}
