// Products of bytes and of halves, added up as kernels write it, once and along a row of a work-item's own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define PRODUCTS_OF_4(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z + (a).w * (b).w)

kernel void sums_of_narrow_products(global const uint *a, global const uint *b, global int *out, int length) {
  const size_t i = get_global_id(0);
  const uint x = a[i], y = b[i];
  global int *o = out + 12 * i;

  const char4 xc = as_char4(x), yc = as_char4(y);
  const uchar4 xu = as_uchar4(x), yu = as_uchar4(y);
  const short2 xs = as_short2(x), ys = as_short2(y);
  o[0] = 7 + PRODUCTS_OF_4(xc, yc);
  o[1] = PRODUCTS_OF_4(xu, yu) - 7;
  o[2] = PRODUCTS_OF_4(xu, yc);
  o[3] = (int)((uint)(xs.x * ys.x) + (uint)(xs.y * ys.y));
  // Numbers in which bytes are packed.
  o[4] = (int)((x & 255) * (y & 255) + (x >> 8 & 255) * (y >> 8 & 255) + (x >> 16 & 255) * (y >> 16 & 255) +
               (x >> 24) * (y >> 24));
  const int4 wide = convert_int4(xc) * convert_int4(yu);
  o[5] = wide.x + wide.y + wide.z + wide.w;
  // No dot product: a place twice, and places that differ.
  o[6] = xc.x * yc.x + xc.y * yc.y + xc.z * yc.z + xc.x * yc.x;
  o[7] = xc.x * yc.w + xc.y * yc.z + xc.z * yc.y + xc.w * yc.x;

  // Along rows, of which the last ones begin again at the first.
  int ofChars = 0, ofHalves = 0, ofQuads = 0;
  uint ofBytes = 0;
  const int row = (int)i % 64 * length;
  global const char4 *chars = (global const char4 *)a;
  global const uchar4 *bytes = (global const uchar4 *)a;
  global const short2 *halves = (global const short2 *)a;
  for (int k = 0; k < length; ++k)
    ofChars += PRODUCTS_OF_4(chars[row + k], ((global const char4 *)b)[k]);
  for (int k = 0; k < length; ++k)
    ofBytes += PRODUCTS_OF_4(bytes[row + k], ((global const uchar4 *)b)[k]);
  for (int k = 0; k < length; ++k) {
    const short2 h = halves[row + k] >> (short2)2, g = ((global const short2 *)b)[k] >> (short2)2;
    ofHalves += h.x * g.x + h.y * g.y;
  }
  for (int k = 0; k < length / 4; ++k) {
    const char16 p = vload16(k, (global const char *)(a + row)), q = vload16(k, (global const char *)b);
    ofQuads += PRODUCTS_OF_4(p.s0123, q.s0123) + PRODUCTS_OF_4(p.s4567, q.s4567) + PRODUCTS_OF_4(p.s89ab, q.s89ab) +
               PRODUCTS_OF_4(p.scdef, q.scdef);
  }
  o[8] = ofChars;
  o[9] = (int)ofBytes;
  o[10] = ofHalves;
  o[11] = ofQuads;
}
