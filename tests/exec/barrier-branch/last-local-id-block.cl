// The block before the barrier belongs to the group's last work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void last_local_id_block(global const int *in, global int *out) {
  local int last;
  if (get_local_id(0) == get_local_size(0) - 1)
    last = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = last + in[get_global_id(0)];
}
