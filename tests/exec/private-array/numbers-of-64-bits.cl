// More numbers of 64 bits at a time than vectors of the usual width have registers for, also across barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SUMS 20
#define WORDS 12
kernel void numbers_of_64_bits(global const int *in, global double *sumsOut, global ulong *wordsOut, local double *line,
                               int count, int rounds) {
  const int id = get_global_id(0), item = get_local_id(0), last = get_local_size(0) - 1;
  double sums[SUMS];
  ulong words[WORDS];
  for (int j = 0; j < SUMS; ++j)
    sums[j] = in[j * count + id];
  for (int j = 0; j < WORDS; ++j)
    words[j] = (ulong)in[j * count + id] << j;
  for (int round = 0; round < rounds; ++round) {
    line[item] = sums[3];
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[0] += line[last - item];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[id] % 3 == round % 3)
      continue;
    for (int j = 0; j < SUMS; ++j)
      sums[j] = sums[j] * 2 - sums[(j + 7) % SUMS];
    for (int j = 0; j < WORDS; ++j)
      words[j] = (rotate(words[j], 13ul) ^ words[(j + 5) % WORDS]) + (ulong)(long)sums[j % 4 + 2];
  }
  for (int j = 0; j < SUMS; ++j)
    sumsOut[j * count + id] = sums[j];
  for (int j = 0; j < WORDS; ++j)
    wordsOut[j * count + id] = words[j];
}
