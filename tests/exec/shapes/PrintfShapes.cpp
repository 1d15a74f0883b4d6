// printf: what each work-item prints, whole and in its order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <map>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

/// One line, formatted by the host's C library.
template <class... Values> std::string line(const char *format, Values... values) {
  std::string text(static_cast<size_t>(std::snprintf(nullptr, 0, format, values...)) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, values...);
  text.pop_back();
  return text;
}

void describeConversions(Case &c) {
  auto numbers = wholeNumbers<int>(c.items(), 0, 9999);
  Lines lines;
  for (int i : numbers) {
    lines.push_back(line("%d %i %u %o %x %X %#x %#o %5d|%-5d|%+d|% d|%05d|%.3d|%hhd %hd %hx", i, -i, i, i, i, i, i, i,
                         i, i, i, i, i, i, i, i, -i));
    lines.push_back(line("%lld %llu %llx %d %d %c%c %%", static_cast<long long>(i) << 32, ~0ULL,
                         static_cast<unsigned long long>(i) << 32, i, -i, 'A', 'a' + i % 26));
    const double f = i * 0.25;
    lines.push_back(line("%f %.2f %e %E %g %G %a %A %8.3f|%-8.1f|%+.0f", f, f, f, f, f, f, 0.25, 0.25, f, f, f));
    lines.push_back("-5 65535 1 0.500000");
  }
  c.inOut(numbers, numbers);
  c.value(0.25F);
  c.prints(lines);
}

void describeSizes(Case &c) {
  auto numbers = wholeNumbers<int>(c.items(), 0, 9999);
  Lines lines;
  for (int i : numbers) {
    const size_t size = (static_cast<size_t>(i) << 32) + c.range().local[0];
    const ptrdiff_t difference = -i - (static_cast<ptrdiff_t>(i) << 33);
    lines.push_back(
        line("%zu %zo %zx %zX %zd %zi|%20zu|%-20zu|%#zx", size, size, size, size, size, -size, size, size, size));
    lines.push_back(line("%td %ti %tu %to %tx %tX|%+td|%024td", difference, -difference, difference, difference,
                         difference, difference, -difference, difference));
  }
  c.in(numbers);
  c.prints(lines);
}

void describeVectors(Case &c) {
  auto numbers = wholeNumbers<int>(c.items(), 1, 99);
  Lines lines;
  for (int i : numbers) {
    lines.push_back(line("%d,-1 200,1,%d %#x,0xff,0x100,0xffff 1,2,3,4,5,6,7,-8", i, i, i));
    lines.push_back(line("%d,%d|%04x,%04x,%04x|7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7|%d,-5000000000|1,2,3,"
                         "18446744073709551615",
                         i, -i, i, i, i, i));
    lines.push_back(line("1.0,2.0,3.0,%.1f|0.5,1.5,2.5|0.250000,-0.500000|+1.00e+00,+1.00e+03", double(i)));
  }
  c.in(numbers);
  c.prints(lines);
}

void describeStrings(Case &c) {
  auto numbers = wholeNumbers<int>(c.items(), 0, 99);
  Lines lines;
  for (int i : numbers) {
    lines.push_back(line("%d: literal %s [  abc|abc  |ab] (null)", i, i % 2 ? "odd" : "even"));
    lines.push_back(line("%d: 1", i));
  }
  c.in(numbers);
  c.prints(lines);
}

/// Lines of different work-items may mix, those of one keep their order.
void describeControlFlow(Case &c) {
  auto numbers = wholeNumbers<int>(c.items(), 0, 99);
  std::map<int, Lines> expected;
  for (const Item &item : perItem<Item>(c.range(), [](const Item &item) { return item; })) {
    const int id = static_cast<int>(item.global[0]);
    Lines &lines = expected[id];
    lines.push_back(line("%d begins", id));
    for (int round = 0; round < numbers[item.linear] % 5; ++round)
      if ((id + round) % 2 == 0)
        lines.push_back(line("%d in round %d", id, round));
    const size_t mirrored = item.linear - item.local[0] + item.groupSize[0] - 1 - item.local[0];
    lines.push_back(line("%d ends with %d", id, numbers[mirrored]));
  }
  c.in(numbers);
  c.local(c.range().local[0] * sizeof(int));
  c.prints([expected](const Lines &printed) -> std::optional<std::string> {
    std::map<int, Lines> found;
    for (const std::string &one : printed)
      found[std::atoi(one.c_str())].push_back(one);
    for (const auto &[id, lines] : expected)
      if (found[id] != lines)
        return "the lines of work-item " + std::to_string(id) + " are not the expected ones";
    return found.size() == expected.size() ? std::nullopt : std::optional<std::string>("there are other lines");
  });
}

void describeMuch(Case &c) {
  constexpr int linesPerItem = 40;
  Lines lines;
  for (int item = 0; item < static_cast<int>(c.items()); ++item)
    for (int i = 0; i < linesPerItem; ++i)
      lines.push_back(line("work-item %6d writes line %4d: a line that is long enough to fill buffers, and must come "
                           "out whole and once",
                           item, i));
  c.value(linesPerItem);
  c.prints(lines);
}

void describeFailures(Case &c) {
  std::vector<int> results;
  Lines lines;
  for (size_t i = 0; i < c.items(); ++i) {
    results.insert(results.end(), {0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0});
    lines.insert(lines.end(), {"[1]", "%d", "%q", "%n", "%", "%v5hld", "%v4hld", "%f", "%s", "width %*d and text",
                               "%99999999999999999999d", "2"});
  }
  c.out(results);
  c.prints(lines);
}

std::vector<Range> small() { return {exectest::line(1, 1), exectest::line(64, 16), exectest::line(77, 7)}; }

/// Groups of one size, in which get_local_size says what the range says.
std::vector<Range> even() { return {exectest::line(1, 1), exectest::line(64, 16)}; }

} // namespace

Shapes printfShapes() {
  return {
      {.name = "printf-conversions", .ranges = small(), .describe = describeConversions},
      {.name = "printf-sizes", .ranges = even(), .describe = describeSizes, .options = openClC31},
      {.name = "printf-vectors", .ranges = small(), .describe = describeVectors},
      {.name = "printf-strings", .ranges = small(), .describe = describeStrings},
      {.name = "printf-in-control-flow", .ranges = small(), .describe = describeControlFlow},
      {.name = "printf-much", .ranges = {exectest::line(1, 1), exectest::line(1024, 64)}, .describe = describeMuch},
      {.name = "printf-failures", .ranges = small(), .describe = describeFailures, .options = "-w"},
  };
}

} // namespace weft::exectest
