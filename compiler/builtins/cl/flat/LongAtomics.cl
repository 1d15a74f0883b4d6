// The atomics of cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics, which libclc has only for 32 bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// These atomics are relaxed, as are all atomic functions of OpenCL C 1.x (OpenCL C 3.0, section 6.15.12.8).
#define WEFT_OVERLOAD __attribute__((overloadable))

#define WEFT_LONG_ATOMIC(name, operation, space, type)                                                                 \
  type WEFT_OVERLOAD name(volatile space type *p, type value) { return operation(p, value, __ATOMIC_RELAXED); }

#define WEFT_LONG_ATOMICS(space, type)                                                                                 \
  WEFT_LONG_ATOMIC(atom_add, __atomic_fetch_add, space, type)                                                          \
  WEFT_LONG_ATOMIC(atom_sub, __atomic_fetch_sub, space, type)                                                          \
  WEFT_LONG_ATOMIC(atom_xchg, __atomic_exchange_n, space, type)                                                        \
  WEFT_LONG_ATOMIC(atom_min, __atomic_fetch_min, space, type)                                                          \
  WEFT_LONG_ATOMIC(atom_max, __atomic_fetch_max, space, type)                                                          \
  WEFT_LONG_ATOMIC(atom_and, __atomic_fetch_and, space, type)                                                          \
  WEFT_LONG_ATOMIC(atom_or, __atomic_fetch_or, space, type)                                                            \
  WEFT_LONG_ATOMIC(atom_xor, __atomic_fetch_xor, space, type)                                                          \
  type WEFT_OVERLOAD atom_inc(volatile space type *p) { return __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); }           \
  type WEFT_OVERLOAD atom_dec(volatile space type *p) { return __atomic_fetch_sub(p, 1, __ATOMIC_RELAXED); }           \
  type WEFT_OVERLOAD atom_cmpxchg(volatile space type *p, type expected, type desired) {                               \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                     \
    return expected;                                                                                                   \
  }

WEFT_LONG_ATOMICS(global, long)
WEFT_LONG_ATOMICS(global, ulong)
WEFT_LONG_ATOMICS(local, long)
WEFT_LONG_ATOMICS(local, ulong)
