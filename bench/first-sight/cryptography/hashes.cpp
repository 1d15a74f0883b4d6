// The work of the hash kernels, Keccak and SHA-512, as careful C++: four messages at a time in vectors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <cstdint>
#include <cstring>

namespace {

using Lanes = uint64_t __attribute__((vector_size(32)));
constexpr int width = 4;

inline Lanes rotl(Lanes x, int n) { return x << n | x >> (64 - n); }
inline Lanes rotr(Lanes x, int n) { return x >> n | x << (64 - n); }

/// Transposes 4 by 4 words in registers.
inline void transpose(Lanes *x) {
  Lanes a = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6), b = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7),
        c = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6), d = __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
  x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  x[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/// Four words of each of four messages, by word.
inline void loadWords(Lanes *words, const uint64_t *messages, size_t stride) {
  for (int m = 0; m < width; ++m)
    memcpy(words + m, messages + m * stride, sizeof *words);
  transpose(words);
}

inline void storeWords(uint64_t *messages, size_t stride, Lanes *words) {
  transpose(words);
  for (int m = 0; m < width; ++m)
    memcpy(messages + m * stride, words + m, sizeof *words);
}

namespace keccak {

constexpr uint64_t roundConstants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
constexpr int offsets[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
constexpr int lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};

inline void permute(Lanes (&a)[25]) {
  for (uint64_t constant : roundConstants) {
    Lanes c[5], d[5], b[25];
#pragma clang loop unroll(full)
    for (int x = 0; x < 5; ++x)
      c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
#pragma clang loop unroll(full)
    for (int x = 0; x < 5; ++x)
      d[x] = c[(x + 4) % 5] ^ rotl(c[(x + 1) % 5], 1);
    b[0] = a[0] ^ d[0];
    int from = 1;
#pragma clang loop unroll(full)
    for (int t = 0; t < 24; ++t) {
      b[lanes[t]] = rotl(a[from] ^ d[from % 5], offsets[t]);
      from = lanes[t];
    }
#pragma clang loop unroll(full)
    for (int y = 0; y < 25; y += 5)
#pragma clang loop unroll(full)
      for (int x = 0; x < 5; ++x)
        a[y + x] = b[y + x] ^ (~b[y + (x + 1) % 5] & b[y + (x + 2) % 5]);
    a[0] ^= constant;
  }
}

} // namespace keccak

namespace sha512 {

constexpr uint64_t roundConstants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};
constexpr uint64_t start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                               0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

inline Lanes big0(Lanes x) { return rotr(x, 28) ^ rotr(x, 34) ^ rotr(x, 39); }
inline Lanes big1(Lanes x) { return rotr(x, 14) ^ rotr(x, 18) ^ rotr(x, 41); }
inline Lanes small0(Lanes x) { return rotr(x, 1) ^ rotr(x, 8) ^ x >> 7; }
inline Lanes small1(Lanes x) { return rotr(x, 19) ^ rotr(x, 61) ^ x >> 6; }

/// The eight variables turn by their index, so that nothing is moved between them.
inline void compress(Lanes (&h)[8], Lanes (&w)[16]) {
  Lanes v[8];
  for (int k = 0; k < 8; ++k)
    v[k] = h[k];
  for (int group = 0; group < 80; group += 16) {
#pragma clang loop unroll(full)
    for (int t = 0; t < 16; ++t) {
      if (group)
        w[t] += small1(w[(t + 14) & 15]) + w[(t + 9) & 15] + small0(w[(t + 1) & 15]);
      Lanes a = v[(0 - t) & 7], b = v[(1 - t) & 7], c = v[(2 - t) & 7];
      Lanes e = v[(4 - t) & 7], f = v[(5 - t) & 7], g = v[(6 - t) & 7];
      Lanes t1 = v[(7 - t) & 7] + big1(e) + (g ^ (e & (f ^ g))) + roundConstants[group + t] + w[t];
      v[(3 - t) & 7] += t1;
      v[(7 - t) & 7] = t1 + big0(a) + ((a & b) | (c & (a | b)));
    }
  }
  for (int k = 0; k < 8; ++k)
    h[k] += v[k];
}

/// Reverses the bytes of each word of a vector.
inline Lanes byteswap(Lanes x) {
  using Bytes = uint8_t __attribute__((vector_size(32)));
  Bytes b = reinterpret_cast<Bytes>(x);
  return reinterpret_cast<Lanes>(__builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23,
                                                         22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24));
}

} // namespace sha512

} // namespace

extern "C" void sha3_256_messages(const uint64_t *messages, uint64_t *digests, int count) {
#pragma omp parallel for
  for (int group = 0; group < (count + width - 1) / width; ++group) {
    // The last vector of messages ends with the last message; it may repeat some of the one before.
    size_t first = group * width + width > count ? count - width : group * width;
    Lanes state[25] = {};
    loadWords(state, messages + 8 * first, 8);
    loadWords(state + 4, messages + 8 * first + 4, 8);
    state[8] = Lanes{} + 0x06;
    state[16] = Lanes{} + 0x8000000000000000u;
    keccak::permute(state);
    storeWords(digests + 4 * first, 4, state);
  }
}

extern "C" void keccak_f1600_lanes_apart(uint64_t *states) {
  constexpr int count = 65536;
#pragma omp parallel for
  for (int i = 0; i < count; i += width) {
    Lanes state[25];
    for (int lane = 0; lane < 25; ++lane)
      memcpy(state + lane, states + lane * count + i, sizeof *state);
    keccak::permute(state);
    for (int lane = 0; lane < 25; ++lane)
      memcpy(states + lane * count + i, state + lane, sizeof *state);
  }
}

extern "C" void sha512_padded_block(const uint64_t *blocks, uint64_t *digests, uint32_t count) {
#pragma omp parallel for
  for (uint32_t group = 0; group < (count + width - 1) / width; ++group) {
    size_t first = group * width + width > count ? count - width : group * width;
    Lanes w[16], h[8];
    for (int k = 0; k < 16; k += 4)
      loadWords(w + k, blocks + 16 * first + k, 16);
    for (Lanes &word : w)
      word = sha512::byteswap(word);
    for (int k = 0; k < 8; ++k)
      h[k] = Lanes{} + sha512::start[k];
    sha512::compress(h, w);
    for (Lanes &word : h)
      word = sha512::byteswap(word);
    for (int k = 0; k < 8; k += 4)
      storeWords(digests + 8 * first + k, 8, h + k);
  }
}

extern "C" void sha512_chain_columns(const uint64_t *words, uint64_t *states, int blocks) {
  constexpr int messages = 16384;
#pragma omp parallel for
  for (int m = 0; m < messages; m += width) {
    Lanes w[16], h[8];
    for (int k = 0; k < 8; ++k)
      h[k] = Lanes{} + sha512::start[k];
    for (int block = 0; block < blocks; ++block) {
      for (int k = 0; k < 16; ++k)
        memcpy(w + k, words + (block * 16 + k) * messages + m, sizeof *w);
      sha512::compress(h, w);
    }
    for (int k = 0; k < 8; ++k)
      memcpy(states + k * messages + m, h + k, sizeof *h);
  }
}
