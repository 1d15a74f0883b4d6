// The least, the greatest and the sum of a window around each work-item, which ends with the row and the image: rows of windows meet
// those of the neighbours. The second one goes on from the first window's end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void clamped_windows(global const T *in, global T *least, global T *greatest, global int *sums, int width, int height, int radius) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int left = max(x - radius, 0), right = min(x + radius, width - 1);
  const int top = max(y - 1, 0), bottom = min(y + 1, height - 1);
  T low = 127, high = 0;
  int sum = 0;
  for (int j = top; j <= bottom; ++j)
    for (int i = left; i <= right; ++i) {
      low = min(low, in[j * width + i]);
      high = max(high, in[j * width + i]);
    }
  for (int i = right; i >= max(left - 2, 0); --i)
    sum += in[y * width + i];
  least[y * width + x] = low;
  greatest[y * width + x] = high;
  sums[y * width + x] = sum;
}
