// The work of the kernels on checksums and modular powers, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace {

using Slices = std::array<std::array<uint32_t, 256>, 8>;

/// The tables of slicing by eight: table k is of bytes that k further bytes follow.
constexpr Slices slices(uint32_t polynomial) {
  Slices table{};
  for (uint32_t x = 0; x < 256; ++x) {
    uint32_t crc = x;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? polynomial : 0);
    table[0][x] = crc;
  }
  for (int k = 1; k < 8; ++k)
    for (int x = 0; x < 256; ++x)
      table[k][x] = table[k - 1][x] >> 8 ^ table[0][table[k - 1][x] & 0xff];
  return table;
}

constexpr Slices crc32 = slices(0xedb88320), crc32c = slices(0x82f63b78);

inline uint32_t eightBytes(const Slices &table, uint32_t crc, const void *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  word ^= crc;
  uint32_t sum = 0;
  for (int k = 0; k < 8; ++k)
    sum ^= table[7 - k][word >> (8 * k) & 0xff];
  return sum;
}

/// The negated inverse of an odd number modulo 2 to the 64th, by Newton's iteration.
constexpr uint64_t negatedInverse(uint64_t n) {
  uint64_t inverse = n;
  for (int k = 0; k < 5; ++k)
    inverse *= 2 - n * inverse;
  return -inverse;
}

inline uint64_t montgomery(uint64_t a, uint64_t b, uint64_t n, uint64_t inverse) {
  using Wide = unsigned __int128;
  Wide product = static_cast<Wide>(a) * b;
  uint64_t m = static_cast<uint64_t>(product) * inverse;
  uint64_t t = static_cast<uint64_t>((product + static_cast<Wide>(m) * n) >> 64);
  return t >= n ? t - n : t;
}

using Longs = uint64_t __attribute__((vector_size(32)));

/// Montgomery's product of 32-bit numbers, for an odd modulus of at most 31 bits.
inline Longs montgomery32(Longs a, Longs b, uint64_t n, uint64_t inverse) {
  constexpr uint64_t low = 0xffffffff;
  Longs product = (a & low) * (b & low);
  Longs m = (product & low) * inverse & low;
  Longs t = (product + (m & low) * n) >> 32;
  return t - (reinterpret_cast<Longs>(t >= n) & n);
}

} // namespace

extern "C" void crc32_packets_table(const uint8_t *packets, const uint16_t *lengths, uint32_t *sums, int stride,
                                    int count) {
#pragma omp parallel for schedule(static, 256)
  for (int i = 0; i < count; ++i) {
    const uint8_t *packet = packets + static_cast<size_t>(i) * stride;
    uint32_t crc = ~0u;
    int k = 0, length = lengths[i];
    for (; k + 8 <= length; k += 8)
      crc = eightBytes(crc32, crc, packet + k);
    for (; k < length; ++k)
      crc = crc32[0][(crc ^ packet[k]) & 0xff] ^ crc >> 8;
    sums[i] = ~crc;
  }
}

/// Two sectors in turn hide the latency of the table look-ups.
extern "C" void crc32c_sectors_bitwise(const uint32_t *sectors, uint32_t *sums) {
  constexpr int count = 65536, words = 32;
#pragma omp parallel for
  for (int i = 0; i < count; i += 2) {
    uint32_t first = ~0u, second = ~0u;
    for (int k = 0; k < words; k += 2) {
      first = eightBytes(crc32c, first, sectors + i * words + k);
      second = eightBytes(crc32c, second, sectors + (i + 1) * words + k);
    }
    sums[i] = ~first;
    sums[i + 1] = ~second;
  }
}

extern "C" void modexp_u32_division(const uint32_t *bases, const uint32_t *exponents, uint32_t *powers,
                                    uint32_t modulus, uint32_t count) {
  const uint64_t inverse = static_cast<uint32_t>(negatedInverse(modulus));
  const uint64_t one = (uint64_t{1} << 32) % modulus, square = one * one % modulus;
  constexpr uint32_t together = 8;
#pragma omp parallel for
  for (uint32_t group = 0; group < (count + together - 1) / together; ++group) {
    uint32_t i = group * together + together > count ? count - together : group * together;
    Longs base[2], power[2], exponent[2];
    for (uint32_t v = 0; v < 2; ++v) {
      for (uint32_t k = 0; k < 4; ++k) {
        base[v][k] = bases[i + 4 * v + k];
        exponent[v][k] = exponents[i + 4 * v + k];
      }
      // A base up to 2 to the 32nd may be reduced by the product itself.
      base[v] = montgomery32(base[v], Longs{} + square, modulus, inverse);
      power[v] = Longs{} + one;
    }
    for (int bit = 0; bit < 32; ++bit)
      for (int v = 0; v < 2; ++v) {
        Longs set = -(exponent[v] >> bit & 1), product = montgomery32(power[v], base[v], modulus, inverse);
        power[v] = (product & set) | (power[v] & ~set);
        base[v] = montgomery32(base[v], base[v], modulus, inverse);
      }
    for (uint32_t v = 0; v < 2; ++v) {
      power[v] = montgomery32(power[v], Longs{} + 1, modulus, inverse);
      for (uint32_t k = 0; k < 4; ++k)
        powers[i + 4 * v + k] = static_cast<uint32_t>(power[v][k]);
    }
  }
}

/// Four powers in turn hide the latency of the multiplications.
extern "C" void modexp_u64_montgomery(const uint64_t *bases, const uint64_t *moduli, uint64_t *powers,
                                      uint32_t exponent) {
  constexpr int count = 131072, together = 4;
#pragma omp parallel for
  for (int i = 0; i < count; i += together) {
    uint64_t n[together], inverse[together], base[together], power[together];
    for (int k = 0; k < together; ++k) {
      n[k] = (moduli[i + k] | 1) & ~(uint64_t{1} << 63);
      inverse[k] = negatedInverse(n[k]);
      power[k] = (~uint64_t{0} % n[k] + 1) % n[k];
      // Four doublings and four squarings lead from 2^64 to 2^128.
      uint64_t square = power[k];
      for (int step = 0; step < 4; ++step) {
        square <<= 1;
        square = square >= n[k] ? square - n[k] : square;
      }
      for (int step = 0; step < 4; ++step)
        square = montgomery(square, square, n[k], inverse[k]);
      base[k] = montgomery(bases[i + k] % n[k], square, n[k], inverse[k]);
    }
    for (int bit = 31 - std::countl_zero(exponent); bit >= 0; --bit) {
      for (int k = 0; k < together; ++k)
        power[k] = montgomery(power[k], power[k], n[k], inverse[k]);
      if (exponent >> bit & 1)
        for (int k = 0; k < together; ++k)
          power[k] = montgomery(power[k], base[k], n[k], inverse[k]);
    }
    for (int k = 0; k < together; ++k)
      powers[i + k] = montgomery(power[k], 1, n[k], inverse[k]);
  }
}
