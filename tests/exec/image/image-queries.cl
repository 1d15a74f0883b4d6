// What a kernel can ask an image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_queries(read_only image3d_t volume, write_only image2d_array_t layers, read_only image1d_t line,
                          global int *out) {
  global int *mine = out + 12 * get_global_id(0);
  const int4 size = get_image_dim(volume);
  mine[0] = get_image_width(volume);
  mine[1] = get_image_height(volume);
  mine[2] = get_image_depth(volume);
  mine[3] = size.x * 10000 + size.y * 100 + size.z;
  mine[4] = get_image_width(layers);
  mine[5] = get_image_height(layers);
  mine[6] = (int)get_image_array_size(layers);
  mine[7] = get_image_channel_data_type(layers) == CLK_HALF_FLOAT;
  mine[8] = get_image_channel_order(layers) == CLK_RG;
  mine[9] = get_image_width(line);
  mine[10] = get_image_channel_data_type(line) == CLK_UNSIGNED_INT16;
  mine[11] = get_image_channel_order(volume) == CLK_RGBA;
}
