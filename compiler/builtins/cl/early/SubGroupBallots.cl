// Sets of a sub-group's work-items (cl_khr_subgroup_ballot), one bit for each, from the lowest bit of .x on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../SubGroupPrimitives.h"

// A sub-group has at most 64 work-items.
static uint4 fromBits(ulong bits) { return (uint4)((uint)bits, (uint)(bits >> 32), 0, 0); }
static ulong allLanes(void) { return ~0ul >> (64 - get_max_sub_group_size()); }
// Returns the bits of lanes that the sub-group can have. All other bits are ignored.
static ulong toBits(uint4 set) { return (((ulong)set.y << 32) | set.x) & allLanes(); }

uint4 WEFT_OVERLOAD get_sub_group_eq_mask(void) { return fromBits(weftLaneBit()); }
uint4 WEFT_OVERLOAD get_sub_group_ge_mask(void) { return fromBits(allLanes() & -weftLaneBit()); }
uint4 WEFT_OVERLOAD get_sub_group_gt_mask(void) { return fromBits(allLanes() & -weftLaneBit() & ~weftLaneBit()); }
uint4 WEFT_OVERLOAD get_sub_group_le_mask(void) { return fromBits(weftLaneBit() | (weftLaneBit() - 1)); }
uint4 WEFT_OVERLOAD get_sub_group_lt_mask(void) { return fromBits(weftLaneBit() - 1); }

uint4 WEFT_OVERLOAD sub_group_ballot(int predicate) { return fromBits(__weft_sub_group_ballot(predicate != 0)); }
int WEFT_OVERLOAD sub_group_inverse_ballot(uint4 set) { return (toBits(set) & weftLaneBit()) != 0; }
int WEFT_OVERLOAD sub_group_ballot_bit_extract(uint4 set, uint lane) { return (toBits(set) >> (lane & 63) & 1) != 0; }
uint WEFT_OVERLOAD sub_group_ballot_bit_count(uint4 set) { return (uint)__builtin_popcountl(toBits(set)); }
uint WEFT_OVERLOAD sub_group_ballot_inclusive_scan(uint4 set) {
  return (uint)__builtin_popcountl(toBits(set) & (weftLaneBit() | (weftLaneBit() - 1)));
}
uint WEFT_OVERLOAD sub_group_ballot_exclusive_scan(uint4 set) {
  return (uint)__builtin_popcountl(toBits(set) & (weftLaneBit() - 1));
}
uint WEFT_OVERLOAD sub_group_ballot_find_lsb(uint4 set) { return weftFirst(toBits(set)); }
uint WEFT_OVERLOAD sub_group_ballot_find_msb(uint4 set) { return 63 - (uint)__builtin_clzl(toBits(set) | 1); }
