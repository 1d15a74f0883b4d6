// The dimension differs from work-item to work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void work_item_functions_of_varying_dimension(global ulong *out) {
  size_t linear = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  uint d = linear % 4;
  out[linear] = get_global_id(d) * 1000000 + get_local_id(d) * 10000 + get_local_size(d) * 100 + get_group_id(d);
}
