// Votes of edge pixels for lines: one work-item for each pixel of the image, and one work-group for each angle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void hough_lines_atomic(global const uchar *edges, int width, int height, uchar threshold,
                               global const float2 *directions, int angles, global int *votes, int rhos) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  if (edges[y * width + x] < threshold)
    return;
  for (int a = 0; a < angles; a++) {
    int rho = convert_int_rte(x * directions[a].x + y * directions[a].y) + rhos / 2;
    atomic_inc(&votes[a * rhos + rho]);
  }
}

// The points are packed: x in the low half, y in the high half.
kernel void hough_lines_local(global const uint *points, int count, global const float *cosines,
                              global const float *sines, global ushort *votes, local int *row, int rhos) {
  int angle = get_group_id(0);
  int item = get_local_id(0), items = get_local_size(0);
  for (int i = item; i < rhos; i += items)
    row[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  float c = cosines[angle], s = sines[angle];
  for (int i = item; i < count; i += items) {
    uint p = points[i];
    float x = (float)(p & 0xffff) * (1.0f / 64.0f), y = (float)(p >> 16) * (1.0f / 64.0f);
    atomic_inc(&row[convert_int_rte(x * c + y * s) + rhos / 2]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int i = item; i < rhos; i += items)
    votes[angle * rhos + i] = (ushort)min(row[i], 65535);
}
