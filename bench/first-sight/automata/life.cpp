// The work of the kernels of Conway's life, as careful C++.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {
using Byte = uint8_t;

/// Three padded rows that move down the rows of a thread; fill(y, row) writes a row with its borders.
template <typename T> struct Window {
  std::vector<T> rows[3];

  explicit Window(int n) : rows{std::vector<T>(n), std::vector<T>(n), std::vector<T>(n)} {}

  template <typename Fill> void start(int y, Fill fill) {
    fill(y - 1, rows[1].data());
    fill(y, rows[2].data());
  }

  template <typename Fill> void next(int y, Fill fill) {
    std::rotate(std::begin(rows), std::begin(rows) + 1, std::end(rows));
    fill(y + 1, rows[2].data());
  }
};

/// The rows sum their three columns first; a cell is alive if the nine cells have the sum 3, or 4 with itself.
void lifeRow(const Byte *__restrict a, const Byte *__restrict b, const Byte *__restrict c, Byte *__restrict columns,
             Byte *__restrict out, int width) {
  for (int x = 0; x < width + 2; ++x)
    columns[x] = Byte(a[x] + b[x] + c[x]);
  for (int x = 0; x < width; ++x) {
    Byte sum = Byte(columns[x] + columns[x + 1] + columns[x + 2]), alive = b[x + 1];
    out[x] = Byte((sum == 3) | ((sum == 4) & alive));
  }
}

template <typename Fill> void lifeBytes(Byte *next, int width, int height, Fill fill) {
  const int band = 64;
#pragma omp parallel for firstprivate(width, height, fill)
  for (int begin = 0; begin < height; begin += band) {
    Window<Byte> window(width + 2);
    std::vector<Byte> columns(width + 2);
    window.start(begin, fill);
    for (int y = begin; y < std::min(begin + band, height); ++y) {
      window.next(y, fill);
      lifeRow(window.rows[0].data(), window.rows[1].data(), window.rows[2].data(), columns.data(),
              next + size_t(y) * width, width);
    }
  }
}
} // namespace

extern "C" void life_bytes_wrapped(const Byte *cells, Byte *next, int width, int height) {
  lifeBytes(next, width, height, [=](int y, Byte *to) {
    const Byte *row = cells + size_t((y + height) % height) * width;
    std::memcpy(to + 1, row, width);
    to[0] = row[width - 1];
    to[width + 1] = row[0];
  });
}

extern "C" void life_bytes_local(const Byte *cells, Byte *next) {
  const int width = 4096, height = 2048;
  lifeBytes(next, width, height, [=](int y, Byte *to) {
    if (y < 0 || y >= height)
      std::memset(to, 0, width + 2);
    else
      std::memcpy(to + 1, cells + size_t(y) * width, width);
  });
}

namespace {
/// The sum of each cell and its two neighbours in a row, as two bits; the row has a word in front and one behind.
template <typename Word> struct RowSums {
  std::vector<Word> low, high;
  explicit RowSums(int n) : low(n), high(n) {}
};

template <typename Word>
void sumRow(const Word *__restrict row, int words, Word *__restrict low, Word *__restrict high) {
  constexpr int LAST = 8 * sizeof(Word) - 1;
  for (int x = 0; x < words; ++x) {
    Word at = row[x + 1], left = Word(at << 1 | row[x] >> LAST), right = Word(at >> 1 | row[x + 2] << LAST);
    Word half = left ^ right;
    low[x] = half ^ at;
    high[x] = (left & right) | (half & at);
  }
}

template <typename Word>
void lifeWords(const Word *__restrict low0, const Word *__restrict low1, const Word *__restrict low2,
               const Word *__restrict high0, const Word *__restrict high1, const Word *__restrict high2,
               const Word *__restrict self, Word *__restrict out, int words) {
  for (int x = 0; x < words; ++x) {
    Word half = low0[x] ^ low1[x], one = half ^ low2[x], carry = (low0[x] & low1[x]) | (half & low2[x]);
    half = high0[x] ^ high1[x];
    Word sum = half ^ high2[x], four = (high0[x] & high1[x]) | (half & high2[x]);
    Word two = sum ^ carry, overflow = sum & carry;
    Word fours = four ^ overflow, eights = four & overflow;
    out[x] = ~eights & ((~fours & two & one) | (fours & ~two & ~one & self[x]));
  }
}

/// Each row is summed once for the three rows that it belongs to.
template <typename Word, typename Fill> void lifeBits(const Word *cells, Word *next, int words, int rows, Fill fill) {
  const int band = 128;
#pragma omp parallel for firstprivate(words, rows, fill)
  for (int begin = 0; begin < rows; begin += band) {
    std::vector<Word> padded(words + 2);
    RowSums<Word> sums[3] = {RowSums<Word>(words), RowSums<Word>(words), RowSums<Word>(words)};
    auto sum = [&](int y, RowSums<Word> &to) {
      fill(y, padded.data());
      sumRow(padded.data(), words, to.low.data(), to.high.data());
    };
    sum(begin - 1, sums[1]);
    sum(begin, sums[2]);
    for (int y = begin; y < std::min(begin + band, rows); ++y) {
      std::swap(sums[0], sums[1]);
      std::swap(sums[1], sums[2]);
      sum(y + 1, sums[2]);
      lifeWords(sums[0].low.data(), sums[1].low.data(), sums[2].low.data(), sums[0].high.data(), sums[1].high.data(),
                sums[2].high.data(), cells + size_t(y) * words, next + size_t(y) * words, words);
    }
  }
}
} // namespace

extern "C" void life_bits_32(const uint32_t *cells, uint32_t *next, unsigned width, unsigned height) {
  const int words = int(width), rows = int(height);
  lifeBits(cells, next, words, rows, [=](int y, uint32_t *to) {
    const uint32_t *row = cells + size_t((y + rows) % rows) * words;
    std::memcpy(to + 1, row, words * sizeof *row);
    to[0] = row[words - 1];
    to[words + 1] = row[0];
  });
}

extern "C" void life_bits_64(const uint64_t *cells, uint64_t *next) {
  const int words = 256, rows = 8192;
  lifeBits(cells, next, words, rows, [=](int y, uint64_t *to) {
    if (y < 0 || y >= rows)
      std::fill(to, to + words + 2, uint64_t(0));
    else
      std::memcpy(to + 1, cells + size_t(y) * words, words * sizeof *to);
  });
}
