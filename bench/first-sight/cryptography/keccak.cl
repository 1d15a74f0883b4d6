// Keccak-f[1600]: SHA3-256 of short messages with rolled loops, and the permutation of states whose lanes stand apart.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constant ulong ROUND_CONSTANTS[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

constant int OFFSETS[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
constant int LANES[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};

void keccak_rounds(ulong *a) {
  ulong c[5];
  for (int round = 0; round < 24; ++round) {
    for (int x = 0; x < 5; ++x)
      c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int x = 0; x < 5; ++x) {
      ulong d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1ul);
      for (int y = 0; y < 25; y += 5)
        a[x + y] ^= d;
    }
    ulong moving = a[1];
    for (int t = 0; t < 24; ++t) {
      int lane = LANES[t];
      ulong next = a[lane];
      a[lane] = rotate(moving, (ulong)OFFSETS[t]);
      moving = next;
    }
    for (int y = 0; y < 25; y += 5) {
      for (int x = 0; x < 5; ++x)
        c[x] = a[y + x];
      for (int x = 0; x < 5; ++x)
        a[y + x] = c[x] ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
    }
    a[0] ^= ROUND_CONSTANTS[round];
  }
}

kernel void sha3_256_messages(global const ulong *messages, global ulong *digests, int count) {
  int i = get_global_id(0);
  if (i >= count)
    return;
  ulong state[25];
  for (int w = 0; w < 8; ++w)
    state[w] = messages[8 * i + w];
  for (int w = 8; w < 25; ++w)
    state[w] = 0;
  state[8] ^= 0x06;
  state[16] ^= 0x8000000000000000ul;
  keccak_rounds(state);
  for (int w = 0; w < 4; ++w)
    digests[4 * i + w] = state[w];
}

#define LOAD(n) ulong s##n = states[(n) * count + i]
#define STORE(n) states[(n) * count + i] = s##n
#define EACH(F) F(0); F(1); F(2); F(3); F(4); F(5); F(6); F(7); F(8); F(9); F(10); F(11); F(12); F(13); F(14); F(15); F(16); \
  F(17); F(18); F(19); F(20); F(21); F(22); F(23); F(24)
#define COLUMN(c, v0, v1, v2, v3, v4) ulong c = v0 ^ v1 ^ v2 ^ v3 ^ v4
#define MIX(d, v0, v1, v2, v3, v4) v0 ^= d; v1 ^= d; v2 ^= d; v3 ^= d; v4 ^= d
#define CHI(v0, v1, v2, v3, v4) { ulong p = v0, q = v1; v0 ^= ~v1 & v2; v1 ^= ~v2 & v3; v2 ^= ~v3 & v4; v3 ^= ~v4 & p; v4 ^= ~p & q; }

kernel void keccak_f1600_lanes_apart(global ulong *states) {
  size_t i = get_global_id(0), count = get_global_size(0);
  EACH(LOAD);
  for (int round = 0; round < 24; ++round) {
    COLUMN(c0, s0, s5, s10, s15, s20);
    COLUMN(c1, s1, s6, s11, s16, s21);
    COLUMN(c2, s2, s7, s12, s17, s22);
    COLUMN(c3, s3, s8, s13, s18, s23);
    COLUMN(c4, s4, s9, s14, s19, s24);
    ulong d0 = c4 ^ rotate(c1, 1ul), d1 = c0 ^ rotate(c2, 1ul), d2 = c1 ^ rotate(c3, 1ul), d3 = c2 ^ rotate(c4, 1ul),
          d4 = c3 ^ rotate(c0, 1ul);
    MIX(d0, s0, s5, s10, s15, s20);
    MIX(d1, s1, s6, s11, s16, s21);
    MIX(d2, s2, s7, s12, s17, s22);
    MIX(d3, s3, s8, s13, s18, s23);
    MIX(d4, s4, s9, s14, s19, s24);
    ulong first = s1;
    s1 = rotate(s6, 44ul);
    s6 = rotate(s9, 20ul);
    s9 = rotate(s22, 61ul);
    s22 = rotate(s14, 39ul);
    s14 = rotate(s20, 18ul);
    s20 = rotate(s2, 62ul);
    s2 = rotate(s12, 43ul);
    s12 = rotate(s13, 25ul);
    s13 = rotate(s19, 8ul);
    s19 = rotate(s23, 56ul);
    s23 = rotate(s15, 41ul);
    s15 = rotate(s4, 27ul);
    s4 = rotate(s24, 14ul);
    s24 = rotate(s21, 2ul);
    s21 = rotate(s8, 55ul);
    s8 = rotate(s16, 45ul);
    s16 = rotate(s5, 36ul);
    s5 = rotate(s3, 28ul);
    s3 = rotate(s18, 21ul);
    s18 = rotate(s17, 15ul);
    s17 = rotate(s11, 10ul);
    s11 = rotate(s7, 6ul);
    s7 = rotate(s10, 3ul);
    s10 = rotate(first, 1ul);
    CHI(s0, s1, s2, s3, s4);
    CHI(s5, s6, s7, s8, s9);
    CHI(s10, s11, s12, s13, s14);
    CHI(s15, s16, s17, s18, s19);
    CHI(s20, s21, s22, s23, s24);
    s0 ^= ROUND_CONSTANTS[round];
  }
  EACH(STORE);
}
