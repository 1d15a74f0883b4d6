// Bits counted by loops, masks and tables: population, leading and trailing zeros, logarithms, the next set bit.
constant int deBruijn[32] = {0,  1,  28, 2,  29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4,  8,
                             31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6,  11, 5,  10, 9};

int population(T x) {
  int n = 0;
  while (x) {
    ++n;
    x &= x - 1;
  }
  return n;
}

int logarithm(T x) {
  int n = 0;
  while (x >>= 1)
    ++n;
  return n;
}

int trailing(T x) {
  int n = 0;
  while ((x & 1) == 0) {
    x >>= 1;
    ++n;
  }
  return n;
}

int leading(T x) {
  int n = 0;
  for (T bit = (T)1 << (sizeof(T) * 8 - 1); (x & bit) == 0; bit >>= 1)
    ++n;
  return n;
}

int width(T x) {
  int n = 0;
  for (; x != 0; x >>= 1)
    ++n;
  return n;
}

int shifts(T x, int bit) {
  int n = 0;
  while ((x & ((T)1 << bit)) == 0) {
    x <<= 1;
    ++n;
  }
  return n;
}

uint byMasks(uint v) {
  v = v - ((v >> 1) & 0x55555555u);
  v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
  return (((v + (v >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
}

kernel void bit_loops(global const T *in, global int *out) {
  const size_t id = get_global_id(0);
  const T x = in[id];
  const uint low = (uint)x;
  global int *result = out + id * 8;
  result[0] = population(x);
  result[1] = logarithm(x);
  result[2] = trailing(x);
  result[3] = leading(x);
  result[4] = width(x);
  result[5] = shifts((T)(x | 1), sizeof(T) * 8 - 1);
  result[6] = byMasks(low);
  result[7] = deBruijn[((low & -low) * 0x077CB531u) >> 27];
}
