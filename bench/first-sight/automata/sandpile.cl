// One toppling step of a sand pile: each cell gathers grains of its neighbours, and each toppling cell scatters them by atomics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void sandpile_gather(global const ushort *grains, global ushort *next, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int at = y * width + x;
  ushort total = grains[at] & 3;
  if (x > 0)
    total += grains[at - 1] >> 2;
  if (x < width - 1)
    total += grains[at + 1] >> 2;
  if (y > 0)
    total += grains[at - width] >> 2;
  if (y < height - 1)
    total += grains[at + width] >> 2;
  next[at] = total;
}

// The sums of the next step begin with zeros, or with grains that fall from outside.
kernel void sandpile_scatter(global const int *grains, volatile global int *next, int pitch, global int *lost) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int at = y * pitch + x;
  int here = grains[at], share = here / 4;
  atomic_add(&next[at], here - 4 * share);
  if (share == 0)
    return;
  if (x > 0)
    atomic_add(&next[at - 1], share);
  else
    atomic_add(lost, share);
  if (x + 1 < get_global_size(0))
    atomic_add(&next[at + 1], share);
  else
    atomic_add(lost, share);
  if (y > 0)
    atomic_add(&next[at - pitch], share);
  else
    atomic_add(lost, share);
  if (y + 1 < get_global_size(1))
    atomic_add(&next[at + pitch], share);
  else
    atomic_add(lost, share);
}
