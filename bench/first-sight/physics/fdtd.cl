// Yee steps of the electric field in two dimensions with materials, and in three dimensions in a vacuum.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void fdtd_2d_materials(global float *ez, global const float *hx, global const float *hy,
                              global const uchar *material, constant float *decay, constant float *curl, int width,
                              int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  int m = material[i];
  ez[i] = decay[m] * ez[i] + curl[m] * ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - width]));
}

// The arrays have one more plane than work-items at the low side of each dimension.
kernel void fdtd_3d_double(global double *restrict ex, global double *restrict ey, global double *restrict ez,
                           global const double *restrict hx, global const double *restrict hy,
                           global const double *restrict hz, double scale) {
  size_t pitch = get_global_size(0) + 1;
  size_t plane = pitch * (get_global_size(1) + 1);
  size_t i = (get_global_id(2) + 1) * plane + (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
  ex[i] += scale * ((hz[i] - hz[i - pitch]) - (hy[i] - hy[i - plane]));
  ey[i] += scale * ((hx[i] - hx[i - plane]) - (hz[i] - hz[i - 1]));
  ez[i] += scale * ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - pitch]));
}
