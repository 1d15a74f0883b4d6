// Elements that lie two to four apart from work-item to work-item: parts of structs, whole and in part, on some lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef struct {
  int x;
  float y;
  int z, tag;
} __attribute__((aligned(16))) Point;

kernel void small_strides(global const float *complex, global const uchar *rgb, global const Point *points,
                          global const double *pairs, global float *squares, global uchar *bgr, global Point *moved,
                          global short *odd, global double *swapped, int count) {
  const int i = get_global_id(0);
  const float re = complex[2 * i], im = complex[2 * i + 1];
  const uchar r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  squares[2 * i] = re * re - im * im;
  squares[2 * i + 1] = 2 * re * im;
  bgr[3 * i + 2] = r;
  bgr[3 * i + 1] = g;
  bgr[3 * i] = b;
  odd[2 * i + 1] = (short)(r - b);
  const int x = points[i].x, z = points[i].z;
  const float y = points[i].y;
  moved[i].x = x + 1;
  moved[i].y = -y;
  moved[i].z = z + 3;
  if (points[i].tag % 3 == 0)
    moved[i].tag = points[i].tag + 1;
  if (i < count) {
    const double first = pairs[2 * (uint)i], second = pairs[2 * (uint)i + 1];
    swapped[2 * (uint)i] = second;
    swapped[2 * (uint)i + 1] = first;
  }
}
