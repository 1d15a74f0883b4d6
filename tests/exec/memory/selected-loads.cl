// Elements of one of two buffers, by a condition: loaded in its two ways, or before it. Some work-items write nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void selected_loads(global const int *which, global const T *a, global const T *b, global T *out, int n) {
  const int id = get_global_id(0);
  const int size = get_global_size(0);
  if (id >= n)
    return;
  out[id] = which[id] % 3 == 0 ? a[id + 1] : b[id];
  const T x = a[id], y = b[id + 1];
  out[size + id] = isnan(which[id] % 3 == 1 ? 0.0f : (float)NAN) ? x : y;
}
