// Each work-item writes rows of its own from their ends: what it loads, as it is; what it makes of that, by an index without a sign;
// and sums up to an element, by one that is counted down.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void own_row_reversals(global const T *in, global T *copies, global T *made, global T *sums, int n) {
  const int id = get_global_id(0);
  global const T *row = in + id * n;
  for (int i = 0; i < n; ++i)
    copies[id * n + n - 1 - i] = row[i];
  for (uint i = 0; i < (uint)n; ++i)
    made[(uint)n * (uint)id + (uint)n - i - 1u] = (T)(row[i] * 2 + id % 3 + i);
  T sum = 0;
  for (uint left = n; left-- > 0;)
    sums[n * id + left] = sum += row[n - 1 - left];
}
