// Blocks of buffers: the same elements for read and write, and the place of each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define JOIN(a, b) a##b
#define NAME(function, suffix) JOIN(function, suffix)
#define READ(width) NAME(intel_sub_group_block_read, NAME(SUFFIX, width))
#define WRITE(width) NAME(intel_sub_group_block_write, NAME(SUFFIX, width))
#define EIGHT NAME(TYPE, 8)
#define SIXTEEN NAME(TYPE, 16)

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_blocks(global const TYPE *in, global TYPE *copy,
                                                                              global TYPE *places) {
  const size_t group = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * get_num_sub_groups();
  const size_t base = (group + get_sub_group_id()) * SIZE * 32;
  const global TYPE *from = in + base;
  global TYPE *to = copy + base;
  WRITE()(to, READ()(from));
  WRITE()(to + SIZE, READ()(from + SIZE));
  WRITE(2)(to + 2 * SIZE, READ(2)(from + 2 * SIZE));
  WRITE(4)(to + 4 * SIZE, READ(4)(from + 4 * SIZE));
  const EIGHT eight = READ(8)(from + 8 * SIZE);
  WRITE(8)(to + 8 * SIZE, eight);
#ifdef HAS_16
  const SIXTEEN sixteen = READ(16)(from + 16 * SIZE);
  WRITE(16)(to + 16 * SIZE, sixteen);
#else
  const SIXTEEN sixteen = (SIXTEEN)(READ(8)(from + 16 * SIZE), READ(8)(from + 24 * SIZE));
  WRITE(8)(to + 16 * SIZE, sixteen.lo);
  WRITE(8)(to + 24 * SIZE, sixteen.hi);
#endif
  const size_t id = get_global_id(1) * get_global_size(0) + get_global_id(0);
  places[2 * id] = eight.s5;
  places[2 * id + 1] = sixteen.sb;
}
