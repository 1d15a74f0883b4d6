// The atomic functions of OpenCL C 2.0 and 3.0 (section 6.15.12) and of cl_ext_float_atomics, for all types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The memory scope only states which work-items must agree. Every work-item may run on any thread here, so the scope is
// ignored. The order is a constant in most programs, and is folded after inlining.
#define WEFT_OVERLOAD __attribute__((overloadable))

// The forms of an operation: without order (sequentially consistent), with an order, with an order and a scope.
#define WEFT_LOAD(space, atomic, type, bits)                                                                           \
  static type __attribute__((always_inline, overloadable)) weftLoad(volatile space atomic *object, int order) {        \
    bits value = __atomic_load_n((volatile space bits *)object, order);                                                \
    return __builtin_bit_cast(type, value);                                                                            \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_load(volatile space atomic *object) { return weftLoad(object, __ATOMIC_SEQ_CST); }         \
  type WEFT_OVERLOAD atomic_load_explicit(volatile space atomic *object, memory_order order) {                         \
    return weftLoad(object, order);                                                                                    \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_load_explicit(volatile space atomic *object, memory_order order, memory_scope scope) {     \
    return weftLoad(object, order);                                                                                    \
  }

#define WEFT_STORE(space, atomic, type, bits)                                                                          \
  static void __attribute__((always_inline, overloadable))                                                             \
  weftStore(volatile space atomic *object, type value, int order) {                                                    \
    __atomic_store_n((volatile space bits *)object, __builtin_bit_cast(bits, value), order);                           \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_init(volatile space atomic *object, type value) {                                          \
    weftStore(object, value, __ATOMIC_RELAXED);                                                                        \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_store(volatile space atomic *object, type value) {                                         \
    weftStore(object, value, __ATOMIC_SEQ_CST);                                                                        \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_store_explicit(volatile space atomic *object, type value, memory_order order) {            \
    weftStore(object, value, order);                                                                                   \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_store_explicit(volatile space atomic *object, type value, memory_order order,              \
                                           memory_scope scope) {                                                       \
    weftStore(object, value, order);                                                                                   \
  }

#define WEFT_EXCHANGE(space, atomic, type, bits)                                                                       \
  static type __attribute__((always_inline, overloadable))                                                             \
  weftExchange(volatile space atomic *object, type value, int order) {                                                 \
    bits before =                                                                                                      \
        __atomic_exchange_n((volatile space bits *)object, __builtin_bit_cast(bits, value), order);                    \
    return __builtin_bit_cast(type, before);                                                                           \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_exchange(volatile space atomic *object, type value) {                                      \
    return weftExchange(object, value, __ATOMIC_SEQ_CST);                                                              \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_exchange_explicit(volatile space atomic *object, type value, memory_order order) {         \
    return weftExchange(object, value, order);                                                                         \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_exchange_explicit(volatile space atomic *object, type value, memory_order order,           \
                                              memory_scope scope) {                                                    \
    return weftExchange(object, value, order);                                                                         \
  }

// The strongest order is correct for every requested order, and costs the same on x86. A failed exchange stores the
// found value in `expected`. A weak exchange may fail spuriously, but never does so here.
#define WEFT_COMPARE_EXCHANGE_NAMED(strength, space, other, atomic, type, bits)                                        \
  bool WEFT_OVERLOAD atomic_compare_exchange_##strength(volatile space atomic *object, other type *expected,           \
                                                        type desired) {                                                \
    bits found = __builtin_bit_cast(bits, *expected);                                                                  \
    bool done = __atomic_compare_exchange_n((volatile space bits *)object, &found, __builtin_bit_cast(bits, desired),  \
                                            false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                \
    if (!done)                                                                                                         \
      *expected = __builtin_bit_cast(type, found);                                                                     \
    return done;                                                                                                       \
  }                                                                                                                    \
  bool WEFT_OVERLOAD atomic_compare_exchange_##strength##_explicit(                                                    \
      volatile space atomic *object, other type *expected, type desired, memory_order success, memory_order failure) { \
    return atomic_compare_exchange_##strength(object, expected, desired);                                              \
  }                                                                                                                    \
  bool WEFT_OVERLOAD atomic_compare_exchange_##strength##_explicit(volatile space atomic *object,                      \
                                                                   other type *expected, type desired,                 \
                                                                   memory_order success, memory_order failure,         \
                                                                   memory_scope scope) {                               \
    return atomic_compare_exchange_##strength(object, expected, desired);                                              \
  }

#define WEFT_COMPARE_EXCHANGE(space, other, atomic, type, bits)                                                        \
  WEFT_COMPARE_EXCHANGE_NAMED(strong, space, other, atomic, type, bits)                                                \
  WEFT_COMPARE_EXCHANGE_NAMED(weak, space, other, atomic, type, bits)

#define WEFT_FETCH(operation, space, atomic, type, operand)                                                            \
  type WEFT_OVERLOAD atomic_fetch_##operation(volatile space atomic *object, operand value) {                          \
    return __atomic_fetch_##operation((volatile space type *)object, (type)value, __ATOMIC_SEQ_CST);                   \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_fetch_##operation##_explicit(volatile space atomic *object, operand value,                 \
                                                         memory_order order) {                                         \
    return __atomic_fetch_##operation((volatile space type *)object, (type)value, order);                              \
  }                                                                                                                    \
  type WEFT_OVERLOAD atomic_fetch_##operation##_explicit(volatile space atomic *object, operand value,                 \
                                                         memory_order order, memory_scope scope) {                     \
    return __atomic_fetch_##operation((volatile space type *)object, (type)value, order);                              \
  }

#define WEFT_ANY_TYPE(space, atomic, type, bits)                                                                       \
  WEFT_LOAD(space, atomic, type, bits)                                                                                 \
  WEFT_STORE(space, atomic, type, bits)                                                                                \
  WEFT_EXCHANGE(space, atomic, type, bits)                                                                             \
  WEFT_COMPARE_EXCHANGE(space, global, atomic, type, bits)                                                             \
  WEFT_COMPARE_EXCHANGE(space, local, atomic, type, bits)                                                              \
  WEFT_COMPARE_EXCHANGE(space, private, atomic, type, bits)                                                            \
  WEFT_COMPARE_EXCHANGE(space, generic, atomic, type, bits)

#define WEFT_INTEGER(space, atomic, type)                                                                              \
  WEFT_ANY_TYPE(space, atomic, type, type)                                                                             \
  WEFT_FETCH(add, space, atomic, type, type)                                                                           \
  WEFT_FETCH(sub, space, atomic, type, type)                                                                           \
  WEFT_FETCH(and, space, atomic, type, type)                                                                           \
  WEFT_FETCH(or, space, atomic, type, type)                                                                            \
  WEFT_FETCH(xor, space, atomic, type, type)                                                                           \
  WEFT_FETCH(min, space, atomic, type, type)                                                                           \
  WEFT_FETCH(max, space, atomic, type, type)

// The functions of cl_ext_float_atomics. The minimum and maximum of a number and a NaN is the number, as with fmin and
// fmax.
#define WEFT_FLOATING(space, atomic, type, bits)                                                                       \
  WEFT_ANY_TYPE(space, atomic, type, bits)                                                                             \
  WEFT_FETCH(add, space, atomic, type, type)                                                                           \
  WEFT_FETCH(sub, space, atomic, type, type)                                                                           \
  WEFT_FETCH(min, space, atomic, type, type)                                                                           \
  WEFT_FETCH(max, space, atomic, type, type)

// For the minimum of halfs in memory, LLVM would generate calls of the C library.
#define WEFT_EXTREMUM_OF_HALF(operation, better, space)                                                                \
  half WEFT_OVERLOAD atomic_fetch_##operation(volatile space atomic_half *object, half value) {                        \
    ushort found = __atomic_load_n((volatile space ushort *)object, __ATOMIC_RELAXED), chosen;                         \
    do {                                                                                                               \
      half before = __builtin_bit_cast(half, found);                                                                   \
      chosen = value better before || before != before ? __builtin_bit_cast(ushort, value) : found;                    \
    } while (!__atomic_compare_exchange_n((volatile space ushort *)object, &found, chosen, false, __ATOMIC_SEQ_CST,    \
                                          __ATOMIC_SEQ_CST));                                                          \
    return __builtin_bit_cast(half, found);                                                                            \
  }                                                                                                                    \
  half WEFT_OVERLOAD atomic_fetch_##operation##_explicit(volatile space atomic_half *object, half value,               \
                                                         memory_order order) {                                         \
    return atomic_fetch_##operation(object, value);                                                                    \
  }                                                                                                                    \
  half WEFT_OVERLOAD atomic_fetch_##operation##_explicit(volatile space atomic_half *object, half value,               \
                                                         memory_order order, memory_scope scope) {                     \
    return atomic_fetch_##operation(object, value);                                                                    \
  }

#define WEFT_HALF(space)                                                                                               \
  WEFT_ANY_TYPE(space, atomic_half, half, ushort)                                                                      \
  WEFT_FETCH(add, space, atomic_half, half, half)                                                                      \
  WEFT_FETCH(sub, space, atomic_half, half, half)                                                                      \
  WEFT_EXTREMUM_OF_HALF(min, <, space)                                                                                 \
  WEFT_EXTREMUM_OF_HALF(max, >, space)

#define WEFT_FLAG(space)                                                                                               \
  bool WEFT_OVERLOAD atomic_flag_test_and_set(volatile space atomic_flag *flag) {                                      \
    return __atomic_exchange_n((volatile space int *)flag, 1, __ATOMIC_SEQ_CST) != 0;                                  \
  }                                                                                                                    \
  bool WEFT_OVERLOAD atomic_flag_test_and_set_explicit(volatile space atomic_flag *flag, memory_order order) {         \
    return __atomic_exchange_n((volatile space int *)flag, 1, order) != 0;                                             \
  }                                                                                                                    \
  bool WEFT_OVERLOAD atomic_flag_test_and_set_explicit(volatile space atomic_flag *flag, memory_order order,           \
                                                       memory_scope scope) {                                           \
    return __atomic_exchange_n((volatile space int *)flag, 1, order) != 0;                                             \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_flag_clear(volatile space atomic_flag *flag) {                                             \
    __atomic_store_n((volatile space int *)flag, 0, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_flag_clear_explicit(volatile space atomic_flag *flag, memory_order order) {                \
    __atomic_store_n((volatile space int *)flag, 0, order);                                                            \
  }                                                                                                                    \
  void WEFT_OVERLOAD atomic_flag_clear_explicit(volatile space atomic_flag *flag, memory_order order,                  \
                                                memory_scope scope) {                                                  \
    __atomic_store_n((volatile space int *)flag, 0, order);                                                            \
  }

// For atomic_intptr_t and atomic_uintptr_t, the operand may have the other signedness (section 6.15.12.7.5).
#define WEFT_POINTER_SIZED(space, atomic, type, operand)                                                               \
  WEFT_FETCH(add, space, atomic, type, operand)                                                                        \
  WEFT_FETCH(sub, space, atomic, type, operand)                                                                        \
  WEFT_FETCH(and, space, atomic, type, operand)                                                                        \
  WEFT_FETCH(or, space, atomic, type, operand)                                                                         \
  WEFT_FETCH(xor, space, atomic, type, operand)                                                                        \
  WEFT_FETCH(min, space, atomic, type, operand)                                                                        \
  WEFT_FETCH(max, space, atomic, type, operand)

#define WEFT_ADDRESS_SPACE(space)                                                                                      \
  WEFT_INTEGER(space, atomic_int, int)                                                                                 \
  WEFT_INTEGER(space, atomic_uint, uint)                                                                               \
  WEFT_INTEGER(space, atomic_long, long)                                                                               \
  WEFT_INTEGER(space, atomic_ulong, ulong)                                                                             \
  WEFT_FLOATING(space, atomic_float, float, uint)                                                                      \
  WEFT_HALF(space)                                                                                                     \
  WEFT_FLOATING(space, atomic_double, double, ulong)                                                                   \
  WEFT_POINTER_SIZED(space, atomic_ulong, ulong, long)                                                                 \
  WEFT_POINTER_SIZED(space, atomic_long, long, ulong)                                                                  \
  WEFT_FLAG(space)

WEFT_ADDRESS_SPACE(global)
WEFT_ADDRESS_SPACE(local)
WEFT_ADDRESS_SPACE(generic)

// Clang declares atomic_store on atomic_half with a parameter of atomic type, which source code can't define.
#define WEFT_STORE_HALF(space, number)                                                                                 \
  void weftStoreHalf##number(volatile space atomic_half *, half)                                                       \
      __asm__("_Z12atomic_storePU3AS" #number "VU7_AtomicDhS_");                                                       \
  void weftStoreHalf##number(volatile space atomic_half *object, half value) {                                         \
    weftStore(object, value, __ATOMIC_SEQ_CST);                                                                        \
  }                                                                                                                    \
  void weftStoreHalfOrdered##number(volatile space atomic_half *, half, memory_order)                                  \
      __asm__("_Z21atomic_store_explicitPU3AS" #number "VU7_AtomicDhS_12memory_order");                                \
  void weftStoreHalfOrdered##number(volatile space atomic_half *object, half value, memory_order order) {              \
    weftStore(object, value, order);                                                                                   \
  }                                                                                                                    \
  void weftStoreHalfScoped##number(volatile space atomic_half *, half, memory_order, memory_scope)                     \
      __asm__("_Z21atomic_store_explicitPU3AS" #number "VU7_AtomicDhS_12memory_order12memory_scope");                  \
  void weftStoreHalfScoped##number(volatile space atomic_half *object, half value, memory_order order,                 \
                                   memory_scope scope) {                                                               \
    weftStore(object, value, order);                                                                                   \
  }

WEFT_STORE_HALF(global, 1)
WEFT_STORE_HALF(local, 3)
WEFT_STORE_HALF(generic, 4)
