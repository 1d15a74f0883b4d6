// One image that is read and written by the same kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_read_and_written(read_write image2d_t image) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  for (int round = 0; round < 3; ++round) {
    const uint4 texel = read_imageui(image, at);
    write_imageui(image, at, texel * 2 + (uint4)(at.x, at.y, round, 1));
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  }
}
