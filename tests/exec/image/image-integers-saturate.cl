// Integers beyond what a channel holds become the nearest that it holds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_integers_saturate(global const int4 *in, write_only image2d_t bytes, write_only image2d_t words,
                                    write_only image2d_t unsignedBytes) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int4 value = in[at.y * get_global_size(0) + at.x];
  write_imagei(bytes, at, value);
  write_imagei(words, at, value);
  write_imageui(unsignedBytes, at, as_uint4(value));
}
