// Atomic functions of cl_ext_float_atomics on half, in global and local memory and through generic pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void atomics_of_half(global const int *in, volatile global atomic_half *halfs, global int *stored) {
  int value = in[get_global_id(0)];
  local atomic_half group;
  if (get_local_id(0) == 0)
    atomic_store(&group, (half)0);
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile atomic_half *places[2] = {&halfs[0], &group};
  atomic_fetch_add_explicit(places[value & 1], (half)1, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_sub(&halfs[1], (half)(value % 2));
  atomic_fetch_min_explicit(&halfs[2], (half)(value * 0.5f), memory_order_relaxed);
  atomic_fetch_max_explicit(&halfs[3], (half)(value * 0.25f), memory_order_seq_cst, memory_scope_all_devices);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_fetch_add(&halfs[4], atomic_exchange(&group, (half)1));
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile global atomic_half *own = (volatile global atomic_half *)stored + 2 * get_global_id(0);
  atomic_store(own, atomic_load(&group) + (half)(value & 7));
}
