// The work of the kernels on text, Base64 and UTF-8, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

using Half = uint8_t __attribute__((vector_size(16)));
using Bytes = uint8_t __attribute__((vector_size(32)));
using Words = uint32_t __attribute__((vector_size(32)));
using Eight = uint8_t __attribute__((vector_size(8)));

/// The vector where the comparison holds, 0 elsewhere.
template <typename Mask> inline Bytes where(Mask mask, uint8_t value) {
  return reinterpret_cast<Bytes>(mask) & (Bytes{} + value);
}

constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// 24 bytes to 32 letters.
inline void encode(const uint8_t *bytes, uint8_t *text) {
  Half first, second{};
  memcpy(&first, bytes, 16);
  memcpy(&second, bytes + 8, 16);
  // The second vector begins 8 bytes after the first, so that nothing beyond the 24 bytes is read.
  Bytes spread = __builtin_shufflevector(first, second, 1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 21, 20, 22,
                                         21, 24, 23, 25, 24, 27, 26, 28, 27, 30, 29, 31, 30);
  Words w = reinterpret_cast<Words>(spread);
  w = (w >> 10 & 0x3f) | (w << 4 & 0x3f00) | (w >> 6 & 0x3f0000) | (w << 8 & 0x3f000000);
  Bytes index = reinterpret_cast<Bytes>(w);
  Bytes letters =
      index + 'A' + where(index > 25, 6) - where(index > 51, 75) - where(index > 61, 15) + where(index > 62, 3);
  memcpy(text, &letters, sizeof letters);
}

/// 32 letters to 24 bytes, and for each four letters whether one is none of the alphabet.
inline void decode(const uint8_t *text, uint8_t *bytes, uint8_t *wrong) {
  Bytes c;
  memcpy(&c, text, sizeof c);
  auto upper = c - 'A' < 26, lower = c - 'a' < 26, digit = c - '0' < 10, plus = c == '+', slash = c == '/';
  Bytes known = reinterpret_cast<Bytes>(upper | lower | digit | plus | slash);
  Bytes value =
      (c - where(upper, 65) - where(lower, 71) + where(digit, 4) + where(plus, 19) + where(slash, 16)) & known;
  Words w = reinterpret_cast<Words>(value);
  w = (w & 0xff) << 18 | (w & 0xff00) << 4 | (w >> 10 & 0xfc0) | w >> 24;
  Bytes packed = reinterpret_cast<Bytes>(w);
  packed = __builtin_shufflevector(packed, packed, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 18, 17, 16, 22, 21, 20, 26,
                                   25, 24, 30, 29, 28, -1, -1, -1, -1, -1, -1, -1, -1);
  memcpy(bytes, &packed, 24);
  Eight flags = __builtin_convertvector(reinterpret_cast<Words>(reinterpret_cast<Words>(~known) != 0) & 1, Eight);
  memcpy(wrong, &flags, 8);
}

/// The length of the well-formed sequence of these bytes, or 0; without branches, so that loops over it are vectorised.
inline uint8_t sequenceLength(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  uint8_t low = a == 0xe0 ? 0xa0 : a == 0xf0 ? 0x90 : 0x80, high = a == 0xed ? 0x9f : a == 0xf4 ? 0x8f : 0xbf;
  uint8_t second = (b >= low) & (b <= high), third = (c & 0xc0) == 0x80, fourth = (d & 0xc0) == 0x80;
  uint8_t two = (a >= 0xc2) & (a < 0xe0) & second;
  uint8_t three = (a >= 0xe0) & (a < 0xf0) & second & third;
  uint8_t four = (a >= 0xf0) & (a < 0xf5) & second & third & fourth;
  return static_cast<uint8_t>((a < 0x80) | two << 1 | (three ? 3 : 0) | four << 2);
}

} // namespace

extern "C" void base64_encode_triples(const uint8_t *bytes, uint8_t *text, uint32_t length) {
  const uint32_t vectors = length / 24;
#pragma omp parallel for
  for (uint32_t i = 0; i < vectors; ++i)
    encode(bytes + 24 * i, text + 32 * i);
  for (uint32_t at = vectors * 24; at < length; at += 3) {
    uint8_t three[3] = {};
    uint32_t left = std::min(length - at, 3u);
    memcpy(three, bytes + at, left);
    uint32_t group = three[0] << 16 | three[1] << 8 | three[2];
    uint8_t *out = text + at / 3 * 4;
    out[0] = alphabet[group >> 18];
    out[1] = alphabet[group >> 12 & 63];
    out[2] = left > 1 ? alphabet[group >> 6 & 63] : '=';
    out[3] = left > 2 ? alphabet[group & 63] : '=';
  }
}

extern "C" void base64_decode_quads(const uint8_t *text, uint8_t *bytes, uint8_t *wrong) {
  constexpr int quads = 3000000;
#pragma omp parallel for
  for (int i = 0; i < quads; i += 8)
    decode(text + 4 * i, bytes + 3 * i, wrong + i);
}

/// Finds the lengths of the sequences that begin in a chunk or up to three bytes before it, then the bytes they cover.
extern "C" void utf8_flag_bytes(const uint8_t *text, uint8_t *good, uint32_t length) {
  constexpr uint32_t chunk = 4096;
#pragma omp parallel for
  for (uint32_t begin = 0; begin < length; begin += chunk) {
    uint8_t near[chunk + 6] = {}, lengths[chunk + 3];
    uint32_t size = std::min(chunk, length - begin), before = std::min(begin, 3u);
    // A byte before the text begins no sequence, and a 0 after it continues none.
    memset(near, 0xff, 3);
    memcpy(near + 3 - before, text + begin - before, before + std::min(size + 3, length - begin));
    for (uint32_t k = 0; k < chunk + 3; ++k)
      lengths[k] = sequenceLength(near[k], near[k + 1], near[k + 2], near[k + 3]);
    for (uint32_t k = 0; k < size; ++k)
      good[begin + k] = (lengths[k + 3] > 0) | (lengths[k + 2] > 1) | (lengths[k + 1] > 2) | (lengths[k] > 3);
  }
}

/// The kernel's chunks have 256 work-items with 16 bytes each.
extern "C" void utf8_count_chunks(const uint8_t *text, uint32_t *points, uint32_t *units) {
  constexpr int chunks = 4096, size = 256 * 16;
#pragma omp parallel for
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const uint8_t *bytes = text + chunk * size;
    uint32_t firsts = 0, pairs = 0;
    // 128 vectors of 32 bytes overflow no sum of bytes.
    Bytes firstSums{}, pairSums{};
    for (int k = 0; k < size; k += 32) {
      Bytes c;
      memcpy(&c, bytes + k, sizeof c);
      firstSums -= reinterpret_cast<Bytes>((c & 0xc0) != 0x80);
      pairSums -= reinterpret_cast<Bytes>(c >= 0xf0);
    }
    for (int k = 0; k < 32; ++k) {
      firsts += firstSums[k];
      pairs += pairSums[k];
    }
    points[chunk] = firsts;
    units[chunk] = firsts + pairs;
  }
}
