// A local array handed to functions that write and read it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void put(local int *tile, size_t at, int value) { tile[at] = value; }
int get(local const int *tile, size_t at) { return tile[at]; }

kernel void local_memory_in_function(global const int *in, global int *out) {
  local int tile[1024];
  size_t l = get_local_id(0), size = get_local_size(0);
  put(tile, size - 1 - l, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = get(tile, l);
}
