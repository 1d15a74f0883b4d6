// A vector of sums in memory over two loops, where the work-item has anything to do.
kernel void sums_in_two_loops(global int *all, global int2 *to, global const int2 *from, int shift, int count) {
  const int row = get_global_id(0) * 32;
  if (get_global_id(0) % 3 == 1)
    return;
  for (int i = 0; i < 2; ++i)
    for (int k = count; k-- > 0;)
      to[row] += from[row + shift / 2 + k];
}
