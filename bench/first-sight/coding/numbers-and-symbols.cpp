// The work of the kernels on numbers and symbols of varying length, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace {

inline uint64_t loadWord(const void *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

/// Joins the lower seven bits of up to five bytes, in three steps for all of them.
inline uint32_t joinSevens(uint64_t bytes) {
  bytes &= 0x7f7f7f7f7f;
  bytes = (bytes & 0x007f007f007f) | (bytes & 0x7f007f007f00) >> 1;
  bytes = (bytes & 0xffff) | (bytes >> 16 & 0xffff) << 14 | bytes >> 32 << 28;
  return static_cast<uint32_t>(bytes);
}

/// Keeps the given number of lower bytes.
inline uint64_t lowBytes(uint64_t word, int bytes) { return word & ((uint64_t{1} << (8 * bytes)) - 1); }

using Bytes = int8_t __attribute__((vector_size(32)));
using Bits = bool __attribute__((ext_vector_type(32)));

/// A bit for each byte of 32 whose mask is set.
template <typename Mask> inline uint32_t bitsOf(Mask mask) {
  return std::bit_cast<uint32_t>(__builtin_convertvector(mask, Bits));
}

constexpr int symbolsOfStream = 128, wordsOfStream = 42;

/// Decodes streams in turn, which hides the latency of the look-ups; four codes of ten bits fit in a read of 64 bits.
template <int Streams, typename Put>
inline void decodeStreams(const uint8_t *const (&streams)[Streams], const uint16_t *table, Put put) {
  uint32_t position[Streams] = {};
  for (int k = 0; k < symbolsOfStream; k += 4) {
    uint64_t buffer[Streams];
    uint32_t four[Streams] = {};
    for (int s = 0; s < Streams; ++s)
      buffer[s] = loadWord(streams[s] + position[s] / 8) >> (position[s] & 7);
    for (int n = 0; n < 4; ++n)
      for (int s = 0; s < Streams; ++s) {
        uint32_t entry = table[buffer[s] & 1023], length = (entry & 7) + 3;
        four[s] |= entry >> 8 << (8 * n);
        buffer[s] >>= length;
        position[s] += length;
      }
    for (int s = 0; s < Streams; ++s)
      put(s, k, four[s]);
  }
}

} // namespace

extern "C" void varint_decode_records(const uint8_t *records, int32_t *fields, int32_t *sizes, int count) {
  constexpr int fieldsOfRecord = 16, bytesOfRecord = 80;
#pragma omp parallel for
  for (int i = 0; i < count; ++i) {
    const uint8_t *start = records + static_cast<size_t>(i) * bytesOfRecord, *at = start;
    for (int f = 0; f < fieldsOfRecord; ++f) {
      // The last fields of the last record would be read beyond the buffer.
      uint64_t word = 0;
      if (i + 1 < count || f + 1 < fieldsOfRecord - 1)
        word = loadWord(at);
      else
        memcpy(&word, at, std::min<size_t>(8, start + bytesOfRecord - at));
      // A mark behind the fifth byte ends numbers that don't end themselves.
      int bytes = std::countr_zero((~word & 0x8080808080) | uint64_t{1} << 39) / 8 + 1;
      uint32_t value = joinSevens(lowBytes(word, bytes));
      fields[i * fieldsOfRecord + f] = static_cast<int32_t>(value >> 1 ^ -(value & 1));
      at += bytes;
    }
    sizes[i] = static_cast<int32_t>(at - start);
  }
}

/// Walks over the ends of the numbers, found 32 bytes at a time.
extern "C" void varint_decode_scan(const uint8_t *stream, uint32_t *numbers, uint32_t *counts) {
  constexpr int chunks = 16384, size = 256;
#pragma omp parallel for
  for (int chunk = 0; chunk < chunks; ++chunk) {
    alignas(32) uint8_t padded[32 + size] = {};
    memcpy(padded + 32, stream + static_cast<size_t>(chunk) * size, size);
    uint32_t *out = numbers + static_cast<size_t>(chunk) * size;
    int begin = 0;
    for (int k = 0; k < size; k += 32) {
      Bytes bytes;
      memcpy(&bytes, padded + 32 + k, sizeof bytes);
      for (uint32_t ends = bitsOf(bytes >= 0); ends; ends &= ends - 1) {
        int end = k + std::countr_zero(ends) + 1, length = std::min(end - begin, 5);
        *out++ = joinSevens(loadWord(padded + 32 + end - 8) >> (64 - 8 * length));
        begin = end;
      }
    }
    counts[chunk] = static_cast<uint32_t>(out - (numbers + static_cast<size_t>(chunk) * size));
  }
}

extern "C" void huffman_decode_streams(const uint32_t *streams, const uint16_t *table, uint8_t *symbols, int count) {
  constexpr int together = 4;
  auto start = [=](int s) {
    return reinterpret_cast<const uint8_t *>(streams + static_cast<size_t>(s) * wordsOfStream);
  };
#pragma omp parallel for
  for (int group = 0; group < (count + together - 1) / together; ++group) {
    // The last group may decode some streams of the one before again.
    int first = std::min(group * together, count - together);
    const uint8_t *const four[together] = {start(first), start(first + 1), start(first + 2), start(first + 3)};
    decodeStreams(four, table, [&](int s, int k, uint32_t word) {
      memcpy(symbols + static_cast<size_t>(first + s) * symbolsOfStream + k, &word, 4);
    });
  }
}

/// Gathers the words of sixteen streams, which share cache lines, before it decodes them.
extern "C" void huffman_decode_interleaved(const uint32_t *words, const uint16_t *table, uint32_t *symbols) {
  constexpr int streams = 32768, together = 16;
#pragma omp parallel for
  for (int first = 0; first < streams; first += together) {
    uint32_t own[together][wordsOfStream], decoded[symbolsOfStream / 4][together];
    for (int w = 0; w < wordsOfStream; ++w)
      for (int s = 0; s < together; ++s)
        own[s][w] = words[w * streams + first + s];
    for (int s = 0; s < together; s += 4) {
      const uint8_t *const four[4] = {
          reinterpret_cast<const uint8_t *>(own[s]), reinterpret_cast<const uint8_t *>(own[s + 1]),
          reinterpret_cast<const uint8_t *>(own[s + 2]), reinterpret_cast<const uint8_t *>(own[s + 3])};
      decodeStreams(four, table, [&](int n, int k, uint32_t word) { decoded[k / 4][s + n] = word; });
    }
    for (int k = 0; k < symbolsOfStream / 4; ++k)
      memcpy(symbols + k * streams + first, decoded[k], sizeof decoded[k]);
  }
}
