// ChaCha20: data in turn with a block of the key stream for each work-item, and the key stream by rows of four words.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define QUARTER(a, b, c, d)                                                                                            \
  a += b;                                                                                                              \
  d = rotate(d ^ a, 16u);                                                                                              \
  c += d;                                                                                                              \
  b = rotate(b ^ c, 12u);                                                                                              \
  a += b;                                                                                                              \
  d = rotate(d ^ a, 8u);                                                                                               \
  c += d;                                                                                                              \
  b = rotate(b ^ c, 7u);

kernel void chacha20_xor_blocks(global const uint *in, global uint *out, constant uint *key, uint counter, uint nonce0,
                                uint nonce1, uint nonce2, uint blocks) {
  uint i = get_global_id(0);
  if (i >= blocks)
    return;
  uint start[16], x[16];
  start[0] = 0x61707865;
  start[1] = 0x3320646e;
  start[2] = 0x79622d32;
  start[3] = 0x6b206574;
  for (int k = 0; k < 8; ++k)
    start[4 + k] = key[k];
  start[12] = counter + i;
  start[13] = nonce0;
  start[14] = nonce1;
  start[15] = nonce2;
  for (int k = 0; k < 16; ++k)
    x[k] = start[k];
  for (int round = 0; round < 10; ++round) {
    QUARTER(x[0], x[4], x[8], x[12])
    QUARTER(x[1], x[5], x[9], x[13])
    QUARTER(x[2], x[6], x[10], x[14])
    QUARTER(x[3], x[7], x[11], x[15])
    QUARTER(x[0], x[5], x[10], x[15])
    QUARTER(x[1], x[6], x[11], x[12])
    QUARTER(x[2], x[7], x[8], x[13])
    QUARTER(x[3], x[4], x[9], x[14])
  }
  for (int k = 0; k < 16; ++k)
    out[16 * i + k] = in[16 * i + k] ^ (x[k] + start[k]);
}

kernel void chacha20_stream_rows(global uint4 *stream, global const uint4 *key, ulong nonce) {
  size_t i = get_global_id(0), blocks = get_global_size(0);
  uint4 a = (uint4)(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574), b = key[0], c = key[1];
  uint4 d = (uint4)((uint)i, 0, (uint)nonce, (uint)(nonce >> 32));
  uint4 a0 = a, b0 = b, c0 = c, d0 = d;
  for (int round = 0; round < 10; ++round) {
    QUARTER(a, b, c, d)
    b = b.yzwx;
    c = c.zwxy;
    d = d.wxyz;
    QUARTER(a, b, c, d)
    b = b.wxyz;
    c = c.zwxy;
    d = d.yzwx;
  }
  stream[i] = a + a0;
  stream[blocks + i] = b + b0;
  stream[2 * blocks + i] = c + c0;
  stream[3 * blocks + i] = d + d0;
}
