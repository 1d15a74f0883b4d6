// Rows that end within a packet: values over barriers, loops that work-items leave one by one, early ends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void rests_of_rows(global const int *in, global int *out, local int *tile, int rounds) {
  const size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  const size_t l = get_local_linear_id(), g = get_global_linear_id();
  int own = in[g], steps = 0, firsts = 0, weight = 1;
  for (int round = 0; round < rounds; ++round) {
    tile[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = tile[(l + round + 1) % size];
    for (int i = 0; i < 60; ++i) {
      if ((other + i) % 61 == own % 61)
        break;
      if ((other + i) % 3 == 0)
        continue;
      ++steps;
    }
    firsts += tile[0] * weight;
    weight = weight * 3 + 1;
    const int last = tile[size - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    own = (own + other) % 1000;
    if (last % 7 == 3)
      break;
  }
  if (own % 5 == 0) {
    out[g] = -steps - weight;
    return;
  }
  out[g] = steps * 1000 + own + firsts % 100000;
}
