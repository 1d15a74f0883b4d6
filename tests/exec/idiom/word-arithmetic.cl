// Arithmetic that LLVM knows by its shape: bytes swapped, bits reversed, rotations, high halves, carries, saturation.
uint swapped(uint x) { return x << 24 | (x & 0xFF00u) << 8 | (x >> 8 & 0xFF00u) | x >> 24; }

uint reversed(uint x) {
  uint result = 0;
  for (int bit = 0; bit < 32; ++bit)
    result |= (x >> bit & 1u) << (31 - bit);
  return result;
}

ulong high(ulong x, ulong y) {
  const ulong lowX = x & 0xFFFFFFFFul, highX = x >> 32, lowY = y & 0xFFFFFFFFul, highY = y >> 32;
  const ulong middle = highX * lowY + (lowX * lowY >> 32);
  const ulong other = lowX * highY + (middle & 0xFFFFFFFFul);
  return highX * highY + (middle >> 32) + (other >> 32);
}

kernel void word_arithmetic(global const ulong *in, global ulong *out) {
  const size_t id = get_global_id(0);
  const ulong x = in[2 * id], y = in[2 * id + 1];
  const uint a = (uint)x, b = (uint)y;
  const ulong sum = x + y;
  global ulong *result = out + id * 9;
  result[0] = swapped(a);
  result[1] = reversed(a);
  result[2] = (a << (b & 31)) | (a >> (-b & 31));
  result[3] = high(x, y);
  result[4] = sum < x ? ~0ul : sum;
  result[5] = y != 0 && x > ~0ul / y;
  result[6] = (x & y) + ((x ^ y) >> 1);
  result[7] = a > b ? a - b : 0;
  result[8] = (x >> 40) * 0xAAABul % 1000003ul / 7ul;
}
