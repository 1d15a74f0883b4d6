// A switch over the work-item's own value between two barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void divergent_switch_between_barriers(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  switch (value % 5) {
  case 0:
    value += 7;
    break;
  case 1:
    value *= 2;
  case 2:
    value -= 3;
    break;
  case 4:
    value = -value;
  }
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l];
}
