// Private arrays whose indices are constants, become constants when loops are unrolled, or vary.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Floats = std::vector<float>;

void describeMessageSchedule(Case &c) {
  const auto in = anyBits<uint32_t>(c.items() * 8);
  std::vector<uint32_t> out;
  for (size_t id = 0; id < c.items(); ++id) {
    std::vector<uint32_t> w(&in[id * 8], &in[id * 8] + 8);
    while (w.size() < 24)
      w.push_back((w[w.size() - 8] ^ std::rotl(w.back(), 7)) + (w[w.size() - 3] >> 5));
    std::vector<uint32_t> state(w.rbegin(), w.rbegin() + 8);
    for (uint32_t word : w) {
      const uint32_t last = state[7] + (state[3] ^ word);
      state.pop_back();
      state.insert(state.begin(), last);
      state[4] += last * 3;
    }
    out.insert(out.end(), state.begin(), state.end());
  }
  c.in(in);
  c.out(out);
}

/// Of the whole table (Wagner and Fischer 1974).
int editDistance(const uint8_t *a, const uint8_t *b, size_t length) {
  std::vector<std::vector<int>> table(length + 1, std::vector<int>(length + 1));
  for (size_t i = 0; i <= length; ++i)
    table[i][0] = table[0][i] = static_cast<int>(i);
  for (size_t i = 1; i <= length; ++i)
    for (size_t j = 1; j <= length; ++j)
      table[i][j] =
          std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
  return table[length][length];
}

void describeRowOfTable(Case &c) {
  constexpr size_t length = 12;
  const size_t count = c.items() - c.items() / 5;
  const auto a = wholeNumbers<uint8_t>(c.items() * length, 0, 3, 1);
  const auto b = wholeNumbers<uint8_t>(c.items() * length, 0, 3, 2);
  std::vector<int> out(c.items(), -1);
  for (size_t id = 0; id < count; ++id)
    out[id] = editDistance(&a[id * length], &b[id * length], length);
  c.in(a);
  c.in(b);
  c.out(out);
  c.value(static_cast<int>(count));
}

void describeTileOfSums(Case &c) {
  const size_t inner = 20, rows = c.range().global[1] * 3, columns = c.range().global[0] * 3;
  const auto a = wholeNumbers<float>(rows * inner, -9, 9, 1);
  const auto b = wholeNumbers<float>(inner * columns, -9, 9, 2);
  Floats out;
  for (size_t y = 0; y < rows; ++y)
    for (size_t x = 0; x < columns; ++x) {
      float sum = 0;
      for (size_t k = 0; k < inner; ++k)
        sum += a[y * inner + k] * b[k * columns + x];
      out.push_back(sum);
    }
  c.in(a);
  c.in(b);
  c.out(out);
  c.value(static_cast<int>(inner));
  c.value(static_cast<int>(columns));
}

int countersOf(int value, int length) {
  std::vector<uint32_t> bins(8), pairs(16);
  std::iota(bins.begin(), bins.end(), 0u);
  for (int i = 0; i < length; ++i)
    bins[(value >> i) & 7] += i;
  const auto last = std::ranges::find(bins, static_cast<uint32_t>(value % 11));
  for (auto bin = bins.begin(); bin != last; ++bin)
    *bin += 100;
  for (uint32_t i = 0; i < 16; ++i)
    pairs[i ^ 1] = value * (i / 4) + i % 4;
  uint32_t sum = 0, down = value;
  for (uint32_t i = 5; i-- > 0;)
    down = down * 3 + i;
  for (int i = 0; i < length; ++i)
    sum += pairs[i % 16] * (i + 1);
  for (uint32_t bin : bins)
    sum = sum * 5 + bin;
  for (size_t i = 0; i < 16; i += 3)
    sum = sum * 7 + pairs[i];
  return static_cast<int>(sum + down);
}

void describeCounters(Case &c) {
  const auto in = wholeNumbers<int>(c.items(), 0, 1 << 20);
  const int length = 21;
  std::vector<int> out;
  for (int value : in)
    out.push_back(countersOf(value, length));
  c.in(in);
  c.out(out);
  c.value(length);
}

void describeColumnsOfCounters(Case &c) {
  const size_t rows = 37;
  const auto in = anyBits<uint8_t>(c.items() * rows);
  std::vector<int> out;
  for (size_t id = 0; id < c.items(); ++id) {
    std::array<uint32_t, 16> bins{};
    std::array<int16_t, 4> odd = {0, 1, 2, 3};
    for (size_t row = 0; row < rows; ++row) {
      const uint8_t value = in[row * c.items() + id];
      ++bins[value % 16];
      if (value % 2 == 1)
        odd[value / 16 % 4] = static_cast<int16_t>(odd[value / 16 % 4] + value);
    }
    uint32_t sum = 0;
    for (const uint32_t bin : bins)
      sum = sum * 3 + bin;
    for (const int16_t count : odd)
      sum = sum * 5 + static_cast<uint32_t>(count);
    out.push_back(static_cast<int>(sum));
  }
  c.in(in);
  c.out(out);
  c.value(static_cast<int>(rows));
}

void describeVectorSums(Case &c) {
  const size_t length = 7;
  const auto in = wholeNumbers<float>(c.items() * length * 4, -5, 5);
  Floats out;
  for (size_t id = 0; id < c.items(); ++id) {
    float total = 0;
    for (size_t i = 0; i < 3; ++i) {
      total += static_cast<float>(i) * (1 + 2 + 3 + 4);
      for (size_t k = 0; k < length; ++k) {
        const float *found = &in[(k * c.items() + id) * 4];
        total += static_cast<float>(i + 1) * (found[0] + 2 * found[1] + 3 * found[2] + 4 * found[3]);
        total += found[0] > static_cast<float>(i) ? 5.0F : 0.0F;
      }
    }
    out.push_back(total);
  }
  c.in(in);
  c.out(out);
  c.value(static_cast<int>(length));
}

/// In round r the work-item of local id i stands at place i + 5 r: what stands at place p is of local id p - 5 r.
void describeVolatileVariables(Case &c) {
  const size_t group = 16;
  const auto in = wholeNumbers<int>(c.items(), 0, 9999);
  std::vector<int> out;
  for (size_t id = 0; id < c.items(); ++id) {
    const size_t item = id % group;
    const auto at = [&](size_t place, size_t round) { return in[id - item + (place + 11 * round) % group]; };
    int first = 0, rest = 0, seen = 0;
    for (size_t round = 0; round < 3; ++round) {
      const size_t place = (item + 5 * round) % group;
      first += at(15 - place, round);
      rest += at(place ^ 1, round) * 3 + at(item, round) * 5 + static_cast<int>(round) * 7;
      seen += round > 0 ? first * (round == 2 ? 11 : 13) : 0;
    }
    out.push_back(first + rest + seen);
  }
  c.in(in);
  c.out(out);
}

void describeInsertionSort(Case &c) {
  const size_t length = 13;
  const auto in = wholeNumbers<float>(c.items() * length, -99, 99);
  Floats out = in;
  for (auto row = out.begin(); row != out.end(); row += length)
    std::sort(row, row + length);
  c.in(in);
  c.out(out);
  c.value(static_cast<int>(length));
}

int triangularLoopsOf(const int *in) {
  std::array<int64_t, 7> up;
  std::copy_n(in, up.size(), up.begin());
  std::ranges::sort(up);
  std::array<int64_t, 9> down;
  std::copy_n(in, down.size(), down.begin());
  std::ranges::sort(down, std::greater());
  std::array<std::array<int64_t, 4>, 4> lower;
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < 4; ++j)
      lower[i][j] = up[(i + j) % 7] + down[i] * static_cast<int64_t>(j);
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j <= i; ++j) {
      for (size_t k = 0; k < j; ++k)
        lower[i][j] -= (lower[i][k] & 15) * (lower[j][k] & 15);
      lower[j][i] = lower[i][j] * static_cast<int64_t>(i + 2 * j);
    }
  auto sum = static_cast<uint32_t>(up[3] * 100000 + down[1]);
  for (const auto &row : lower)
    for (int64_t element : row)
      sum = sum * 3 + static_cast<uint32_t>(element);
  return static_cast<int>(sum);
}

void describeTriangularLoops(Case &c) {
  const size_t count = c.items() - c.items() / 8;
  const auto in = wholeNumbers<int>(c.items() + 9, -99, 99);
  std::vector<int> out(c.items(), 0);
  for (size_t id = 0; id < count; ++id)
    out[id] = triangularLoopsOf(&in[id]);
  c.in(in);
  c.inOut(std::vector<int>(c.items(), 0), out);
  c.value(static_cast<int>(count));
}

void describeStack(Case &c) {
  const size_t length = 20;
  const auto in = wholeNumbers<uint8_t>(c.items() * length, 0, 255);
  std::vector<uint32_t> out;
  for (size_t id = 0; id < c.items(); ++id) {
    std::vector<uint8_t> stack{1, 2, 3, 4};
    uint32_t popped = 0;
    for (size_t i = 0; i < length; ++i) {
      const uint8_t value = in[id * length + i];
      if (value % 2 != 0) {
        stack.push_back(value);
      } else if (!stack.empty()) {
        popped = popped * 31 + stack.back();
        stack.pop_back();
      }
    }
    out.push_back(popped * 32 + static_cast<uint32_t>(stack.size()));
  }
  c.in(in);
  c.out(out);
  c.value(static_cast<int>(length));
}

void describeArrayAcrossBarriers(Case &c) {
  const int rounds = 7;
  const size_t group = c.range().groupItems();
  const auto in = wholeNumbers<int>(c.items(), 0, 99);
  Floats out;
  for (size_t id = 0; id < c.items(); ++id) {
    const size_t item = id % group, first = id - item, size = std::min(group, c.items() - first);
    std::array<int, 5> keys{0, 1, 2, 3, 4}, weights{};
    for (int round = 0; round < rounds; ++round) {
      const int seen = in[first + size - 1 - item] + round;
      keys[static_cast<size_t>(seen) % 5] += seen;
      weights[static_cast<size_t>(round) % 5] += seen;
    }
    int sum = 0;
    for (size_t i = 0; i < 5; ++i)
      sum += weights[i] * static_cast<int>(i + 1) + keys[i] % 1000;
    out.push_back(static_cast<float>(sum));
  }
  c.in(in);
  c.out(out);
  c.local(group * sizeof(int));
  c.value(rounds);
}

void describeNumbersOf64Bits(Case &c) {
  constexpr size_t sumCount = 20, wordCount = 12;
  const size_t items = c.items(), group = c.range().groupItems();
  const int rounds = 6;
  const auto in = wholeNumbers<int>(items * sumCount, 0, 99);
  std::vector<std::array<double, sumCount>> sums(items);
  std::vector<std::array<uint64_t, wordCount>> words(items);
  for (size_t id = 0; id < items; ++id) {
    for (size_t j = 0; j < sumCount; ++j)
      sums[id][j] = in[j * items + id];
    for (size_t j = 0; j < wordCount; ++j)
      words[id][j] = static_cast<uint64_t>(in[j * items + id]) << j;
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> line(items);
    for (size_t id = 0; id < items; ++id)
      line[id] = sums[id][3];
    for (size_t id = 0; id < items; ++id) {
      const size_t item = id % group, first = id - item, size = std::min(group, items - first);
      sums[id][0] += line[first + size - 1 - item];
      if (in[id] % 3 == round % 3)
        continue;
      for (size_t j = 0; j < sumCount; ++j)
        sums[id][j] = sums[id][j] * 2 - sums[id][(j + 7) % sumCount];
      for (size_t j = 0; j < wordCount; ++j)
        words[id][j] = (std::rotl(words[id][j], 13) ^ words[id][(j + 5) % wordCount]) +
                       static_cast<uint64_t>(static_cast<int64_t>(sums[id][j % 4 + 2]));
    }
  }
  std::vector<double> sumsOut;
  for (size_t j = 0; j < sumCount; ++j)
    for (const auto &own : sums)
      sumsOut.push_back(own[j]);
  std::vector<uint64_t> wordsOut;
  for (size_t j = 0; j < wordCount; ++j)
    for (const auto &own : words)
      wordsOut.push_back(own[j]);
  c.in(in);
  c.out(sumsOut);
  c.out(wordsOut);
  c.local(group * sizeof(double));
  c.value(static_cast<int>(items));
  c.value(rounds);
}

} // namespace

Shapes privateArrayShapes() {
  return {
      {.name = "message-schedule", .ranges = flatLines(), .describe = describeMessageSchedule},
      {.name = "row-of-table", .ranges = flatLines(), .describe = describeRowOfTable},
      {.name = "tile-of-sums",
       .ranges = {plane({4, 4}, {4, 4}), plane({12, 8}, {4, 4})},
       .describe = describeTileOfSums},
      {.name = "columns-of-counters",
       .ranges = {line(64, 16), line(97, 97), line(7, 1), line(1000, 0), line(192, 64), line(512, 256)},
       .describe = describeColumnsOfCounters},
      {.name = "counters", .ranges = flatLines(), .describe = describeCounters},
      {.name = "vector-sums", .ranges = flatLines(), .describe = describeVectorSums},
      {.name = "insertion-sort", .ranges = flatLines(), .describe = describeInsertionSort},
      {.name = "triangular-loops", .ranges = flatLines(), .describe = describeTriangularLoops},
      {.name = "stack", .ranges = flatLines(), .describe = describeStack},
      {.name = "array-across-barriers",
       .ranges = {line(16, 16), line(104, 13), line(192, 64), line(40, 4)},
       .describe = describeArrayAcrossBarriers},
      {.name = "numbers-of-64-bits",
       .ranges = {line(16, 16), line(98, 49), line(192, 64), line(48, 4), line(45, 9)},
       .describe = describeNumbersOf64Bits,
       .needsDouble = true},
      {.name = "volatile-variables", .ranges = {line(16, 16), line(208, 16)}, .describe = describeVolatileVariables},
  };
}

} // namespace weft::exectest
