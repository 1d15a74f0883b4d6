// Functions with barriers as operands of ?:, && and ||, chosen uniformly.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int mirrored(local int *tile, int value) {
  size_t l = get_local_id(0), size = get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[size - 1 - l];
}

kernel void barrier_in_conditional_expression(global const int *in, global int *out, local int *tile) {
  int value = in[get_global_id(0)];
  bool even = get_group_id(0) % 2 == 0;
  int chosen = even ? mirrored(tile, value) : value + 1;
  bool both = even && mirrored(tile, value) > 5000;
  bool either = even || mirrored(tile, value) > 5000;
  out[get_global_id(0)] = chosen * 4 + both * 2 + either;
}
