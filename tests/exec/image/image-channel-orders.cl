// The same colours pass from an image of one channel order to an image of another.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_channel_orders(read_only image2d_t in, write_only image2d_t out) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, sampler, at));
}
