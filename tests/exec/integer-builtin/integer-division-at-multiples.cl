// Dividends just below, at and just above multiples of the divisor, of every width and sign.
#define ROW(type, k)                                                                                                   \
  row[2 * (k)] = (type)a / (type)b;                                                                                    \
  row[2 * (k) + 1] = (type)a % (type)b;
kernel void integer_division_at_multiples(global const int *in, global long *out) {
  size_t i = get_global_id(0);
  int a = in[2 * i], b = in[2 * i + 1];
  global long *row = out + i * 16;
  ROW(int, 0)
  ROW(uint, 1)
  ROW(short, 2)
  ROW(ushort, 3)
  ROW(char, 4)
  ROW(uchar, 5)
  ROW(long, 6) // of ints, and below of uints
  row[14] = (ulong)(uint)a / (ulong)(uint)b;
  row[15] = (ulong)(uint)a % (ulong)(uint)b;
}
