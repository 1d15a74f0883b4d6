// A step of the lattice Boltzmann method in two dimensions with nine velocities: streaming by pull, or by push.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constant int stepX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constant int stepY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constant int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constant float weight[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                            1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

// Nine arrays of the whole lattice, periodic in both directions.
kernel void lbm_pull_soa(global const float *restrict from, global float *restrict to, int width, int height,
                         float omega) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int cells = width * height;
  float f[9];
  float density = 0.0f, ux = 0.0f, uy = 0.0f;
  for (int q = 0; q < 9; ++q) {
    int sx = (x - stepX[q] + width) % width;
    int sy = (y - stepY[q] + height) % height;
    f[q] = from[q * cells + sy * width + sx];
    density += f[q];
    ux += f[q] * stepX[q];
    uy += f[q] * stepY[q];
  }
  ux /= density;
  uy /= density;
  const float speed2 = ux * ux + uy * uy;
  for (int q = 0; q < 9; ++q) {
    float along = stepX[q] * ux + stepY[q] * uy;
    float rest = weight[q] * density * (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * speed2);
    to[q * cells + y * width + x] = f[q] - omega * (f[q] - rest);
  }
}

// The nine values of a cell stand together; solid cells send back what came to them.
kernel void lbm_push_aos(global const float *from, global float *to, global const uchar *solid, int width, int height,
                         float omega) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int cell = y * width + x;
  float f[9];
  for (int q = 0; q < 9; q++)
    f[q] = from[cell * 9 + q];
  if (solid[cell] == 0) {
    float old[9];
    for (int q = 0; q < 9; q++)
      old[q] = f[q];
    for (int q = 0; q < 9; q++)
      f[q] = old[opposite[q]];
  } else {
    float density = 0, ux = 0, uy = 0;
    for (int q = 0; q < 9; q++) {
      density += f[q];
      ux += stepX[q] * f[q];
      uy += stepY[q] * f[q];
    }
    ux /= density;
    uy /= density;
    for (int q = 0; q < 9; q++) {
      float along = stepX[q] * ux + stepY[q] * uy;
      float rest = weight[q] * density * (1.0f + 3.0f * along + 4.5f * along * along - 1.5f * (ux * ux + uy * uy));
      f[q] += omega * (rest - f[q]);
    }
  }
  for (int q = 0; q < 9; q++) {
    int tx = x + stepX[q], ty = y + stepY[q];
    if (tx < 0)
      tx += width;
    if (tx >= width)
      tx -= width;
    if (ty < 0)
      ty += height;
    if (ty >= height)
      ty -= height;
    to[(ty * width + tx) * 9 + q] = f[q];
  }
}
