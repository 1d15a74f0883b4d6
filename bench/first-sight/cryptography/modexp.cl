// Modular powers: of 32-bit words by division, and of 64-bit words by Montgomery's multiplication.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void modexp_u32_division(global const uint *bases, global const uint *exponents, global uint *powers, uint modulus,
                                uint count) {
  uint i = get_global_id(0);
  if (i >= count)
    return;
  ulong base = bases[i] % modulus, power = 1;
  for (uint e = exponents[i]; e > 0; e >>= 1) {
    if (e & 1)
      power = power * base % modulus;
    base = base * base % modulus;
  }
  powers[i] = (uint)power;
}

ulong montgomery(ulong a, ulong b, ulong n, ulong inverse) {
  ulong low = a * b, m = low * inverse;
  ulong t = mul_hi(a, b) + mul_hi(m, n) + (low != 0);
  return t >= n ? t - n : t;
}

// The moduli are made odd and less than 2 to the 63rd.
kernel void modexp_u64_montgomery(global const ulong *bases, global const ulong *moduli, global ulong *powers,
                                  uint exponent) {
  size_t i = get_global_id(0);
  ulong n = (moduli[i] | 1) & 0x7fffffffffffffffUL;
  ulong inverse = n;
  for (int k = 0; k < 5; ++k)
    inverse *= 2 - n * inverse;
  inverse = -inverse;
  ulong one = (0xffffffffffffffffUL % n + 1) % n, square = one;
  for (int k = 0; k < 64; ++k) {
    square <<= 1;
    square = square >= n ? square - n : square;
  }
  ulong base = montgomery(bases[i] % n, square, n, inverse), power = one;
  for (int bit = 31 - clz(exponent); bit >= 0; --bit) {
    power = montgomery(power, power, n, inverse);
    if (exponent >> bit & 1)
      power = montgomery(power, base, n, inverse);
  }
  powers[i] = montgomery(power, 1, n, inverse);
}
