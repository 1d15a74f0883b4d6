// Values that work-items hand on through local memory: at distances that double, as bytes of each other's numbers, by those
// alone that their number or their value chooses, and at a place that a value chooses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_exchanges(global const int *in, global int *out, local int *window, local int *others) {
  const int l = get_local_id(0), size = get_local_size(0), value = in[get_global_id(0)];
  window[l] = value;
  others[l] = -value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < size; distance *= 2) {
    const int before = l >= distance ? window[l - distance] : others[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    window[l] += before;
    others[l] ^= before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const int next = others[l + 1 < size ? l + 1 : 0];
  const int first = window[l];
  local uchar *bytes = (local uchar *)window;
  const uchar neighbours = bytes[l + 1 < size ? 4 * l + 5 : 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  bytes[4 * l + 2] = neighbours;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int whole = window[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l & 1)
    window[l] = first;
  if (value % 3 == 0)
    others[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int chosen = window[size - 1 - l] + others[l > 0 ? l - 1 : size - 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == size - 1)
    window[value % size] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = next + 3 * whole + 5 * chosen + 7 * window[l];
}
