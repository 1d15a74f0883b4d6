// A loop that is entered at two places by goto, with a barrier inside.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_in_irreducible_loop(global const int *in, global int *out, local int *tile, int start) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)], turn = 0;
  if (start)
    goto second;
first:
  value += 100;
second:
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  value = tile[(l + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (++turn < 5) {
    if (turn == 2)
      goto second;
    goto first;
  }
  out[get_global_id(0)] = value;
}
