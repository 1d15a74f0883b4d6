// A sum that stays in memory; the last element that is added may be the sum itself.
kernel void sum_in_memory(global int *all, global int *to, global const int *from, int shift, int count) {
  const int row = get_global_id(0) * 64;
  for (int k = count; k-- > 0;)
    to[row] += from[row + shift + k];
}
