// Arguments that are the same memory, in part or not at all, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

constexpr size_t count = 8; ///< elements of a row that a work-item reads
/// Sub-buffers begin at multiples of 128 bytes.
constexpr size_t step = 128 / sizeof(int);

/// What a work-item does: `to` and `from` are the first elements of its row. They may be the same.
using RowWork = std::function<void(size_t item, int *to, const int *from)>;

/// The kernel's arguments are the whole buffer, which it doesn't use, `to`, `from`, the shift and the count.
void describe(Case &c, size_t rowLength, const RowWork &work) {
  const size_t half = (c.items() * rowLength / step + 2) * step;
  const std::vector<int> before = wholeNumbers<int>(2 * half, -999, 999);
  std::vector<int> other = wholeNumbers<int>(half, -99, 99);
  const auto run = [&](size_t to, const int *from, std::vector<int> &memory) {
    for (size_t item = 0; item < c.items(); ++item)
      work(item, &memory[to + item * rowLength], from + item * rowLength);
  };
  std::vector<int> after = before;
  size_t shift = 0;
  const auto part = [&](size_t first, size_t elements) { c.part(0, first * sizeof(int), elements * sizeof(int)); };
  switch (c.index() % 5) {
  case 0: // one buffer twice
    run(0, after.data(), after);
    c.inOut(before, after);
    c.again(0);
    c.again(0);
    break;
  case 1: // two buffers
    run(0, other.data(), after);
    c.inOut(before, after);
    c.again(0);
    c.in(other);
    break;
  case 2: // parts that overlap
    shift = step;
    run(step, after.data() + step, after);
    c.inOut(before, after);
    part(step, half);
    part(0, half);
    break;
  case 3: // parts that don't
    run(0, after.data() + half, after);
    c.inOut(before, after);
    part(0, half);
    part(half, half);
    break;
  default: // a buffer and a part of it
    shift = step;
    run(step, after.data() + step, after);
    c.inOut(before, after);
    part(step, half);
    c.again(0);
  }
  c.value(static_cast<int>(shift));
  c.value(static_cast<int>(count));
}

void sum(size_t, int *to, const int *from) {
  for (size_t k = count; k-- > 0;)
    *to += from[k];
}

void conditionalSum(size_t, int *to, const int *from) {
  *to = 1;
  for (size_t k = count; k-- > 0;)
    if (from[k] % 3 != 0)
      *to += from[k];
}

void twoSums(size_t item, int *to, const int *from) {
  if (item % 3 == 1)
    return;
  for (int i = 0; i < 2; ++i)
    for (size_t k = count; k-- > 0;) {
      const int first = to[0] + from[2 * k], second = to[1] + from[2 * k + 1];
      to[0] = first;
      to[1] = second;
    }
}

void scale(size_t, int *to, const int *from) {
  for (size_t k = 0; k < count; ++k)
    to[k] = from[1] * 3 + static_cast<int>(k);
}

void writeBetween(size_t, int *to, const int *from) {
  to[1] = from[0] + static_cast<int>(count);
  to[2] = from[1] * 10;
  to[3] = from[2] - 1;
}

void writePairs(size_t, int *to, const int *from) {
  to[1] = from[0] + static_cast<int>(count);
  to[0] = from[1] * 10;
}

/// Each way to overlap with each way to cut the range.
std::vector<Range> ranges() {
  std::vector<Range> all;
  for (const size_t local : {16, 7, 1, 64})
    for (const size_t groups : {4, 5, 6, 8, 9})
      all.push_back(line(local * groups, local));
  return all;
}

Shape shape(const char *name, size_t rowLength, RowWork work) {
  return {.name = name, .ranges = ranges(), .describe = [rowLength, work = std::move(work)](Case &c) {
            describe(c, rowLength, work);
          }};
}

} // namespace

Shapes overlappingArgumentShapes() {
  return {
      shape("sum-in-memory", 64, sum),
      shape("conditional-sum", 64, conditionalSum),
      shape("sums-in-two-loops", 64, twoSums),
      shape("factor-in-memory", 64, scale),
      shape("written-between", 64, writeBetween),
      shape("pairs-written-between", 2, writePairs),
  };
}

} // namespace weft::exectest
