// Each work-item of a group waits for the one behind it, so the last one goes first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static int taken_from(volatile local int *slot, volatile local int *is_there) {
  while (*is_there == 0)
    ;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  return *slot;
}

kernel void spin_waits_between_work_items(global const int *in, global int *out, volatile local int *sums,
                                          volatile local int *are_there) {
  const size_t id = get_global_linear_id();
  const size_t self = get_local_linear_id();
  const size_t last = get_local_size(0) * get_local_size(1) * get_local_size(2) - 1;
  are_there[self] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int behind = self == last ? 0 : taken_from(sums + self + 1, are_there + self + 1);
  sums[self] = in[id] + behind;
  mem_fence(CLK_LOCAL_MEM_FENCE);
  are_there[self] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = sums[self] + sums[0];
}
