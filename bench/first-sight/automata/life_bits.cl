// Conway's life with one bit for each cell: words of 32 cells on a torus, and words of 64 cells with dead borders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void life_bits_32(global const uint *cells, global uint *next, uint words, uint rows) {
  uint x = get_global_id(0), y = get_global_id(1);
  if (x >= words || y >= rows)
    return;
  uint ones = 0, twos = 0, fours = 0;
  uint self = 0;
  for (int dy = -1; dy <= 1; dy++) {
    global const uint *row = cells + ((y + dy + rows) % rows) * words;
    uint middle = row[x], before = row[(x + words - 1) % words], after = row[(x + 1) % words];
    uint sides[3] = {(middle << 1) | (before >> 31), middle, (middle >> 1) | (after << 31)};
    for (int k = 0; k < 3; k++) {
      if (dy == 0 && k == 1) {
        self = middle;
        continue;
      }
      uint carry = ones & sides[k];
      ones ^= sides[k];
      fours |= twos & carry;
      twos ^= carry;
    }
  }
  next[y * words + x] = twos & ~fours & (ones | self);
}

kernel void life_bits_64(global const ulong *cells, global ulong *next) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int words = get_global_size(0), rows = get_global_size(1);
  ulong low[3], high[3];
  for (int j = 0; j < 3; j++) {
    int row = y + j - 1;
    ulong before = 0, at = 0, after = 0;
    if (row >= 0 && row < rows) {
      at = cells[row * words + x];
      before = x > 0 ? cells[row * words + x - 1] : 0;
      after = x + 1 < words ? cells[row * words + x + 1] : 0;
    }
    ulong left = (at << 1) | (before >> 63), right = (at >> 1) | (after << 63);
    ulong both = left ^ right;
    low[j] = both ^ at;
    high[j] = (left & right) | (both & at);
  }
  // The nine cells have the sum one + 2 * two + 4 * (four or eight): alive if it is 3, or 4 with the cell itself.
  ulong both = low[0] ^ low[1];
  ulong one = both ^ low[2], carry = (low[0] & low[1]) | (both & low[2]);
  both = high[0] ^ high[1];
  ulong sum = both ^ high[2], four = (high[0] & high[1]) | (both & high[2]);
  ulong two = sum ^ carry;
  ulong overflow = sum & carry;
  ulong fours = four ^ overflow, eights = four & overflow;
  ulong self = cells[y * words + x];
  next[y * words + x] = ~eights & ((~fours & two & one) | (fours & ~two & ~one & self));
}
