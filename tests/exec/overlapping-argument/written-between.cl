// Between loads of neighbouring elements one of them may be written.
kernel void written_between(global int *all, global int *to, global const int *from, int shift, int count) {
  const int row = get_global_id(0) * 64;
  const int x = from[row + shift];
  to[row + 1] = x + count;
  const int y = from[row + shift + 1];
  to[row + 2] = y * 10;
  const int z = from[row + shift + 2];
  to[row + 3] = z - 1;
}
