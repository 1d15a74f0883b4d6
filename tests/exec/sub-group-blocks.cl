// Blocks of buffers: the same elements for read and write, and the place of each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_blocks(global const uint *in, global uint *copy,
                                                                              global uint *places) {
  const size_t group = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * get_num_sub_groups();
  const size_t base = (group + get_sub_group_id()) * SIZE * 16;
  const global uint *from = in + base;
  global uint *to = copy + base;
  intel_sub_group_block_write(to, intel_sub_group_block_read(from));
  intel_sub_group_block_write(to + SIZE, intel_sub_group_block_read(from + SIZE));
  intel_sub_group_block_write2(to + 2 * SIZE, intel_sub_group_block_read2(from + 2 * SIZE));
  intel_sub_group_block_write4(to + 4 * SIZE, intel_sub_group_block_read4(from + 4 * SIZE));
  const uint8 eight = intel_sub_group_block_read8(from + 8 * SIZE);
  intel_sub_group_block_write8(to + 8 * SIZE, eight);
  places[get_global_id(1) * get_global_size(0) + get_global_id(0)] = eight.s5;
}
