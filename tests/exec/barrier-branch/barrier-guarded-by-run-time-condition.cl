// Each work-item loads the condition from its own element; the elements of a group happen to be equal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void barrier_guarded_by_run_time_condition(global const int *in, global int *out, local int *tile,
                                                  global const int *conditions) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  if (conditions[get_global_id(0)] > 0) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[size - 1 - l];
  }
  out[get_global_id(0)] = value;
}
