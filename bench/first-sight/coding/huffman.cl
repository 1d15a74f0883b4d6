// Decoding of prefix codes by a table of ten bits: streams one after the other, and streams interleaved by words.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TABLE_BITS 10
#define SYMBOLS 128
#define STREAM_WORDS 42

// An entry of the table has the symbol in its upper byte; its lower three bits are the length of the code less three.
kernel void huffman_decode_streams(global const uint *streams, constant ushort *table, global uchar *symbols, int count) {
  int s = get_global_id(0);
  if (s >= count)
    return;
  global const uint *words = streams + s * STREAM_WORDS;
  ulong buffer = 0;
  int bits = 0;
  for (int k = 0; k < SYMBOLS; ++k) {
    if (bits < TABLE_BITS) {
      buffer |= (ulong)*words++ << bits;
      bits += 32;
    }
    ushort entry = table[buffer & ((1 << TABLE_BITS) - 1)];
    int length = (entry & 7) + 3;
    symbols[s * SYMBOLS + k] = entry >> 8;
    buffer >>= length;
    bits -= length;
  }
}

kernel void huffman_decode_interleaved(global const uint *words, global const ushort *table, global uint *symbols) {
  local ushort codes[1 << TABLE_BITS];
  for (int k = get_local_id(0); k < 1 << TABLE_BITS; k += get_local_size(0))
    codes[k] = table[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t s = get_global_id(0), streams = get_global_size(0);
  uint word = words[s], next = words[streams + s], at = 2, used = 0;
  for (int k = 0; k < SYMBOLS / 4; ++k) {
    uint four = 0;
    for (int n = 0; n < 32; n += 8) {
      uint peek = (uint)(((ulong)next << 32 | word) >> used) & ((1 << TABLE_BITS) - 1);
      ushort entry = codes[peek];
      four |= (uint)(entry >> 8) << n;
      used += (entry & 7) + 3;
      if (used >= 32) {
        used -= 32;
        word = next;
        next = words[at++ * streams + s];
      }
    }
    symbols[k * streams + s] = four;
  }
}
