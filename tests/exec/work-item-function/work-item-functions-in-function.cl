// Work-item functions called in a chain of functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int place(uint d) { return (int)get_local_id(d) + (int)get_group_id(d) * (int)get_local_size(d); }
int cell(void) { return place(1) * (int)get_global_size(0) + place(0); }

kernel void work_item_functions_in_function(global int *out) { out[cell()] = place(0) * 1000 + place(1); }
