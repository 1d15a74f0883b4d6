// One struct in local memory, its members written by different work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Shared {
  int first;
  int last;
  int values[1024];
};

kernel void local_struct(global const int *in, global int *out) {
  local struct Shared shared;
  size_t l = get_local_id(0), size = get_local_size(0);
  int value = in[get_global_id(0)];
  if (l == 0)
    shared.first = value;
  if (l == size - 1)
    shared.last = value;
  shared.values[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared.values[size - 1 - l] + shared.first * 2 + shared.last * 4;
}
