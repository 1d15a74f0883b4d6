// Expansion of literals and matches, as of LZ77: a block for each work-item, and a block for each work-group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define TOKENS 64
#define MOST_LITERALS (TOKENS * 15)
#define MOST_BYTES (TOKENS * (15 + 19))

// A token has the number of literals, the length of the match less four, and the offset less one.
kernel void lz_expand_blocks(global const uint *tokens, global const uchar *literals, global uchar *out, global uint *sizes,
                             uint blocks) {
  uint block = get_global_id(0);
  if (block >= blocks)
    return;
  tokens += block * TOKENS;
  literals += block * MOST_LITERALS;
  out += block * MOST_BYTES;
  uint size = 0;
  for (int t = 0; t < TOKENS; ++t) {
    uint token = tokens[t], count = token & 15;
    for (uint k = 0; k < count; ++k)
      out[size++] = *literals++;
    if (size == 0)
      continue;
    uint length = 4 + (token >> 4 & 15), offset = min(1 + (token >> 8 & 1023), size);
    for (uint k = 0; k < length; ++k, ++size)
      out[size] = out[size - offset];
  }
  sizes[block] = size;
}

kernel void lz_expand_group(global const ushort *tokens, global const uchar *literals, global uchar *out,
                            global uint *sizes) {
  local ushort mine[TOKENS];
  local uchar window[MOST_BYTES];
  size_t block = get_group_id(0);
  uint lid = get_local_id(0), size = 0, taken = 0;
  mine[lid] = tokens[block * TOKENS + lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < TOKENS; ++t) {
    uint token = mine[t], count = token & 15, length = 4 + (token >> 4 & 15);
    if (lid < count)
      window[size + lid] = literals[block * MOST_LITERALS + taken + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    size += count;
    taken += count;
    uint offset = min(1 + (token >> 8), size);
    if (offset == 0)
      continue;
    if (lid < length)
      window[size + lid] = window[size - offset + lid % offset];
    barrier(CLK_LOCAL_MEM_FENCE);
    size += length;
  }
  for (uint k = lid; k < size; k += get_local_size(0))
    out[block * MOST_BYTES + k] = window[k];
  if (lid == 0)
    sizes[block] = size;
}
