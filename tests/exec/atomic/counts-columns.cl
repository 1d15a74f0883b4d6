// Counts work-items by their first id: the kernel can't tell how groups lie along the other dimensions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void counts_columns(global int *counts, global int *sizes) {
  int column = get_global_id(0) - get_global_offset(0);
  atomic_inc(&counts[column]);
  atomic_add(&sizes[column], 100 * (int)get_global_size(1) + 10 * (int)get_global_size(2) + (int)get_work_dim());
}
