// The work of the kernels on runs and matches, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace {

using Bytes = uint8_t __attribute__((vector_size(32)));
using Bits = bool __attribute__((ext_vector_type(32)));

constexpr int tokensOfBlock = 64, mostLiterals = tokensOfBlock * 15, mostBytes = tokensOfBlock * (15 + 19);

/// Expands a block in a buffer that allows it to copy more bytes than are due; the size of the block.
template <typename Token>
inline uint32_t expand(const Token *tokens, uint32_t offsets, const uint8_t *literals, uint8_t *out) {
  uint8_t *at = out;
  for (int t = 0; t < tokensOfBlock; ++t) {
    uint32_t token = tokens[t], count = token & 15, length = 4 + (token >> 4 & 15);
    memcpy(at, literals, 16);
    literals += count;
    at += count;
    if (at == out)
      continue;
    uint32_t offset = std::min<uint32_t>(1 + (token >> 8 & offsets), static_cast<uint32_t>(at - out));
    const uint8_t *from = at - offset;
    if (offset >= 16) {
      memcpy(at, from, 16);
      memcpy(at + 16, from + 16, 8);
    } else {
      for (uint32_t k = 0; k < length; ++k)
        at[k] = from[k];
    }
    at += length;
  }
  return static_cast<uint32_t>(at - out);
}

/// Expands all blocks; their literals are followed by enough bytes for a copy of 16.
template <typename Token>
void expandBlocks(const Token *tokens, uint32_t offsets, const uint8_t *literals, uint8_t *out, uint32_t *sizes,
                  int blocks) {
#pragma omp parallel for
  for (int block = 0; block < blocks; ++block) {
    uint8_t expanded[mostBytes + 32];
    sizes[block] =
        expand(tokens + block * tokensOfBlock, offsets, literals + static_cast<size_t>(block) * mostLiterals, expanded);
    memcpy(out + static_cast<size_t>(block) * mostBytes, expanded, sizes[block]);
  }
}

} // namespace

extern "C" void rle_expand_bisection(const int32_t *starts, const int32_t *values, int32_t *out, int runs, int count) {
#pragma omp parallel for
  for (int r = 0; r < runs; ++r) {
    int begin = r ? starts[r] : 0, end = r + 1 < runs ? starts[r + 1] : count;
    std::fill(out + begin, out + std::max(begin, end), values[r]);
  }
}

/// Walks over the heads of the runs, found 32 bytes at a time.
extern "C" void rle_compact_tiles(const uint8_t *in, uint8_t *symbols, uint16_t *lengths, uint16_t *counts) {
  constexpr int tiles = 32768, size = 256;
#pragma omp parallel for
  for (int tile = 0; tile < tiles; ++tile) {
    const uint8_t *bytes = in + static_cast<size_t>(tile) * size;
    uint8_t *symbol = symbols + static_cast<size_t>(tile) * size;
    uint16_t *length = lengths + static_cast<size_t>(tile) * size;
    int runs = 0, head = 0;
    for (int k = 0; k < size; k += 32) {
      Bytes here, before;
      memcpy(&here, bytes + k, 32);
      if (k)
        memcpy(&before, bytes + k - 1, 32);
      else
        before = __builtin_shufflevector(here, here, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
                                         18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
      uint32_t heads = std::bit_cast<uint32_t>(__builtin_convertvector(here != before, Bits));
      for (; heads; heads &= heads - 1) {
        int next = k + std::countr_zero(heads);
        symbol[runs] = bytes[head];
        length[runs++] = static_cast<uint16_t>(next - head);
        head = next;
      }
    }
    symbol[runs] = bytes[head];
    length[runs++] = static_cast<uint16_t>(size - head);
    counts[tile] = static_cast<uint16_t>(runs);
  }
}

extern "C" void lz_expand_blocks(const uint32_t *tokens, const uint8_t *literals, uint8_t *out, uint32_t *sizes,
                                 uint32_t blocks) {
  expandBlocks(tokens, 1023, literals, out, sizes, static_cast<int>(blocks));
}

extern "C" void lz_expand_group(const uint16_t *tokens, const uint8_t *literals, uint8_t *out, uint32_t *sizes) {
  expandBlocks(tokens, 255, literals, out, sizes, 4096);
}
