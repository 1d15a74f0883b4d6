// Reductions and scans in sub-groups (OpenCL C 3.0, section 6.15.19; cl_khr_subgroup_extended_types,
// _non_uniform_arithmetic, _clustered_reduce; cl_intel_subgroups_char, _short).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../SubGroupPrimitives.h"

// Types narrower than int, and half, are computed in a wider type.
#define WEFT_WHOLE(prefix, operation, type, wide)                                                                      \
  type WEFT_OVERLOAD prefix##_reduce_##operation(type value) {                                                         \
    return (type)__weft_sub_group_reduce_##operation##_##wide((wide)value);                                            \
  }                                                                                                                    \
  type WEFT_OVERLOAD prefix##_scan_inclusive_##operation(type value) {                                                 \
    return (type)__weft_sub_group_inclusive_##operation##_##wide((wide)value);                                         \
  }                                                                                                                    \
  type WEFT_OVERLOAD prefix##_scan_exclusive_##operation(type value) {                                                 \
    const wide before = __weft_sub_group_exclusive_##operation##_##wide((wide)value);                                  \
    return (type)WEFT_NARROW_##operation(type, before);                                                                \
  }
#define WEFT_NON_UNIFORM(operation, type, wide)                                                                        \
  WEFT_WHOLE(sub_group_non_uniform, operation, type, wide)                                                             \
  type WEFT_OVERLOAD sub_group_clustered_reduce_##operation(type value, uint size) {                                   \
    return (type)__weft_sub_group_clustered_##operation##_##wide((wide)value, size);                                   \
  }
#define WEFT_BOTH(operation, type, wide)                                                                               \
  WEFT_WHOLE(sub_group, operation, type, wide)                                                                         \
  WEFT_NON_UNIFORM(operation, type, wide)

// The first work-item of an exclusive scan gets the identity of the narrow type. The largest and smallest values of the
// wide type don't fit into the narrow type.
#define WEFT_NARROW_add(type, value) (value)
#define WEFT_NARROW_mul(type, value) (value)
#define WEFT_NARROW_and(type, value) (value)
#define WEFT_NARROW_or(type, value) (value)
#define WEFT_NARROW_xor(type, value) (value)
#define WEFT_NARROW_min(type, value) ((value) > weft_largest_##type ? weft_largest_##type : (value))
#define WEFT_NARROW_max(type, value) ((value) < weft_smallest_##type ? weft_smallest_##type : (value))
#define weft_largest_char CHAR_MAX
#define weft_smallest_char CHAR_MIN
#define weft_largest_uchar UCHAR_MAX
#define weft_smallest_uchar (uchar)0
#define weft_largest_short SHRT_MAX
#define weft_smallest_short SHRT_MIN
#define weft_largest_ushort USHRT_MAX
#define weft_smallest_ushort (ushort)0
#define weft_largest_int INT_MAX
#define weft_smallest_int INT_MIN
#define weft_largest_uint UINT_MAX
#define weft_smallest_uint 0u
#define weft_largest_long LONG_MAX
#define weft_smallest_long LONG_MIN
#define weft_largest_ulong ULONG_MAX
#define weft_smallest_ulong 0ul
#define weft_largest_float INFINITY
#define weft_smallest_float -INFINITY
#define weft_largest_double (double)INFINITY
#define weft_smallest_double -(double)INFINITY
#define weft_largest_half (half)INFINITY
#define weft_smallest_half -(half)INFINITY

#define WEFT_INTEGER(type, own, sum)                                                                                   \
  WEFT_BOTH(add, type, sum)                                                                                            \
  WEFT_BOTH(min, type, own)                                                                                            \
  WEFT_BOTH(max, type, own)                                                                                            \
  WEFT_NON_UNIFORM(mul, type, sum)                                                                                     \
  WEFT_NON_UNIFORM(and, type, sum)                                                                                     \
  WEFT_NON_UNIFORM(or, type, sum)                                                                                      \
  WEFT_NON_UNIFORM(xor, type, sum)
#define WEFT_FLOATING(type, wide)                                                                                      \
  WEFT_BOTH(add, type, wide)                                                                                           \
  WEFT_BOTH(min, type, wide)                                                                                           \
  WEFT_BOTH(max, type, wide)                                                                                           \
  WEFT_NON_UNIFORM(mul, type, wide)
WEFT_INTEGER(char, int, uint)
WEFT_INTEGER(uchar, uint, uint)
WEFT_INTEGER(short, int, uint)
WEFT_INTEGER(ushort, uint, uint)
WEFT_INTEGER(int, int, uint)
WEFT_INTEGER(uint, uint, uint)
WEFT_INTEGER(long, long, ulong)
WEFT_INTEGER(ulong, ulong, ulong)
WEFT_FLOATING(float, float)
WEFT_FLOATING(double, double)
WEFT_FLOATING(half, float)

// Intel's names for functions that cl_khr_subgroup_extended_types also has.
#define WEFT_INTEL(type, own)                                                                                          \
  WEFT_WHOLE(intel_sub_group, add, type, uint)                                                                         \
  WEFT_WHOLE(intel_sub_group, min, type, own)                                                                          \
  WEFT_WHOLE(intel_sub_group, max, type, own)
WEFT_INTEL(char, int)
WEFT_INTEL(uchar, uint)
WEFT_INTEL(short, int)
WEFT_INTEL(ushort, uint)

// Logical operations count the bits of ballots.
static ulong lanesBefore(void) { return weftLaneBit() - 1; }
static ulong lanesUpTo(void) { return weftLaneBit() | (weftLaneBit() - 1); }
static ulong lanesOfCluster(uint size) {
  return (~0ul >> (64 - size)) << (get_sub_group_local_id() & ~(size - 1));
}
static int logical_and(int predicate, ulong lanes) { return (__weft_sub_group_ballot(predicate == 0) & lanes) == 0; }
static int logical_or(int predicate, ulong lanes) { return (__weft_sub_group_ballot(predicate != 0) & lanes) != 0; }
static int logical_xor(int predicate, ulong lanes) {
  return (int)(__builtin_popcountl(__weft_sub_group_ballot(predicate != 0) & lanes) & 1);
}

#define WEFT_LOGICAL(operation)                                                                                        \
  int WEFT_OVERLOAD sub_group_non_uniform_reduce_##operation(int predicate) { return operation(predicate, ~0ul); }     \
  int WEFT_OVERLOAD sub_group_non_uniform_scan_inclusive_##operation(int predicate) {                                  \
    return operation(predicate, lanesUpTo());                                                                          \
  }                                                                                                                    \
  int WEFT_OVERLOAD sub_group_non_uniform_scan_exclusive_##operation(int predicate) {                                  \
    return operation(predicate, lanesBefore());                                                                        \
  }                                                                                                                    \
  int WEFT_OVERLOAD sub_group_clustered_reduce_##operation(int predicate, uint size) {                                 \
    return operation(predicate, lanesOfCluster(size));                                                                 \
  }
WEFT_LOGICAL(logical_and)
WEFT_LOGICAL(logical_or)
WEFT_LOGICAL(logical_xor)
