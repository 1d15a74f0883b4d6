// Bilinear resizing with clamped borders: of an interleaved RGB image of bytes, and of a grey image of floats.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void resize_bilinear_rgb(global const uchar *src, int srcWidth, int srcHeight, int srcStride, global uchar *dst,
                                int dstWidth, int dstHeight, int dstStride, float scaleX, float scaleY) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < dstWidth && y < dstHeight) {
    float fx = (x + 0.5f) * scaleX - 0.5f;
    float fy = (y + 0.5f) * scaleY - 0.5f;
    int ix = (int)floor(fx), iy = (int)floor(fy);
    fx -= ix;
    fy -= iy;
    int x0 = clamp(ix, 0, srcWidth - 1), x1 = clamp(ix + 1, 0, srcWidth - 1);
    int y0 = clamp(iy, 0, srcHeight - 1), y1 = clamp(iy + 1, 0, srcHeight - 1);
    for (int c = 0; c < 3; c++) {
      float p00 = src[y0 * srcStride + x0 * 3 + c];
      float p01 = src[y0 * srcStride + x1 * 3 + c];
      float p10 = src[y1 * srcStride + x0 * 3 + c];
      float p11 = src[y1 * srcStride + x1 * 3 + c];
      float top = p00 + (p01 - p00) * fx;
      float bottom = p10 + (p11 - p10) * fx;
      dst[y * dstStride + x * 3 + c] = convert_uchar_sat_rte(top + (bottom - top) * fy);
    }
  }
}

kernel void resize_bilinear_float(global const float *restrict src, int srcWidth, int srcHeight,
                                  global float *restrict dst) {
  const int2 srcSize = (int2)(srcWidth, srcHeight);
  int x = get_global_id(0), y = get_global_id(1);
  float2 ratio = convert_float2(srcSize) / (float2)(get_global_size(0), get_global_size(1));
  float2 p = ((float2)(x, y) + 0.5f) * ratio - 0.5f;
  int2 i = convert_int2_rtn(p);
  float2 f = p - convert_float2(i);
  int2 low = clamp(i, (int2)(0), srcSize - 1), high = clamp(i + 1, (int2)(0), srcSize - 1);
  float top = mix(src[low.y * srcSize.x + low.x], src[low.y * srcSize.x + high.x], f.x);
  float bottom = mix(src[high.y * srcSize.x + low.x], src[high.y * srcSize.x + high.x], f.x);
  dst[y * get_global_size(0) + x] = mix(top, bottom, f.y);
}
