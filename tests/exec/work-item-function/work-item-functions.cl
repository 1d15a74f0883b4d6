// Every work-item function with constant dimensions, those out of range included.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define DIMENSIONS(f) f(0), f(1), f(2), f(3)

kernel void work_item_functions(global ulong *out) {
  size_t linear = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -
                   get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
  ulong found[] = {DIMENSIONS(get_global_id), DIMENSIONS(get_global_size),  DIMENSIONS(get_global_offset),
                   DIMENSIONS(get_local_id),  DIMENSIONS(get_local_size),   DIMENSIONS(get_group_id),
                   DIMENSIONS(get_num_groups), get_work_dim()};
  for (int k = 0; k < 29; ++k)
    out[linear * 29 + k] = found[k];
}
