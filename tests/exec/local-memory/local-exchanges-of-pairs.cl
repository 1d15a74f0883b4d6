// What pairs of work-items exchange through local memory under conditions of their own: a sorting network whose keys carry
// their places along, and elements two and four apart. Groups have a power of two work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void local_exchanges_of_pairs(global const int *in, global int *out, local int *keys, local short *places,
                                     local long *wide) {
  const int l = get_local_id(0), size = get_local_size(0), value = in[get_global_id(0)];
  keys[l] = value;
  places[l] = l;
  wide[l] = 3L * value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int length = 2; length <= size; length *= 2)
    for (int distance = length / 2; distance > 0; distance /= 2) {
      const int other = l ^ distance;
      if (other > l) {
        const int a = keys[l], b = keys[other];
        const short p = places[l], q = places[other];
        const bool isGreater = a > b || (a == b && p > q);
        if (isGreater == ((l & length) == 0)) {
          keys[l] = b;
          keys[other] = a;
          places[l] = q;
          places[other] = p;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  for (int distance = 1; distance < size; distance *= 2) {
    const int low = 2 * l - (l & (distance - 1)), high = low + distance;
    if (high < size && (keys[low] + keys[high]) % 3 != 0) {
      const int key = keys[low];
      keys[low] = keys[high] + distance;
      keys[high] = key;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l < size / 2) {
    const long a = wide[2 * l], b = wide[2 * l + 1];
    if (((a + b) & 1) == 0) {
      wide[2 * l] = b;
      wide[2 * l + 1] = a;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const long apart = l < size / 4 ? wide[4 * l + 3] - wide[4 * l] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < size / 4)
    wide[4 * l + 1] += apart;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = keys[l] + 3 * places[l] + 5 * (int)wide[size - 1 - l];
}
