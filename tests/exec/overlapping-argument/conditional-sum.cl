// A sum in memory to which only some elements are added.
kernel void conditional_sum(global int *all, global int *to, global const int *from, int shift, int count) {
  const int row = get_global_id(0) * 64;
  to[row] = 1;
  for (int k = count; k-- > 0;)
    if (from[row + shift + k] % 3 != 0)
      to[row] += from[row + shift + k];
}
