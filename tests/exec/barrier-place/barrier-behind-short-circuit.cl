// The right side of && and || has a barrier; the left side is the same for the whole group.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int exchanged(int *value, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = *value;
  barrier(CLK_LOCAL_MEM_FENCE);
  *value = tile[(l + 1) % size];
  return 1;
}
kernel void barrier_behind_short_circuit(global const int *in, global int *out, local int *tile,
                                         global const int *flags) {
  int value = in[get_global_id(0)];
  int flag = flags[get_group_id(0)];
  if ((flag & 1) && exchanged(&value, tile))
    value += 1;
  if ((flag & 2) || exchanged(&value, tile))
    value += 10;
  out[get_global_id(0)] = value;
}
