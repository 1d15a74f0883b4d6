// Steps over distances that are halved from a number that the compiler doesn't know: pairs of a sorting network, pairs
// that wrap in rows of any length, and neighbours' values with one that goes through the loop.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void steps_over_halved_distances(global const int *in, global int *out, local int *tile, uint power, ulong any) {
  const uint l = get_local_id(0), size = get_local_size(0), all = 2 * size;
  tile[l] = in[get_global_id(0)];
  tile[l + size] = in[get_global_id(0)] ^ 1234;
  for (uint distance = power; distance > 0; distance >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = 2 * l - (l & (distance - 1));
    if (low + distance < all) {
      const int a = tile[low], b = tile[low + distance];
      tile[low] = (low & 8) == 0 ? min(a, b) : max(a, b);
      tile[low + distance] = (low & 8) == 0 ? max(a, b) : min(a, b);
    }
  }
  for (ulong distance = any; distance != 0; distance /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = l / distance * (2 * distance) + l % distance;
    if (low + distance < all) {
      const int a = tile[low], b = tile[low + distance];
      tile[low] = a + b;
      tile[low + distance] = a - b;
    }
  }
  int carried = 1;
  for (uint distance = power; distance > 0; distance >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = tile[(l + distance) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = other + carried;
    carried += other & 3;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[size - 1 - l] + 7 * tile[l + size] + carried;
}
