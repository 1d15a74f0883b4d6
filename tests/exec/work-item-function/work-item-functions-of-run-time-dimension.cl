// The dimension comes from memory, so the compiler can't know it; some are far out of range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_item_functions_of_run_time_dimension(global ulong *out, global const uint *dimensions) {
  size_t linear = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  for (int k = 0; k < 6; ++k) {
    global ulong *found = out + (linear * 6 + k) * 7;
    uint d = dimensions[k];
    found[0] = get_global_id(d);
    found[1] = get_global_size(d);
    found[2] = get_global_offset(d);
    found[3] = get_local_id(d);
    found[4] = get_local_size(d);
    found[5] = get_group_id(d);
    found[6] = get_num_groups(d);
  }
}
