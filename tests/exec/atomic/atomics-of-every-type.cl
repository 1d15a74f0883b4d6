// Atomic functions of OpenCL C 3.0 on all types, with all orders and scopes, through generic pointers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void atomics_of_every_type(global const int *in, volatile global atomic_int *ints,
                                  volatile global atomic_ulong *ulongs, volatile global atomic_float *floats,
                                  volatile global atomic_double *doubles, volatile global atomic_uint *uints) {
  int value = in[get_global_id(0)];
  local atomic_int group;
  if (get_local_id(0) == 0)
    atomic_init(&group, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile atomic_int *places[2] = {&ints[0], &group};
  atomic_fetch_add_explicit(places[value & 1], value, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_max_explicit(&ints[1], value, memory_order_seq_cst, memory_scope_all_devices);
  atomic_fetch_xor(&ints[2], value);
  atomic_fetch_add_explicit((volatile global atomic_uintptr_t *)&ulongs[0], (ulong)value << 32, memory_order_relaxed);
  atomic_fetch_min_explicit(&ulongs[1], (ulong)value + 7, memory_order_acquire, memory_scope_work_group);
  atomic_fetch_add(&floats[0], (float)(value % 16));
  atomic_fetch_sub_explicit(&floats[1], 2.0f, memory_order_release);
  atomic_fetch_min_explicit(&floats[2], value * 0.5f, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(&doubles[0], value * 0.25);
  atomic_fetch_add_explicit(&doubles[1], value * 0.125, memory_order_seq_cst, memory_scope_device);
  uint expected = atomic_load_explicit(&uints[0], memory_order_acquire);
  while (!atomic_compare_exchange_weak_explicit(&uints[0], &expected, expected + 3, memory_order_acq_rel,
                                                memory_order_relaxed, memory_scope_device))
    ;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_fetch_add(&ints[3], atomic_exchange(&group, 0));
}
