// The primitives for sub-group builtins (kernel/SubGroupCollectives.h), and macros that define the builtins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_SUB_GROUP_PRIMITIVES_H
#define WEFT_SUB_GROUP_PRIMITIVES_H

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define WEFT_OVERLOAD __attribute__((overloadable))
// Collectives touch no memory, but the set of work-items that run them matters, so LLVM must not move them across
// branches.
#define WEFT_COLLECTIVE __attribute__((convergent, const))

uint WEFT_OVERLOAD get_sub_group_local_id(void) __attribute__((const));
uint WEFT_OVERLOAD get_max_sub_group_size(void) __attribute__((const));

ulong __weft_sub_group_ballot(bool condition) WEFT_COLLECTIVE;
uint __weft_sub_group_broadcast_uint(uint value, uint lane) WEFT_COLLECTIVE;
ulong __weft_sub_group_broadcast_ulong(ulong value, uint lane) WEFT_COLLECTIVE;
uint __weft_sub_group_shuffle_uint(uint value, uint lane) WEFT_COLLECTIVE;
ulong __weft_sub_group_shuffle_ulong(ulong value, uint lane) WEFT_COLLECTIVE;

#define WEFT_ARITHMETIC(operation, type)                                                                               \
  type __weft_sub_group_reduce_##operation##_##type(type) WEFT_COLLECTIVE;                                             \
  type __weft_sub_group_inclusive_##operation##_##type(type) WEFT_COLLECTIVE;                                          \
  type __weft_sub_group_exclusive_##operation##_##type(type) WEFT_COLLECTIVE;                                          \
  type __weft_sub_group_clustered_##operation##_##type(type, uint size) WEFT_COLLECTIVE;
// Signed integers use the sums and products of unsigned integers.
#define WEFT_FLOAT_ARITHMETIC(operation) WEFT_ARITHMETIC(operation, float) WEFT_ARITHMETIC(operation, double)
#define WEFT_UNSIGNED_ARITHMETIC(operation) WEFT_ARITHMETIC(operation, uint) WEFT_ARITHMETIC(operation, ulong)
#define WEFT_SIGNED_ARITHMETIC(operation) WEFT_ARITHMETIC(operation, int) WEFT_ARITHMETIC(operation, long)
// clang-format off
WEFT_UNSIGNED_ARITHMETIC(add)
WEFT_FLOAT_ARITHMETIC(add)
WEFT_UNSIGNED_ARITHMETIC(mul)
WEFT_FLOAT_ARITHMETIC(mul)
WEFT_UNSIGNED_ARITHMETIC(min)
WEFT_SIGNED_ARITHMETIC(min)
WEFT_FLOAT_ARITHMETIC(min)
WEFT_UNSIGNED_ARITHMETIC(max)
WEFT_SIGNED_ARITHMETIC(max)
WEFT_FLOAT_ARITHMETIC(max)
WEFT_UNSIGNED_ARITHMETIC(and)
WEFT_UNSIGNED_ARITHMETIC(or)
WEFT_UNSIGNED_ARITHMETIC(xor)
// clang-format on

// Returns the work-items of the sub-group that run this call, one bit for each.
static ulong weftRunning(void) { return __weft_sub_group_ballot(true); }
static ulong weftLaneBit(void) { return 1ul << get_sub_group_local_id(); }
static uint weftFirst(ulong lanes) { return (uint)__builtin_popcountl(~lanes & (lanes - 1)); }

// WEFT_MOVED_BITS(collective, value, lane, type, bits, wide) moves a scalar's bits as the integer type `wide`.
#define WEFT_MOVED_BITS(collective, value, lane, type, bits, wide)                                                     \
  as_##type((bits)__weft_sub_group_##collective##_##wide(as_##bits(value), lane))

// Defines `function(type, uint)` for the vectors of a type for which the scalar function exists.
#define WEFT_EACH_ELEMENT(function, type)                                                                              \
  type##2 WEFT_OVERLOAD function(type##2 value, uint lane) {                                                           \
    return (type##2)(function(value.x, lane), function(value.y, lane));                                                \
  }                                                                                                                    \
  type##3 WEFT_OVERLOAD function(type##3 value, uint lane) {                                                           \
    return (type##3)(function(value.x, lane), function(value.y, lane), function(value.z, lane));                       \
  }                                                                                                                    \
  type##4 WEFT_OVERLOAD function(type##4 value, uint lane) {                                                           \
    return (type##4)(function(value.lo, lane), function(value.hi, lane));                                              \
  }                                                                                                                    \
  type##8 WEFT_OVERLOAD function(type##8 value, uint lane) {                                                           \
    return (type##8)(function(value.lo, lane), function(value.hi, lane));                                              \
  }                                                                                                                    \
  type##16 WEFT_OVERLOAD function(type##16 value, uint lane) {                                                         \
    return (type##16)(function(value.lo, lane), function(value.hi, lane));                                             \
  }

// WEFT_ALL_SCALARS(MACRO) expands MACRO(type, unsigned type of the same width, uint or ulong) for each type.
#define WEFT_ALL_SCALARS(MACRO)                                                                                        \
  MACRO(char, uchar, uint)                                                                                             \
  MACRO(uchar, uchar, uint)                                                                                            \
  MACRO(short, ushort, uint)                                                                                           \
  MACRO(ushort, ushort, uint)                                                                                          \
  MACRO(int, uint, uint)                                                                                               \
  MACRO(uint, uint, uint)                                                                                              \
  MACRO(long, ulong, ulong)                                                                                            \
  MACRO(ulong, ulong, ulong)                                                                                           \
  MACRO(float, uint, uint)                                                                                             \
  MACRO(double, ulong, ulong)                                                                                          \
  MACRO(half, ushort, uint)

#endif
