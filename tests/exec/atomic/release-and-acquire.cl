// What is written before a release is seen by whoever acquires the flag, in whichever group: no work-item ever sees a
// flag without its message.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void release_and_acquire(global int *messages, global atomic_int *flags, global atomic_int *stale,
                                global int *sent) {
  size_t i = get_global_id(0), n = get_global_size(0);
  messages[i] = (int)i + 1;
  atomic_store_explicit(&flags[i], 1, memory_order_release, memory_scope_device);
  for (size_t k = 1; k < 8; ++k) {
    size_t other = (i * 7 + k * 131) % n;
    if (atomic_load_explicit(&flags[other], memory_order_acquire, memory_scope_device) &&
        messages[other] != (int)other + 1)
      atomic_fetch_add(stale, 1);
  }
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
  sent[i] = atomic_load_explicit(&flags[i], memory_order_relaxed);
}
