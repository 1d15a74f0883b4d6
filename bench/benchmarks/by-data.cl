// Kernels that find their places, and what they divide by, in their data: an image of bytes resized, the nearest of many
// points by a tree and a stack, sums of remainders.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__kernel void resize_bytes(__global const uchar *image, __global uchar *result, int fromWidth, int fromHeight, int width,
                           int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const float u = (x + 0.5f) * fromWidth / width - 0.5f, v = (y + 0.5f) * fromHeight / height - 0.5f;
  const int left = floor(u), top = floor(v);
  const float across = u - left, down = v - top;
  const int x0 = max(left, 0), x1 = min(left + 1, fromWidth - 1);
  const int y0 = max(top, 0) * fromWidth, y1 = min(top + 1, fromHeight - 1) * fromWidth;
  const float above = image[y0 + x0] + (image[y0 + x1] - image[y0 + x0]) * across;
  const float below = image[y1 + x0] + (image[y1 + x1] - image[y1 + x0]) * across;
  result[y * width + x] = above + (below - above) * down + 0.5f;
}

/// Node i of the tree has children 2 i and 2 i + 1 and divides space by x and y in turn.
__kernel void nearest_point(__global const float2 *tree, __global const float2 *queries, __global float *distances,
                            int nodes) {
  const int i = get_global_id(0);
  const float2 query = queries[i];
  int stack[32];
  float beyond[32];
  int depth = 0;
  float best = INFINITY;
  stack[0] = 1;
  beyond[depth++] = 0.0f;
  while (depth > 0) {
    --depth;
    if (beyond[depth] >= best)
      continue;
    const int node = stack[depth];
    const float2 point = tree[node];
    const float dx = query.x - point.x, dy = query.y - point.y;
    best = fmin(best, dx * dx + dy * dy);
    if (2 * node >= nodes)
      continue;
    const float side = (31 - clz(node)) & 1 ? dy : dx;
    const int near = 2 * node + (side > 0.0f);
    stack[depth] = near ^ 1;
    beyond[depth++] = side * side;
    stack[depth] = near;
    beyond[depth++] = 0.0f;
  }
  distances[i] = best;
}

__kernel void remainders(__global const int *numbers, __global const int *divisors, __global int *sums, int count) {
  const int i = get_global_id(0);
  const int number = numbers[i];
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum += number % divisors[k];
  sums[i] = sum;
}
