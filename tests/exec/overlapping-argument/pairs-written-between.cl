// Parts of a pair, of which the second may be written before it is read.
kernel void pairs_written_between(global int *all, global int *to, global const int *from, int shift, int count) {
  const int pair = get_global_id(0) * 2;
  const int x = from[pair + shift];
  to[pair + 1] = x + count;
  const int y = from[pair + shift + 1];
  to[pair] = y * 10;
}
