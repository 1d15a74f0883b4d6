// Votes and broadcasts in sub-groups (OpenCL C 3.0, section 6.15.19; cl_khr_subgroup_extended_types, _ballot,
// _non_uniform_vote; cl_intel_subgroups_char, _short).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../SubGroupPrimitives.h"

int WEFT_OVERLOAD sub_group_all(int predicate) { return __weft_sub_group_ballot(predicate == 0) == 0; }
int WEFT_OVERLOAD sub_group_any(int predicate) { return __weft_sub_group_ballot(predicate != 0) != 0; }
int WEFT_OVERLOAD sub_group_non_uniform_all(int predicate) { return sub_group_all(predicate); }
int WEFT_OVERLOAD sub_group_non_uniform_any(int predicate) { return sub_group_any(predicate); }
int WEFT_OVERLOAD sub_group_elect(void) { return weftFirst(weftRunning()) == get_sub_group_local_id(); }

#define WEFT_BROADCASTS(type, bits, wide)                                                                              \
  type WEFT_OVERLOAD sub_group_broadcast(type value, uint lane) {                                                      \
    return WEFT_MOVED_BITS(broadcast, value, lane, type, bits, wide);                                                  \
  }                                                                                                                    \
  WEFT_EACH_ELEMENT(sub_group_broadcast, type)                                                                         \
  type WEFT_OVERLOAD sub_group_non_uniform_broadcast(type value, uint lane) {                                          \
    return WEFT_MOVED_BITS(broadcast, value, lane, type, bits, wide);                                                  \
  }                                                                                                                    \
  WEFT_EACH_ELEMENT(sub_group_non_uniform_broadcast, type)                                                             \
  type WEFT_OVERLOAD sub_group_broadcast_first(type value) {                                                           \
    return sub_group_broadcast(value, weftFirst(weftRunning()));                                                       \
  }                                                                                                                    \
  int WEFT_OVERLOAD sub_group_non_uniform_all_equal(type value) {                                                      \
    return __weft_sub_group_ballot(value != sub_group_broadcast_first(value)) == 0;                                    \
  }
WEFT_ALL_SCALARS(WEFT_BROADCASTS)

#define WEFT_INTEL_BROADCAST(type)                                                                                     \
  type WEFT_OVERLOAD intel_sub_group_broadcast(type value, uint lane) { return sub_group_broadcast(value, lane); }
WEFT_INTEL_BROADCAST(char)
WEFT_INTEL_BROADCAST(uchar)
WEFT_INTEL_BROADCAST(short)
WEFT_INTEL_BROADCAST(ushort)
