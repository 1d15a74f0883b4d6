// The loop is in the function, and the function is called in a loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int steps_of(local int *tile, int value, int count) {
  size_t l = get_local_id(0), size = get_local_size(0);
  for (int k = 0; k < count; ++k) {
    tile[l] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return value;
}

kernel void barrier_in_loop_in_function(global const int *in, global int *out, local int *tile, int turns) {
  int value = in[get_global_id(0)];
  for (int turn = 0; turn < turns; ++turn)
    value = steps_of(tile, value, turn) + 1;
  out[get_global_id(0)] = value;
}
