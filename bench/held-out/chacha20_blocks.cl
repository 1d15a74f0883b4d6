// Cryptography: chacha20 blocks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* ChaCha20 encryption, one 64-byte block per work-item. */
#define QR(a, b, c, d)                                                                            \
    a += b; d = rotate(d ^ a, 16u);                                                               \
    c += d; b = rotate(b ^ c, 12u);                                                               \
    a += b; d = rotate(d ^ a, 8u);                                                                \
    c += d; b = rotate(b ^ c, 7u);

__kernel void chacha20_blocks(__global const uint4 *plain, __global uint4 *cipher,
                              __constant uint *key, __constant uint *nonce, uint counter)
{
    uint block = get_global_id(0);
    uint s[16], x[16];
    s[0] = 0x61707865u;
    s[1] = 0x3320646eu;
    s[2] = 0x79622d32u;
    s[3] = 0x6b206574u;
    for (int i = 0; i < 8; i++)
        s[4 + i] = key[i];
    s[12] = counter + block;
    for (int i = 0; i < 3; i++)
        s[13 + i] = nonce[i];
    for (int i = 0; i < 16; i++)
        x[i] = s[i];

    for (int round = 0; round < 10; round++) {
        QR(x[0], x[4], x[8], x[12])
        QR(x[1], x[5], x[9], x[13])
        QR(x[2], x[6], x[10], x[14])
        QR(x[3], x[7], x[11], x[15])
        QR(x[0], x[5], x[10], x[15])
        QR(x[1], x[6], x[11], x[12])
        QR(x[2], x[7], x[8], x[13])
        QR(x[3], x[4], x[9], x[14])
    }
    for (int i = 0; i < 4; i++) {
        uint4 stream = (uint4)(x[4 * i] + s[4 * i], x[4 * i + 1] + s[4 * i + 1],
                               x[4 * i + 2] + s[4 * i + 2], x[4 * i + 3] + s[4 * i + 3]);
        cipher[block * 4 + i] = plain[block * 4 + i] ^ stream;
    }
}
