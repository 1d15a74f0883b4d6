// Normalised coordinates from -2 to 3: the picture repeated, and mirrored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void image_repetition(read_only image1d_t in, sampler_t repeat, sampler_t mirror, global float *out) {
  const int x = get_global_id(0), size = get_global_size(0);
  const float at = (x * 5 + 0.5f) / size - 2;
  out[2 * x] = read_imagef(in, repeat, at).x;
  out[2 * x + 1] = read_imagef(in, mirror, at).x;
}
