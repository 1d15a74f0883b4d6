// Cryptography: sha1 batch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* SHA-1 of many short messages (at most 119 bytes), one per work-item. */
__kernel void sha1_batch(__global const uchar *messages, __global const int *length,
                         __global uint *digest, int stride, int count)
{
    int id = get_global_id(0);
    if (id >= count)
        return;
    __global const uchar *msg = messages + id * stride;
    int len = length[id];
    int blocks = (len + 8) / 64 + 1;
    uint h0 = 0x67452301u, h1 = 0xEFCDAB89u, h2 = 0x98BADCFEu, h3 = 0x10325476u, h4 = 0xC3D2E1F0u;

    for (int blk = 0; blk < blocks; blk++) {
        uint w[16];
        for (int i = 0; i < 16; i++) {
            uint word = 0;
            for (int b = 0; b < 4; b++) {
                int at = blk * 64 + i * 4 + b;
                uint c = at < len ? msg[at] : (at == len ? 0x80u : 0u);
                word = (word << 8) | c;
            }
            w[i] = word;
        }
        if (blk == blocks - 1)
            w[15] = (uint)len * 8u;

        uint a = h0, b = h1, c = h2, d = h3, e = h4;
        for (int t = 0; t < 80; t++) {
            if (t >= 16) {
                uint mixed = w[(t + 13) & 15] ^ w[(t + 8) & 15] ^ w[(t + 2) & 15] ^ w[t & 15];
                w[t & 15] = rotate(mixed, 1u);
            }
            uint f, k;
            if (t < 20) {
                f = bitselect(d, c, b);
                k = 0x5A827999u;
            } else if (t < 40) {
                f = b ^ c ^ d;
                k = 0x6ED9EBA1u;
            } else if (t < 60) {
                f = (b & c) | (b & d) | (c & d);
                k = 0x8F1BBCDCu;
            } else {
                f = b ^ c ^ d;
                k = 0xCA62C1D6u;
            }
            uint tmp = rotate(a, 5u) + f + e + k + w[t & 15];
            e = d;
            d = c;
            c = rotate(b, 30u);
            b = a;
            a = tmp;
        }
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
    }
    digest[id * 5 + 0] = h0;
    digest[id * 5 + 1] = h1;
    digest[id * 5 + 2] = h2;
    digest[id * 5 + 3] = h3;
    digest[id * 5 + 4] = h4;
}
