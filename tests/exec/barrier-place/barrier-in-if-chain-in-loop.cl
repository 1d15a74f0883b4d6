// A chain of else-ifs on the loop's counter and an argument, with barriers in some of its branches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EXCHANGE(distance)                                                                                             \
  tile[l] = value;                                                                                                     \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  value = tile[(l + distance) % size];                                                                                 \
  barrier(CLK_LOCAL_MEM_FENCE);
kernel void barrier_in_if_chain_in_loop(global const int *in, global int *out, local int *tile, int turns) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int turn = 0; turn < turns; ++turn) {
    if (turn % 5 == 0) {
      EXCHANGE(1)
    } else if (turn % 3 == 0) {
      value ^= value & 1 ? 2 : 4;
    } else if (turn == turns - 1) {
      EXCHANGE(2)
    } else {
      if (turn & 1) {
        EXCHANGE(1)
      }
    }
  }
  out[get_global_id(0)] = value;
}
