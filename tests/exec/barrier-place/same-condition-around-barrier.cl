// A divergent condition is asked before and after a barrier: going on in the branch taken would take the barrier along.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void same_condition_around_barrier(global const int *in, global int *out, local int *tile) {
  size_t l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)], value = own;
  bool odd = own & 1;
  if (odd)
    value += 10000;
  else
    value += 20000;
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (odd)
    value = tile[(l + 1) % size] + 1;
  else
    value = tile[(l + 1) % size] + 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (odd)
    value = tile[(l + 1) % size];
  else
    value = tile[(l + 1) % size];
  out[get_global_id(0)] = value;
}
