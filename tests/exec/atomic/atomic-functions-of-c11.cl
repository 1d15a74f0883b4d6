// OpenCL C 2.0's atomic types and functions, relaxed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void atomic_functions_of_c11(global const int *in, volatile global atomic_int *results) {
  int value = in[get_global_id(0)];
  atomic_fetch_add_explicit(&results[0], value, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max_explicit(&results[1], value, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_or_explicit(&results[2], value, memory_order_relaxed, memory_scope_work_group);
}
