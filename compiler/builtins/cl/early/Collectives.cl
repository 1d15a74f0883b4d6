// Work-group collectives (OpenCL C 3.0, section 6.15.16; cl_khr_work_group_uniform_arithmetic).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../GroupPrimitives.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// Each work-item stores its operand in the group's array. The result is computed once, in order of the linear local id.

#define WEFT_ADD(a, b) ((a) + (b))
#define WEFT_MUL(a, b) ((a) * (b))
#define WEFT_MIN(a, b) ((b) < (a) ? (b) : (a))
#define WEFT_MAX(a, b) ((a) < (b) ? (b) : (a))
#define WEFT_AND(a, b) ((a) & (b))
#define WEFT_OR(a, b) ((a) | (b))
#define WEFT_XOR(a, b) ((a) ^ (b))

// A reduction computes eight partial results, as the order of operations is free. `wide` is the type in which they are
// computed.
#define WEFT_REDUCE(name, type, wide, operation, identity)                                                             \
  type WEFT_OVERLOAD work_group_reduce_##name(type value) {                                                            \
    local type *values = __weft_group_values(sizeof(type));                                                            \
    local type *result = __weft_group_result();                                                                        \
    values[weftItem()] = value;                                                                                        \
    if (__weft_begin_once()) {                                                                                         \
      const size_t items = weftItems();                                                                                \
      const local type##8 *blocks = (const local type##8 *)values;                                                     \
      wide##8 partial = (wide##8)(identity);                                                                           \
      for (size_t i = 0; i < items / 8; ++i)                                                                           \
        partial = operation(partial, __builtin_convertvector(blocks[i], wide##8));                                     \
      const wide##4 four = operation(partial.lo, partial.hi);                                                          \
      const wide##2 two = operation(four.lo, four.hi);                                                                 \
      wide whole = operation(two.lo, two.hi);                                                                          \
      for (size_t i = items / 8 * 8; i < items; ++i)                                                                   \
        whole = operation(whole, (wide)values[i]);                                                                     \
      *result = (type)whole;                                                                                           \
    }                                                                                                                  \
    WEFT_END_ONCE();                                                                                                   \
    return *result;                                                                                                    \
  }

#define WEFT_SCAN(function, type, wide, operation, identity, own)                                                      \
  type WEFT_OVERLOAD function(type value) {                                                                            \
    local type *values = __weft_group_values(sizeof(type));                                                            \
    values[weftItem()] = value;                                                                                        \
    if (__weft_begin_once()) {                                                                                         \
      const size_t items = weftItems();                                                                                \
      wide before = (identity);                                                                                        \
      for (size_t i = 0; i < items; ++i) {                                                                             \
        const wide after = operation(before, (wide)values[i]);                                                         \
        values[i] = (type)(own);                                                                                       \
        before = after;                                                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    WEFT_END_ONCE();                                                                                                   \
    return values[weftItem()];                                                                                         \
  }

#define WEFT_ARITHMETIC(name, type, wide, operation, identity)                                                         \
  WEFT_REDUCE(name, type, wide, operation, identity)                                                                   \
  WEFT_SCAN(work_group_scan_inclusive_##name, type, wide, operation, identity, after)                                  \
  WEFT_SCAN(work_group_scan_exclusive_##name, type, wide, operation, identity, before)

// Signed integers wrap around, so they share the code of unsigned integers.
#define WEFT_AS_UNSIGNED(function, type, unsigned_type)                                                                \
  type WEFT_OVERLOAD function(type value) { return (type)function((unsigned_type)value); }
#define WEFT_WRAPPING(name, type, unsigned_type, operation, identity)                                                  \
  WEFT_ARITHMETIC(name, unsigned_type, unsigned_type, operation, identity)                                             \
  WEFT_AS_UNSIGNED(work_group_reduce_##name, type, unsigned_type)                                                      \
  WEFT_AS_UNSIGNED(work_group_scan_inclusive_##name, type, unsigned_type)                                              \
  WEFT_AS_UNSIGNED(work_group_scan_exclusive_##name, type, unsigned_type)

#define WEFT_INTEGER(type, unsigned_type, least, most, unsigned_most)                                                  \
  WEFT_WRAPPING(add, type, unsigned_type, WEFT_ADD, 0)                                                                 \
  WEFT_WRAPPING(mul, type, unsigned_type, WEFT_MUL, 1)                                                                 \
  WEFT_WRAPPING(and, type, unsigned_type, WEFT_AND, unsigned_most)                                                     \
  WEFT_WRAPPING(or, type, unsigned_type, WEFT_OR, 0)                                                                   \
  WEFT_WRAPPING(xor, type, unsigned_type, WEFT_XOR, 0)                                                                 \
  WEFT_ARITHMETIC(min, type, type, WEFT_MIN, most)                                                                     \
  WEFT_ARITHMETIC(max, type, type, WEFT_MAX, least)                                                                    \
  WEFT_ARITHMETIC(min, unsigned_type, unsigned_type, WEFT_MIN, unsigned_most)                                          \
  WEFT_ARITHMETIC(max, unsigned_type, unsigned_type, WEFT_MAX, 0)

#define WEFT_FLOATING(type, wide)                                                                                      \
  WEFT_ARITHMETIC(add, type, wide, WEFT_ADD, 0)                                                                        \
  WEFT_ARITHMETIC(mul, type, wide, WEFT_MUL, 1)                                                                        \
  WEFT_ARITHMETIC(min, type, wide, WEFT_MIN, INFINITY)                                                                 \
  WEFT_ARITHMETIC(max, type, wide, WEFT_MAX, -INFINITY)

WEFT_INTEGER(int, uint, INT_MIN, INT_MAX, UINT_MAX)
WEFT_INTEGER(long, ulong, LONG_MIN, LONG_MAX, ULONG_MAX)
WEFT_FLOATING(float, float)
WEFT_FLOATING(double, double)
WEFT_FLOATING(half, float)

// Predicates become 0 and 1, to which the bitwise operators are applied.
#define WEFT_LOGICAL(shape, name)                                                                                      \
  int WEFT_OVERLOAD work_group_##shape##_logical_##name(int predicate) {                                               \
    return work_group_##shape##_##name((uint)(predicate != 0)) != 0;                                                   \
  }
#define WEFT_LOGICALS(name)                                                                                            \
  WEFT_LOGICAL(reduce, name)                                                                                           \
  WEFT_LOGICAL(scan_inclusive, name)                                                                                   \
  WEFT_LOGICAL(scan_exclusive, name)
WEFT_LOGICALS(and)
WEFT_LOGICALS(or)
WEFT_LOGICALS(xor)

int WEFT_OVERLOAD work_group_all(int predicate) { return work_group_reduce_logical_and(predicate); }
int WEFT_OVERLOAD work_group_any(int predicate) { return work_group_reduce_logical_or(predicate); }

#define WEFT_BROADCAST(type)                                                                                           \
  type WEFT_OVERLOAD work_group_broadcast(type value, size_t x, size_t y, size_t z) {                                  \
    local type *values = __weft_group_values(sizeof(type));                                                            \
    local type *result = __weft_group_result();                                                                        \
    values[weftItem()] = value;                                                                                        \
    if (__weft_begin_once())                                                                                           \
      *result = values[(z * get_local_size(1) + y) * get_local_size(0) + x];                                           \
    WEFT_END_ONCE();                                                                                                   \
    return *result;                                                                                                    \
  }                                                                                                                    \
  type WEFT_OVERLOAD work_group_broadcast(type value, size_t x, size_t y) {                                            \
    return work_group_broadcast(value, x, y, 0);                                                                       \
  }                                                                                                                    \
  type WEFT_OVERLOAD work_group_broadcast(type value, size_t x) { return work_group_broadcast(value, x, 0, 0); }

WEFT_BROADCAST(int)
WEFT_BROADCAST(uint)
WEFT_BROADCAST(long)
WEFT_BROADCAST(ulong)
WEFT_BROADCAST(float)
WEFT_BROADCAST(double)
WEFT_BROADCAST(half)
