// Blocks of images begin anywhere: beyond an edge reads give what is at it, and nothing is written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_image_blocks(read_only image2d_t in,
                                                                                    write_only image2d_t copy,
                                                                                    global uint *out, int x, int y) {
  const int2 at = (int2)(x + 4 * SIZE * (int)get_sub_group_id(), y);
  const uint4 rows = intel_sub_group_block_read4(in, at);
  for (int row = 0; row < 4; ++row)
    out[get_global_size(0) * row + get_global_id(0)] = row == 0 ? rows.x : row == 1 ? rows.y : row == 2 ? rows.z : rows.w;
  if (x % 4 == 0)
    intel_sub_group_block_write2(copy, at, rows.xy);
}
