// Image codecs: huff decode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Decodes restart intervals of a Huffman-coded stream, one per work-item.
   table entry: length in the low 4 bits, symbol above. Symbol: run << 4 | size. */
#define PEEK 10

__kernel void huff_decode(__global const uchar *stream, __global const ushort *table,
                          __global short *out, __global int *produced,
                          int bytesPerSegment, int maxSymbols)
{
    int seg = get_global_id(0);
    __global const uchar *in = stream + seg * bytesPerSegment;
    __global short *dst = out + seg * maxSymbols;
    ulong bits = 0;
    int have = 0, next = 0, n = 0;

    while (n < maxSymbols) {
        while (have <= 32 && next < bytesPerSegment) {
            bits = (bits << 8) | in[next++];
            have += 8;
        }
        if (have < 26)
            break;
        uint look = (uint)(bits >> (have - PEEK)) & ((1u << PEEK) - 1u);
        uint entry = table[look];
        int length = 1 + (int)(entry & 15u) % PEEK;
        have -= length;
        int run = (int)(entry >> 8) & 3;
        int size = (int)(entry >> 4) & 15;
        if (size == 0 && run == 3)
            break; // end of block
        for (int z = 0; z < run && n < maxSymbols; z++)
            dst[n++] = 0;
        if (n >= maxSymbols)
            break;
        int value = 0;
        if (size > 0) {
            value = (int)((bits >> (have - size)) & ((1ul << size) - 1ul));
            have -= size;
            if (value < (1 << (size - 1)))
                value += 1 - (1 << size);
        }
        dst[n++] = (short)value;
    }
    produced[seg] = n;
    for (; n < maxSymbols; n++)
        dst[n] = 0;
}
