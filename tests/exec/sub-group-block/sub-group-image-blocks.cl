// Blocks of images begin anywhere: beyond an edge reads give what is at it, and nothing is written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define JOIN(a, b) a##b
#define NAME(function, suffix) JOIN(function, suffix)
#define READ(width) NAME(intel_sub_group_block_read, NAME(SUFFIX, width))
#define WRITE(width) NAME(intel_sub_group_block_write, NAME(SUFFIX, width))

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void sub_group_image_blocks(read_only image2d_t in,
                                                                                    write_only image2d_t copy,
                                                                                    global TYPE *out, int x, int y) {
  const int2 at = (int2)(x + (int)sizeof(TYPE) * SIZE * (int)get_sub_group_id(), y);
  const NAME(TYPE, 8) rows = READ(8)(in, at);
  const TYPE each[] = {rows.s0, rows.s1, rows.s2, rows.s3, rows.s4, rows.s5, rows.s6, rows.s7};
  for (int row = 0; row < 8; ++row)
    out[get_global_size(0) * row + get_global_id(0)] = each[row];
  if (x % 4 == 0) {
    WRITE()(copy, at, READ()(in, at));
    WRITE(2)(copy, at + (int2)(0, 1), READ(2)(in, at + (int2)(0, 1)));
    WRITE(4)(copy, at + (int2)(0, 3), READ(4)(in, at + (int2)(0, 3)));
    WRITE(8)(copy, at + (int2)(0, 7), READ(8)(in, at + (int2)(0, 7)));
#ifdef HAS_16
    WRITE(16)(copy, at + (int2)(0, 15), READ(16)(in, at + (int2)(0, 15)));
#endif
  }
}
