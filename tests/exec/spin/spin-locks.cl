// Locks that single work-items take in a loop, through functions and in place; what they guard is plain memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static bool try_lock(volatile global int *lock) { return atomic_cmpxchg(lock, 0, 1) == 0; }

static void lock_all(volatile global int *lock) {
  while (!try_lock(lock))
    ;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}

static void unlock_all(volatile global int *lock) {
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(lock, 0);
}

kernel void spin_locks(global const int *in, global int *locks, volatile global int *sums, global atomic_int *flags,
                       global int *greatest) {
  const int value = in[get_global_linear_id()];
  const int number = value & 3;

  lock_all(locks + number);
  sums[number] += value;
  unlock_all(locks + number);

  while (atomic_exchange_explicit(flags + number, 1, memory_order_acquire, memory_scope_device) != 0)
    ;
  if (greatest[number] < value)
    greatest[number] = value;
  atomic_store_explicit(flags + number, 0, memory_order_release, memory_scope_device);

  // The same with an end that each trip may come to.
  bool done = false;
  while (!done) {
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(flags + number, &expected, 1, memory_order_acquire,
                                                memory_order_relaxed, memory_scope_device)) {
      greatest[4 + number] += 1;
      atomic_store_explicit(flags + number, 0, memory_order_release, memory_scope_device);
      done = true;
    }
  }
}
