// A pointer to one of two local arrays, chosen per work-item, and arithmetic on it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_pointer_chosen_at_run_time(global const int *in, global int *out) {
  local int even[1024];
  local int odd[1024];
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  even[l] = value;
  odd[l] = -value;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *chosen = value % 2 == 0 ? even : odd;
  chosen += size - 1;
  out[get_global_id(0)] = chosen[-(int)l];
}
