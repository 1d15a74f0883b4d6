// A factor that is the same in all of the loop, unless the loop writes it.
kernel void factor_in_memory(global int *all, global int *to, global const int *from, int shift, int count) {
  const int row = get_global_id(0) * 64;
  for (int k = 0; k < count; ++k)
    to[row + k] = from[row + shift + 1] * 3 + k;
}
