// The work of the cipher kernels, AES and ChaCha20, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "../transpose.h"

namespace {

constexpr int times2(int x) { return (x << 1 ^ (x & 0x80 ? 0x11b : 0)) & 0xff; }

/// The substitution of AES: p runs through the powers of 3, q through their inverses.
constexpr std::array<uint8_t, 256> substitution() {
  std::array<uint8_t, 256> box{};
  uint8_t p = 1, q = 1;
  do {
    p = static_cast<uint8_t>(p ^ times2(p));
    q ^= static_cast<uint8_t>(q << 1);
    q ^= static_cast<uint8_t>(q << 2);
    q ^= static_cast<uint8_t>(q << 4);
    if (q & 0x80)
      q ^= 0x09;
    box[p] = static_cast<uint8_t>(q ^ std::rotl(q, 1) ^ std::rotl(q, 2) ^ std::rotl(q, 3) ^ std::rotl(q, 4) ^ 0x63);
  } while (p != 1);
  box[0] = 0x63;
  return box;
}

constexpr std::array<uint8_t, 256> box = substitution();

struct Tables {
  alignas(64) uint32_t of[4][256];
};

/// The table for each byte of a word, so that no rotation is left for the rounds.
constexpr Tables combined() {
  Tables tables{};
  for (int x = 0; x < 256; ++x) {
    uint32_t s = box[x], twice = times2(box[x]), word = twice << 24 | s << 16 | s << 8 | (twice ^ s);
    for (int k = 0; k < 4; ++k)
      tables.of[k][x] = std::rotr(word, 8 * k);
  }
  return tables;
}

constexpr Tables tables = combined();

/// Encrypts as many blocks in turn as hide the latency of the table look-ups.
template <int Blocks> inline void encrypt(uint32_t (&s)[Blocks][4], const uint32_t *keys) {
  for (int b = 0; b < Blocks; ++b)
    for (int c = 0; c < 4; ++c)
      s[b][c] ^= keys[c];
  for (int round = 1; round < 10; ++round) {
    keys += 4;
    for (int b = 0; b < Blocks; ++b) {
      uint32_t n[4];
      for (int c = 0; c < 4; ++c)
        n[c] = tables.of[0][s[b][c] >> 24] ^ tables.of[1][s[b][(c + 1) & 3] >> 16 & 0xff] ^
               tables.of[2][s[b][(c + 2) & 3] >> 8 & 0xff] ^ tables.of[3][s[b][(c + 3) & 3] & 0xff] ^ keys[c];
      for (int c = 0; c < 4; ++c)
        s[b][c] = n[c];
    }
  }
  keys += 4;
  for (int b = 0; b < Blocks; ++b) {
    uint32_t n[4];
    for (int c = 0; c < 4; ++c)
      n[c] = (uint32_t{box[s[b][c] >> 24]} << 24 | uint32_t{box[s[b][(c + 1) & 3] >> 16 & 0xff]} << 16 |
              uint32_t{box[s[b][(c + 2) & 3] >> 8 & 0xff]} << 8 | box[s[b][(c + 3) & 3] & 0xff]) ^
             keys[c];
    for (int c = 0; c < 4; ++c)
      s[b][c] = std::byteswap(n[c]);
  }
}

using Words = uint32_t __attribute__((vector_size(32)));
constexpr int width = 8;

inline Words splat(uint32_t x) { return Words{} + x; }

inline Words rotl(Words x, int n) { return x << n | x >> (32 - n); }

inline void quarter(Words &a, Words &b, Words &c, Words &d) {
  a += b;
  d = rotl(d ^ a, 16);
  c += d;
  b = rotl(b ^ c, 12);
  a += b;
  d = rotl(d ^ a, 8);
  c += d;
  b = rotl(b ^ c, 7);
}

/// The key stream of eight blocks with consecutive counters; each vector has the same word of all blocks.
inline void chacha20(Words (&x)[16], const uint32_t *start) {
  Words first = splat(start[12]) + Words{0, 1, 2, 3, 4, 5, 6, 7};
  for (int k = 0; k < 16; ++k)
    x[k] = splat(start[k]);
  x[12] = first;
  for (int round = 0; round < 10; ++round) {
    for (int k = 0; k < 4; ++k)
      quarter(x[k], x[4 + k], x[8 + k], x[12 + k]);
    for (int k = 0; k < 4; ++k)
      quarter(x[k], x[4 + (k + 1) % 4], x[8 + (k + 2) % 4], x[12 + (k + 3) % 4]);
  }
  for (int k = 0; k < 16; ++k)
    x[k] += k == 12 ? first : splat(start[k]);
}

} // namespace

extern "C" void aes_ctr_constant_table(const uint32_t *plain, uint32_t *cipher, const uint32_t *keys, uint32_t nonce0,
                                       uint32_t nonce1, uint32_t nonce2, uint32_t first, uint32_t blocks) {
  constexpr int together = 2;
#pragma omp parallel for
  for (uint32_t i = 0; i < blocks / together * together; i += together) {
    uint32_t s[together][4];
    for (uint32_t b = 0; b < together; ++b) {
      uint32_t counter[4] = {nonce0, nonce1, nonce2, first + i + b};
      memcpy(s[b], counter, 16);
    }
    encrypt(s, keys);
    for (uint32_t b = 0; b < together; ++b)
      for (uint32_t c = 0; c < 4; ++c)
        cipher[4 * (i + b) + c] = plain[4 * (i + b) + c] ^ s[b][c];
  }
  for (uint32_t i = blocks / together * together; i < blocks; ++i) {
    uint32_t s[1][4] = {{nonce0, nonce1, nonce2, first + i}};
    encrypt(s, keys);
    for (uint32_t c = 0; c < 4; ++c)
      cipher[4 * i + c] = plain[4 * i + c] ^ s[0][c];
  }
}

/// The kernel's 256 groups have 256 work-items with 4 blocks each.
extern "C" void aes_ecb_local_tables(const uint8_t *plain, uint8_t *cipher, const uint32_t *keys) {
  constexpr int together = 2, blocks = 256 * 256 * 4;
#pragma omp parallel for
  for (int i = 0; i < blocks; i += together) {
    uint32_t s[together][4];
    memcpy(s, plain + 16 * i, sizeof s);
    for (auto &block : s)
      for (uint32_t &word : block)
        word = std::byteswap(word);
    encrypt(s, keys);
    memcpy(cipher + 16 * i, s, sizeof s);
  }
}

extern "C" void chacha20_xor_blocks(const uint32_t *in, uint32_t *out, const uint32_t *key, uint32_t counter,
                                    uint32_t nonce0, uint32_t nonce1, uint32_t nonce2, uint32_t blocks) {
#pragma omp parallel for
  for (uint32_t i = 0; i < blocks; i += width) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0],      key[1], key[2], key[3],
                          key[4],     key[5],     key[6],     key[7],     counter + i, nonce0, nonce1, nonce2};
    Words x[16];
    chacha20(x, start);
    transpose(x);
    transpose(x + 8);
    for (uint32_t b = 0; b < width && i + b < blocks; ++b)
      for (int half = 0; half < 2; ++half) {
        Words data;
        memcpy(&data, in + 16 * (i + b) + 8 * half, sizeof data);
        data ^= x[8 * half + b];
        memcpy(out + 16 * (i + b) + 8 * half, &data, sizeof data);
      }
  }
}

extern "C" void chacha20_stream_rows(uint32_t *stream, const uint32_t *key, uint64_t nonce) {
  constexpr uint32_t blocks = 262144;
#pragma omp parallel for
  for (uint32_t i = 0; i < blocks; i += width) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(start + 4, key, 32);
    start[12] = i;
    memcpy(start + 14, &nonce, 8);
    Words x[16];
    chacha20(x, start);
    for (int row = 0; row < 4; ++row) {
      const Words *w = x + 4 * row;
      Words low01 = __builtin_shufflevector(w[0], w[1], 0, 8, 1, 9, 4, 12, 5, 13),
            high01 = __builtin_shufflevector(w[0], w[1], 2, 10, 3, 11, 6, 14, 7, 15),
            low23 = __builtin_shufflevector(w[2], w[3], 0, 8, 1, 9, 4, 12, 5, 13),
            high23 = __builtin_shufflevector(w[2], w[3], 2, 10, 3, 11, 6, 14, 7, 15);
      Words even = __builtin_shufflevector(low01, low23, 0, 1, 8, 9, 4, 5, 12, 13),
            odd = __builtin_shufflevector(low01, low23, 2, 3, 10, 11, 6, 7, 14, 15),
            evenHigh = __builtin_shufflevector(high01, high23, 0, 1, 8, 9, 4, 5, 12, 13),
            oddHigh = __builtin_shufflevector(high01, high23, 2, 3, 10, 11, 6, 7, 14, 15);
      Words rows[4] = {__builtin_shufflevector(even, odd, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(evenHigh, oddHigh, 0, 1, 2, 3, 8, 9, 10, 11),
                       __builtin_shufflevector(even, odd, 4, 5, 6, 7, 12, 13, 14, 15),
                       __builtin_shufflevector(evenHigh, oddHigh, 4, 5, 6, 7, 12, 13, 14, 15)};
      memcpy(stream + 4 * (static_cast<size_t>(row) * blocks + i), rows, sizeof rows);
    }
  }
}
