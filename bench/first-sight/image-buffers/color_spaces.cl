// Colour spaces of byte images: interleaved RGB to HSV in floats, and BGRA to the three planes of YCrCb in fixed point.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void rgb_to_hsv(global const uchar *rgb, global uchar *hsv, uint pixels) {
  uint i = get_global_id(0);
  if (i >= pixels)
    return;
  uchar3 p = vload3(i, rgb);
  float r = p.x, g = p.y, b = p.z;
  float v = fmax(r, fmax(g, b));
  float chroma = v - fmin(r, fmin(g, b));
  float s = v > 0.0f ? 255.0f * chroma / v : 0.0f;
  float h = 0.0f;
  if (chroma > 0.0f) {
    if (v == r)
      h = 30.0f * (g - b) / chroma;
    else if (v == g)
      h = 60.0f + 30.0f * (b - r) / chroma;
    else
      h = 120.0f + 30.0f * (r - g) / chroma;
    if (h < 0.0f)
      h += 180.0f;
  }
  vstore3((uchar3)(convert_uchar_sat_rte(h), convert_uchar_sat_rte(s), p.x > p.y ? max(p.x, p.z) : max(p.y, p.z)), i, hsv);
}

#define SHIFT 14
#define ROUND (1 << (SHIFT - 1))

kernel void bgra_to_ycrcb_planes(global const uchar4 *bgra, global uchar *luma, global uchar *red, global uchar *blue,
                                 int pitch) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar4 p = bgra[y * pitch + x];
  int b = p.s0, g = p.s1, r = p.s2;
  int l = (4899 * r + 9617 * g + 1868 * b + ROUND) >> SHIFT;
  int cr = ((r - l) * 11682 + (128 << SHIFT) + ROUND) >> SHIFT;
  int cb = ((b - l) * 9241 + (128 << SHIFT) + ROUND) >> SHIFT;
  int at = y * pitch + x;
  luma[at] = (uchar)l;
  red[at] = convert_uchar_sat(cr);
  blue[at] = convert_uchar_sat(cb);
}
