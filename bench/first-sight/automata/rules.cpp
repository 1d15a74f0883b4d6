// The work of the kernels of rule tables, sand piles and lattice gases, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {
using Byte = uint8_t;

/// Eight bytes of zero or one as bits, and back.
inline uint64_t packed(const Byte *cells) {
  uint64_t bytes;
  std::memcpy(&bytes, cells, sizeof bytes);
  return bytes * 0x0102040810204080u >> 56;
}

inline void unpack(uint64_t bits, Byte *cells) {
  uint64_t bytes = (bits & 255) * 0x0101010101010101u & 0x8040201008040201u;
  bytes = (bytes + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
  std::memcpy(cells, &bytes, sizeof bytes);
}

/// The 64 cells from a place, which may be before the beginning or reach behind the end.
uint64_t wordAt(const Byte *cells, int64_t first, int64_t count) {
  Byte wrapped[64];
  if (first < 0 || first + 64 > count) {
    for (int k = 0; k < 64; ++k)
      wrapped[k] = cells[(first + k + count) % count];
    cells = wrapped;
  } else {
    cells += first;
  }
  uint64_t word = 0;
  for (int k = 0; k < 8; ++k)
    word |= packed(cells + 8 * k) << (8 * k);
  return word;
}

inline uint64_t select(uint64_t which, uint64_t one, uint64_t zero) { return zero ^ (which & (one ^ zero)); }

/// One step of 64 cells a word; masks[pattern] is all ones where the pattern gives a living cell.
void stepWords(const uint64_t *__restrict from, uint64_t *__restrict to, int words, const uint64_t *masks) {
  const uint64_t m0 = masks[0], m1 = masks[1], m2 = masks[2], m3 = masks[3], m4 = masks[4], m5 = masks[5],
                 m6 = masks[6], m7 = masks[7];
#pragma omp simd
  for (int i = 1; i < words - 1; ++i) {
    const uint64_t at = from[i], left = at << 1 | from[i - 1] >> 63, right = at >> 1 | from[i + 1] << 63;
    const uint64_t a = select(right, m1, m0), b = select(right, m3, m2), c = select(right, m5, m4),
                   d = select(right, m7, m6);
    to[i] = select(left, select(at, d, c), select(at, b, a));
  }
}
} // namespace

/// Blocks of words make all steps in the first cache; the word in front and the one behind have the cells that matter.
extern "C" void rule_line_local(const Byte *cells, Byte *next, const Byte *rule, int count) {
  const int steps = 32, block = 256;
  uint64_t masks[8];
  for (int k = 0; k < 8; ++k)
    masks[k] = rule[k] ? ~uint64_t(0) : 0;
#pragma omp parallel for
  for (int64_t begin = 0; begin < count; begin += block * 64) {
    uint64_t a[block + 2], b[block + 2];
    const int words = int(std::min<int64_t>(block, (count - begin + 63) / 64)) + 2;
    for (int i = 0; i < words; ++i)
      a[i] = wordAt(cells, begin + 64 * (i - 1), count);
    b[0] = b[words - 1] = 0;
    for (int step = 0; step < steps; step += 2) {
      // The outermost words are computed with zeros beside them, which are wrong by one cell for each step only.
      uint64_t first = a[0], last = a[words - 1];
      auto edge = [&masks](uint64_t left, uint64_t at, uint64_t right) {
        return select(left, select(at, select(right, masks[7], masks[6]), select(right, masks[5], masks[4])),
                      select(at, select(right, masks[3], masks[2]), select(right, masks[1], masks[0])));
      };
      b[0] = edge(first << 1, first, first >> 1 | a[1] << 63);
      b[words - 1] = edge(last << 1 | a[words - 2] >> 63, last, last >> 1);
      stepWords(a, b, words, masks);
      first = b[0];
      last = b[words - 1];
      a[0] = edge(first << 1, first, first >> 1 | b[1] << 63);
      a[words - 1] = edge(last << 1 | b[words - 2] >> 63, last, last >> 1);
      stepWords(b, a, words, masks);
    }
    for (int i = 1; i < words - 1; ++i) {
      const int64_t at = begin + 64 * (i - 1);
      Byte line[64], *to = at + 64 <= count ? next + at : line;
      for (int k = 0; k < 8; ++k)
        unpack(a[i] >> (8 * k), to + 8 * k);
      if (to == line)
        std::memcpy(next + at, line, count - at);
    }
  }
}

extern "C" void rule_states_table(const int *cells, int *next, const int *rule) {
  const int width = 2048, height = 1024;
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const int *__restrict above = cells + (y == 0 ? height - 1 : y - 1) * width, *__restrict at = cells + y * width,
                          *__restrict below = cells + (y == height - 1 ? 0 : y + 1) * width, *__restrict table = rule;
    int *__restrict out = next + y * width;
    auto stateOf = [&](int x, int left, int right) {
      return table[at[x] * 32 + at[left] + at[right] + above[x] + below[x]];
    };
    out[0] = stateOf(0, width - 1, 1);
#pragma omp simd
    for (int x = 1; x < width - 1; ++x)
      out[x] = stateOf(x, x - 1, x + 1);
    out[width - 1] = stateOf(width - 1, width - 2, 0);
  }
}

namespace {
void topple(const uint16_t *__restrict above, const uint16_t *__restrict at, const uint16_t *__restrict below,
            uint16_t *__restrict out, int width) {
  auto shareOf = [&](int x) { return (above[x] >> 2) + (below[x] >> 2); };
  out[0] = uint16_t((at[0] & 3) + shareOf(0) + (at[1] >> 2));
  for (int x = 1; x < width - 1; ++x)
    out[x] = uint16_t((at[x] & 3) + shareOf(x) + (at[x - 1] >> 2) + (at[x + 1] >> 2));
  out[width - 1] = uint16_t((at[width - 1] & 3) + shareOf(width - 1) + (at[width - 2] >> 2));
}

/// Adds to the next grains of a row; the grains that leave it at its two ends.
int addToppled(const int *__restrict above, const int *__restrict at, const int *__restrict below, int *__restrict out,
               int width) {
  out[0] += (at[0] & 3) + (above[0] >> 2) + (below[0] >> 2) + (at[1] >> 2);
#pragma omp simd
  for (int x = 1; x < width - 1; ++x)
    out[x] += (at[x] & 3) + (above[x] >> 2) + (below[x] >> 2) + (at[x - 1] >> 2) + (at[x + 1] >> 2);
  const int x = width - 1;
  out[x] += (at[x] & 3) + (above[x] >> 2) + (below[x] >> 2) + (at[x - 1] >> 2);
  return (at[0] >> 2) + (at[x] >> 2);
}
} // namespace

extern "C" void sandpile_gather(const uint16_t *grains, uint16_t *next, int width, int height) {
  const std::vector<uint16_t> none(width);
#pragma omp parallel for
  for (int y = 0; y < height; ++y) {
    const uint16_t *at = grains + size_t(y) * width;
    topple(y > 0 ? at - width : none.data(), at, y < height - 1 ? at + width : none.data(), next + size_t(y) * width,
           width);
  }
}

/// Each cell gathers, so that no two threads add to one place.
extern "C" void sandpile_scatter(const int *grains, int *next, int pitch, int *lost) {
  const int width = 1536, height = 1024;
  const std::vector<int> none(width);
  int out = 0;
#pragma omp parallel for reduction(+ : out)
  for (int y = 0; y < height; ++y) {
    const int *at = grains + y * pitch;
    out += addToppled(y > 0 ? at - pitch : none.data(), at, y < height - 1 ? at + pitch : none.data(), next + y * pitch,
                      width);
    if (y == 0 || y == height - 1)
      for (int x = 0; x < width; ++x)
        out += at[x] >> 2;
  }
  *lost += out;
}

namespace {
inline Byte collide(Byte cell) { return cell == 5 ? Byte(10) : cell == 10 ? Byte(5) : cell; }

void moveSquare(const Byte *__restrict above, const Byte *__restrict at, const Byte *__restrict below,
                Byte *__restrict out, int width) {
  auto moved = [&](int x, int left, int right) {
    return Byte((collide(at[left]) & 1) | (collide(below[x]) & 2) | (collide(at[right]) & 4) | (collide(above[x]) & 8));
  };
  out[0] = moved(0, width - 1, 1);
  for (int x = 1; x < width - 1; ++x)
    out[x] = moved(x, x - 1, x + 1);
  out[width - 1] = moved(width - 1, width - 2, 0);
}

/// The collided rows have one more cell on each side; odd rows read one further to the right above and below.
void moveHexagonal(const Byte *__restrict above, const Byte *__restrict at, const Byte *__restrict below,
                   const Byte *__restrict cells, Byte *__restrict out, int width, int odd) {
  const Byte *a = above + odd, *b = below + odd;
  for (int x = 0; x < width; ++x)
    out[x] = Byte((cells[x] & 0xc0) | (at[x] & 1) | (b[x] & 2) | (b[x + 1] & 4) | (at[x + 2] & 8) | (a[x + 1] & 16) |
                  (a[x] & 32));
}
} // namespace

extern "C" void lattice_gas_square(const Byte *cells, Byte *next, int width, int height) {
#pragma omp parallel for
  for (int y = 0; y < height; ++y)
    moveSquare(cells + size_t((y + height - 1) % height) * width, cells + size_t(y) * width,
               cells + size_t((y + 1) % height) * width, next + size_t(y) * width, width);
}

/// Each cell is looked up once; three rows of collided cells move down the rows of a band.
extern "C" void lattice_gas_hexagonal(const Byte *cells, Byte *next, const Byte *collisions, unsigned columns,
                                      unsigned rows) {
  const int width = int(columns), height = int(rows), band = 128;
#pragma omp parallel for
  for (int begin = 0; begin < height; begin += band) {
    std::vector<Byte> window[3] = {std::vector<Byte>(width + 2), std::vector<Byte>(width + 2),
                                   std::vector<Byte>(width + 2)};
    auto collideRow = [=](int y, Byte *__restrict to) {
      const Byte *__restrict row = cells + size_t((y + height) % height) * width, *__restrict table = collisions;
      for (int x = 0; x < width; ++x)
        to[x + 1] = table[row[x]];
      to[0] = to[width];
      to[width + 1] = to[1];
    };
    collideRow(begin - 1, window[1].data());
    collideRow(begin, window[2].data());
    for (int y = begin; y < std::min(begin + band, height); ++y) {
      std::rotate(std::begin(window), std::begin(window) + 1, std::end(window));
      collideRow(y + 1, window[2].data());
      moveHexagonal(window[0].data(), window[1].data(), window[2].data(), cells + size_t(y) * width,
                    next + size_t(y) * width, width, y & 1);
    }
  }
}
