// Convolution by 3 by 3 weights: one output of a plane for each work-item (NCHW), and eight channels from a local tile (NHWC).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void conv_3x3_nchw(global const float *input, global const float *weights, global const float *bias,
                          global float *output, int inputs, int height, int width) {
  int x = get_global_id(0), y = get_global_id(1), o = get_global_id(2);
  if (x >= width || y >= height)
    return;
  float sum = bias[o];
  for (int i = 0; i < inputs; i++) {
    for (int ky = -1; ky <= 1; ky++) {
      for (int kx = -1; kx <= 1; kx++) {
        int iy = y + ky, ix = x + kx;
        if (iy >= 0 && iy < height && ix >= 0 && ix < width)
          sum += input[(i * height + iy) * width + ix] * weights[((o * inputs + i) * 3 + ky + 1) * 3 + kx + 1];
      }
    }
  }
  output[(o * height + y) * width + x] = sum;
}

#define SIDE 8
#define INPUTS 16
#define OUTPUTS 32

// weights[ky][kx][input][output]
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1))) void
conv_3x3_nhwc_local(global const float *restrict input, global const float *restrict weights,
                    global float *restrict output, int size) {
  local float4 tile[(SIDE + 2) * (SIDE + 2)][INPUTS / 4];
  int lx = get_local_id(0), ly = get_local_id(1), first = get_global_id(2) * 8;
  int left = get_group_id(0) * SIDE - 1, top = get_group_id(1) * SIDE - 1;

  for (int k = ly * SIDE + lx; k < (SIDE + 2) * (SIDE + 2); k += SIDE * SIDE) {
    int ix = left + k % (SIDE + 2), iy = top + k / (SIDE + 2);
    bool inside = ix >= 0 && ix < size && iy >= 0 && iy < size;
    for (int c = 0; c < INPUTS / 4; c++)
      tile[k][c] = inside ? vload4(c, input + (iy * size + ix) * INPUTS) : (float4)(0.0f);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  float8 sum = (float8)(0.0f);
  for (int ky = 0; ky < 3; ky++)
    for (int kx = 0; kx < 3; kx++) {
      global const float *w = weights + (ky * 3 + kx) * INPUTS * OUTPUTS + first;
      for (int c = 0; c < INPUTS / 4; c++) {
        float4 p = tile[(ly + ky) * (SIDE + 2) + lx + kx][c];
        sum += p.x * vload8(0, w + (4 * c + 0) * OUTPUTS);
        sum += p.y * vload8(0, w + (4 * c + 1) * OUTPUTS);
        sum += p.z * vload8(0, w + (4 * c + 2) * OUTPUTS);
        sum += p.w * vload8(0, w + (4 * c + 3) * OUTPUTS);
      }
    }
  vstore8(max(sum, 0.0f), 0, output + (get_global_id(1) * size + get_global_id(0)) * OUTPUTS + first);
}
