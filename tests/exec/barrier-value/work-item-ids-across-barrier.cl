// Ids are asked for before a barrier and used after it, and again after it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_item_ids_across_barrier(global int *out) {
  int before = (int)get_global_id(0) * 3 + (int)get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int after = (int)get_local_id(0) + (int)get_group_id(0) * 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) - get_global_offset(0)] = before - after * 2;
}
