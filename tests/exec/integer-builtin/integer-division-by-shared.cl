// Dividends just below, at and just above multiples of a divisor that the work-items share, of every width and sign.
#define ADD(type, k)                                                                                                   \
  row[2 * (k)] = row[2 * (k)] * 31 + (type)x / (type)b;                                                                \
  row[2 * (k) + 1] = row[2 * (k) + 1] * 31 + (type)x % (type)b;
kernel void integer_division_by_shared(global const uint *in, global const int *divisors, global long *out) {
  size_t i = get_global_id(0);
  long row[16];
  for (int k = 0; k < 16; ++k)
    row[k] = 0;
  for (int n = 0; n < 16; ++n) {
    int b = divisors[n];
    int x = (int)(in[i] % (0xffffffffu / (uint)b) * (uint)b + (i + n) % 3 - 1);
    ADD(int, 0)
    ADD(uint, 1)
    ADD(short, 2)
    ADD(ushort, 3)
    ADD(char, 4)
    ADD(uchar, 5)
    ADD(long, 6) // of ints, and below of uints
    row[14] = row[14] * 31 + (long)((ulong)(uint)x / (ulong)(uint)b);
    row[15] = row[15] * 31 + (long)((ulong)(uint)x % (ulong)(uint)b);
  }
  for (int k = 0; k < 16; ++k)
    out[i * 16 + k] = row[k];
}
