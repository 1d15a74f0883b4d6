// A switch with barriers, fall-through and continue in a loop whose turns take different cases.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EXCHANGE                                                                                                       \
  tile[l] = value;                                                                                                     \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  value = tile[(l + 1) % size];                                                                                        \
  barrier(CLK_LOCAL_MEM_FENCE);
kernel void barrier_in_switch_in_loop(global const int *in, global int *out, local int *tile, int turns) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  for (int turn = 0; turn < turns; ++turn) {
    switch (turn & 3) {
    case 0:
      EXCHANGE
    case 1:
      EXCHANGE
      break;
    case 2:
      value += 7;
      continue;
    default:
      if (turn > 5)
        break;
      EXCHANGE
    }
    value += 1;
  }
  out[get_global_id(0)] = value;
}
