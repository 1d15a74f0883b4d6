// Values of other work-items of a sub-group (cl_khr_subgroup_shuffle, _shuffle_relative, _rotate; cl_intel_subgroups).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../SubGroupPrimitives.h"

static uint lane(void) { return get_sub_group_local_id(); }
// Returns the lane from which a rotation reads. The lane is in the same cluster, whose size is a power of two.
static uint rotated(uint delta, uint size) { return (lane() & ~(size - 1)) | ((lane() + delta) & (size - 1)); }

#define WEFT_SHUFFLES(type, bits, wide)                                                                                \
  type WEFT_OVERLOAD sub_group_shuffle(type value, uint from) {                                                        \
    return WEFT_MOVED_BITS(shuffle, value, from, type, bits, wide);                                                    \
  }                                                                                                                    \
  type WEFT_OVERLOAD sub_group_shuffle_xor(type value, uint mask) { return sub_group_shuffle(value, lane() ^ mask); }  \
  type WEFT_OVERLOAD sub_group_shuffle_up(type value, uint delta) { return sub_group_shuffle(value, lane() - delta); } \
  type WEFT_OVERLOAD sub_group_shuffle_down(type value, uint delta) {                                                  \
    return sub_group_shuffle(value, lane() + delta);                                                                   \
  }                                                                                                                    \
  type WEFT_OVERLOAD sub_group_rotate(type value, int delta) {                                                         \
    return sub_group_shuffle(value, rotated((uint)delta, get_max_sub_group_size()));                                   \
  }                                                                                                                    \
  type WEFT_OVERLOAD sub_group_clustered_rotate(type value, int delta, uint size) {                                    \
    return sub_group_shuffle(value, rotated((uint)delta, size));                                                       \
  }
WEFT_ALL_SCALARS(WEFT_SHUFFLES)

// These functions take two values, where the lanes of the second value follow the lanes of the first.
#define WEFT_INTEL_RELATIVE(type)                                                                                      \
  type WEFT_OVERLOAD intel_sub_group_shuffle_xor(type value, uint mask) {                                              \
    return intel_sub_group_shuffle(value, lane() ^ mask);                                                              \
  }                                                                                                                    \
  type WEFT_OVERLOAD intel_sub_group_shuffle_down(type first, type second, uint delta) {                               \
    const type fromFirst = intel_sub_group_shuffle(first, lane() + delta);                                             \
    const type fromSecond = intel_sub_group_shuffle(second, lane() + delta);                                           \
    return lane() + delta < get_max_sub_group_size() ? fromFirst : fromSecond;                                         \
  }                                                                                                                    \
  type WEFT_OVERLOAD intel_sub_group_shuffle_up(type first, type second, uint delta) {                                 \
    const type fromFirst = intel_sub_group_shuffle(first, lane() - delta);                                             \
    const type fromSecond = intel_sub_group_shuffle(second, lane() - delta);                                           \
    return delta <= lane() ? fromSecond : fromFirst;                                                                   \
  }
#define WEFT_INTEL_SHUFFLES(type, bits, wide)                                                                          \
  type WEFT_OVERLOAD intel_sub_group_shuffle(type value, uint from) { return sub_group_shuffle(value, from); }         \
  WEFT_EACH_ELEMENT(intel_sub_group_shuffle, type)                                                                     \
  WEFT_INTEL_RELATIVE(type)                                                                                            \
  WEFT_INTEL_RELATIVE(type##2)                                                                                         \
  WEFT_INTEL_RELATIVE(type##3)                                                                                         \
  WEFT_INTEL_RELATIVE(type##4)                                                                                         \
  WEFT_INTEL_RELATIVE(type##8)                                                                                         \
  WEFT_INTEL_RELATIVE(type##16)
WEFT_ALL_SCALARS(WEFT_INTEL_SHUFFLES)
