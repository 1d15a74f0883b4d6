// A volume's slices become an array's layers in reverse order; layers and slices beyond the last are clamped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_volumes_and_layers(read_only image3d_t volume, read_only image2d_array_t layers,
                                     write_only image3d_t volumeOut, write_only image2d_array_t layersOut) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), last = get_global_size(2) - 1;
  write_imagei(layersOut, (int4)(x, y, last - z, 0), read_imagei(volume, sampler, (int4)(x, y, z, 0)));
  write_imagei(volumeOut, (int4)(x, y, z, 0),
               read_imagei(layers, sampler, (float4)(x + 0.5f, y + 0.5f, z + 0.75f, 0)));
}
