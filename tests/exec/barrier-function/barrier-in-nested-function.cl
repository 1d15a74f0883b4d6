// Three calls deep, called from two places.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void wait(void) { barrier(CLK_LOCAL_MEM_FENCE); }

int step(local int *tile, int value) {
  size_t l = get_local_id(0), size = get_local_size(0);
  wait();
  tile[l] = value;
  wait();
  return tile[(l + 1) % size];
}

int twice(local int *tile, int value) { return step(tile, step(tile, value) + 1); }

kernel void barrier_in_nested_function(global const int *in, global int *out, local int *tile) {
  int value = twice(tile, in[get_global_id(0)]);
  value = value + 10;
  out[get_global_id(0)] = twice(tile, value);
}
