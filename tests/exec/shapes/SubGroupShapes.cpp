// Sub-groups of every size: what their work-items compute together, in groups of all shapes and numbers of dimensions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

std::vector<Range> allDimensions() {
  return {line(64, 32),
          line(39, 13),
          line(5, 1),
          line(77, 16),
          line(200, 100),
          plane({12, 8}, {4, 4}),
          plane({13, 7}, {5, 3}),
          plane({46, 5}, {23, 5}),
          plane({64, 4}, {32, 2}),
          box({6, 4, 4}, {3, 2, 2}),
          box({7, 5, 3}, {4, 2, 2}, {1, 2, 3})};
}

/// Those that OpenCL C 1.2 allows.
std::vector<Range> uniformRanges() {
  std::vector<Range> ranges = allDimensions();
  std::erase_if(ranges, [](const Range &range) {
    return std::ranges::any_of(std::array{0, 1, 2}, [&](size_t d) { return range.global[d] % range.local[d] != 0; });
  });
  return ranges;
}

/// Rows of 64-bit integers, one for each result that the kernel writes.
class Rows {
public:
  Rows(const Range &range, size_t size) : subGroups_(subGroupsOf(range, size)), items_(range.items()) {}

  /// The results of a sub-group's lanes from those lanes: a function that fills a vector for each sub-group.
  void add(const std::function<void(const Lanes &, std::vector<int64_t> &)> &compute) {
    std::vector<int64_t> row(items_);
    for (const Lanes &lanes : subGroups_) {
      std::vector<int64_t> results(lanes.size());
      compute(lanes, results);
      for (size_t lane = 0; lane < lanes.size(); ++lane)
        row[lanes[lane]] = results[lane];
    }
    all_.insert(all_.end(), row.begin(), row.end());
  }
  const std::vector<int64_t> &all() const { return all_; }

private:
  std::vector<Lanes> subGroups_;
  size_t items_;
  std::vector<int64_t> all_;
};

using Expected = std::function<void(Rows &, const Ints &, size_t)>;

/// A kernel of parameters (in, out, number of work-items), for each size of sub-groups.
void addEachSize(Shapes &shapes, const char *file, const Expected &expected, const char *options = openClC30) {
  for (size_t size : {4, 8, 16, 32})
    shapes.push_back({.name = std::string(file) + "-of-" + std::to_string(size),
                      .ranges = options == openClC30 ? allDimensions() : uniformRanges(),
                      .describe =
                          [=](Case &c) {
                            const Ints in = wholeNumbers<int>(c.items(), 1, 60);
                            Rows rows(c.range(), size);
                            expected(rows, in, size);
                            c.in(in);
                            c.out(rows.all());
                            c.value(static_cast<uint64_t>(c.items()));
                          },
                      .options = std::string(options) + " -DSIZE=" + std::to_string(size),
                      .needsDouble = true,
                      .needsSubGroups = true,
                      .file = file});
}

/// What a lane gets from the lanes that take part, of which it is the `self`th.
using Combine = std::function<int64_t(const Ints &values, size_t self)>;

/// A row in which those take part whose value fulfils `runs`; the others get -1.
void addAmong(Rows &rows, const Ints &in, const std::function<bool(int)> &runs, const Combine &combine) {
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    std::ranges::fill(results, -1);
    Ints values;
    std::vector<size_t> running;
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      if (runs(in[lanes[lane]])) {
        values.push_back(in[lanes[lane]]);
        running.push_back(lane);
      }
    for (size_t self = 0; self < running.size(); ++self)
      results[running[self]] = combine(values, self);
  });
}
void addOfAll(Rows &rows, const Ints &in, const Combine &combine) {
  addAmong(rows, in, [](int) { return true; }, combine);
}

/// The values' first `count` combined, in a type that wraps around like the kernel's.
template <class T, class Operation> int64_t folded(const Ints &values, size_t count, T identity, Operation operation) {
  T all = identity;
  for (size_t i = 0; i < count; ++i)
    all = static_cast<T>(operation(all, static_cast<T>(values[i])));
  return static_cast<int64_t>(all);
}

template <class T> T smaller(T a, T b) { return std::min(a, b); }
template <class T> T larger(T a, T b) { return std::max(a, b); }

template <class T> void addArithmetic(Rows &rows, const Ints &in) {
  const auto sum = [](T a, T b) { return static_cast<T>(a + b); };
  const auto addThree = [&](auto count, bool exclusive) {
    addOfAll(rows, in, [&](const Ints &values, size_t self) { return folded<T>(values, count(values, self), 0, sum); });
    for (auto operation : {smaller<T>, larger<T>})
      addOfAll(rows, in, [&](const Ints &values, size_t self) -> int64_t {
        if (exclusive && self == 0)
          return 0;
        return folded<T>(values, count(values, self), static_cast<T>(values[0]), operation);
      });
  };
  addThree([](const Ints &values, size_t) { return values.size(); }, false);
  addThree([](const Ints &, size_t self) { return self + 1; }, false);
  addThree([](const Ints &, size_t self) { return self; }, true);
}

void arithmetic(Rows &rows, const Ints &in, size_t) {
  addArithmetic<int8_t>(rows, in);
  addArithmetic<uint8_t>(rows, in);
  addArithmetic<int16_t>(rows, in);
  addArithmetic<uint16_t>(rows, in);
  addArithmetic<int32_t>(rows, in);
  addArithmetic<uint32_t>(rows, in);
  addArithmetic<int64_t>(rows, in);
  addArithmetic<uint64_t>(rows, in);
  addArithmetic<float>(rows, in);
  addArithmetic<double>(rows, in);
  addArithmetic<int32_t>(rows, in); // half, whose sums are whole numbers as well
}

/// Bits of the lanes, whose values fulfil both.
int64_t bitsOf(const Ints &in, const Lanes &lanes, const std::function<bool(int)> &holds) {
  int64_t bits = 0;
  for (size_t lane = 0; lane < lanes.size(); ++lane)
    if (holds(in[lanes[lane]]))
      bits |= int64_t{1} << lane;
  return bits;
}

/// Two rows in one: what those get that take the first way, and what the others get.
void addEither(Rows &rows, const Ints &in, const Combine &first, const Combine &second) {
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    for (bool isFirst : {true, false}) {
      Ints values;
      std::vector<size_t> running;
      for (size_t lane = 0; lane < lanes.size(); ++lane)
        if ((in[lanes[lane]] % 3 == 0) == isFirst) {
          values.push_back(in[lanes[lane]]);
          running.push_back(lane);
        }
      for (size_t self = 0; self < running.size(); ++self)
        results[running[self]] = (isFirst ? first : second)(values, self);
    }
  });
}

/// Numbers of lanes that come to each of two places in the trips of a loop.
void skippedParts(Rows &rows, const Ints &in) {
  const auto comesTo = [&](int place, size_t item, int trip) {
    const int number = in[item] + trip;
    return number % 3 != 0 && (place == 0 || number % 5 != 0);
  };
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      for (int trip = 0; trip < 4; ++trip)
        for (int place = 0; place < 2; ++place)
          if (comesTo(place, lanes[lane], trip))
            results[lane] = results[lane] * 37 +
                            std::ranges::count_if(lanes, [&](size_t item) { return comesTo(place, item, trip); });
  });
}

void divergence(Rows &rows, const Ints &in, size_t) {
  skippedParts(rows, in);
  const auto add = [](auto a, auto b) { return a + b; };
  addEither(
      rows, in, [&](const Ints &values, size_t) { return folded<int>(values, values.size(), 0, add); },
      [](const Ints &values, size_t) { return static_cast<int64_t>(std::ranges::max(values)); });
  addEither(
      rows, in,
      [](const Ints &values, size_t self) {
        return folded<uint64_t>(values, self + 1, 1, [](uint64_t a, uint64_t b) { return a * b; });
      },
      [](const Ints &values, size_t) { return static_cast<int64_t>(values[0]); });
  addEither(
      rows, in,
      [](const Ints &values, size_t self) { return folded<int>(values, self, 0, [](int a, int b) { return a ^ b; }); },
      [](const Ints &values, size_t self) {
        return folded<int>(values, self + 1, 0, [](int a, int b) { return a ^ (b & 1); });
      });
  addEither(
      rows, in, [](const Ints &, size_t self) -> int64_t { return self == 0; },
      [](const Ints &values, size_t) -> int64_t {
        return std::ranges::all_of(values, [&](int value) { return value / 50 == values[0] / 50; });
      });
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    const int64_t even = bitsOf(in, lanes, [](int value) { return value % 3 == 0 && value % 2 == 0; });
    const int64_t odd = bitsOf(in, lanes, [](int value) { return value % 3 != 0 && value % 2 != 0; });
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      const int value = in[lanes[lane]];
      const int64_t before = odd & ((int64_t{1} << lane) - 1);
      results[lane] = value % 3 != 0 ? std::popcount(static_cast<uint64_t>(before)) : value % 2 == 0 ? even : -1;
    }
  });
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      for (int trip = 0; trip < in[lanes[lane]] % 7; ++trip)
        results[lane] =
            results[lane] * 37 + std::ranges::count_if(lanes, [&](size_t item) { return trip < in[item] % 7; });
  });
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      Ints values;
      for (size_t item : lanes)
        if (in[item] % 4 == in[lanes[lane]] % 4)
          values.push_back(in[item]);
      switch (in[lanes[lane]] % 4) {
      case 0:
        results[lane] = std::ranges::min(values);
        break;
      case 1:
        results[lane] = folded<int>(values, values.size(), 0, [](int a, int b) { return a | b; });
        break;
      case 2:
        results[lane] = std::ranges::max(values) > 50;
        break;
      default:
        results[lane] = -1;
      }
    }
  });
  addOfAll(rows, in, [&](const Ints &values, size_t) { return folded<int>(values, values.size(), 0, add); });
}

/// A row from each lane's number, value and sub-group.
void addEach(Rows &rows, const Ints &in, const std::function<int64_t(size_t lane, int value, const Lanes &)> &result) {
  rows.add([&](const Lanes &lanes, std::vector<int64_t> &results) {
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      results[lane] = result(lane, in[lanes[lane]], lanes);
  });
}

void ballots(Rows &rows, const Ints &in, size_t size) {
  const auto odd = [&](const Lanes &lanes) {
    return static_cast<uint64_t>(bitsOf(in, lanes, [](int value) { return value % 2 != 0; }));
  };
  const auto upTo = [](size_t lane) { return (uint64_t{2} << lane) - 1; };
  const auto add = [&](auto result) { addEach(rows, in, result); };
  const uint64_t all = (uint64_t{1} << size) - 1;
  add([&](size_t, int, const Lanes &lanes) { return odd(lanes); });
  add([&](size_t, int, const Lanes &) { return 0; });
  add([&](size_t lane, int, const Lanes &lanes) { return odd(lanes) >> lane & 1; });
  add([&](size_t, int value, const Lanes &lanes) { return odd(lanes) >> (static_cast<size_t>(value) % size) & 1; });
  add([&](size_t, int, const Lanes &lanes) { return std::popcount(odd(lanes)); });
  add([&](size_t lane, int, const Lanes &lanes) { return std::popcount(odd(lanes) & upTo(lane)); });
  add([&](size_t lane, int, const Lanes &lanes) { return std::popcount(odd(lanes) & upTo(lane) >> 1); });
  add([&](size_t, int, const Lanes &lanes) { return odd(lanes) == 0 ? 0 : std::countr_zero(odd(lanes)); });
  add([&](size_t, int, const Lanes &lanes) { return odd(lanes) == 0 ? 0 : 63 - std::countl_zero(odd(lanes)); });
  add([&](size_t lane, int, const Lanes &) { return uint64_t{1} << lane; });
  add([&](size_t lane, int, const Lanes &) { return all & ~(upTo(lane) >> 1); });
  add([&](size_t lane, int, const Lanes &) { return all & ~upTo(lane); });
  add([&](size_t lane, int, const Lanes &) { return upTo(lane); });
  add([&](size_t lane, int, const Lanes &) { return upTo(lane) >> 1; });
  const auto allOver5 = [&](size_t, int, const Lanes &lanes) {
    return std::ranges::all_of(lanes, [&](size_t item) { return in[item] > 5; });
  };
  add(allOver5);
  add([&](size_t, int, const Lanes &lanes) {
    return std::ranges::any_of(lanes, [&](size_t item) { return in[item] > 55; });
  });
  add(allOver5);
  add([&](size_t, int, const Lanes &lanes) { return in[lanes.back()]; });
  add([&](size_t, int, const Lanes &lanes) { return in[lanes.front()]; });
  add([&](size_t, int, const Lanes &lanes) {
    const int value = in[lanes[lanes.size() / 2]];
    return value * 10000 + (value + 1) * 100 + value + 2;
  });
  add([](size_t, int value, const Lanes &) { return std::max(value, 30); });
  add([](size_t, int value, const Lanes &) { return std::min(value * 9, 255); });
  add([](size_t, int value, const Lanes &) { return value * 3; });
}

void shuffles(Rows &rows, const Ints &in, size_t size) {
  const auto from = [&](const std::function<size_t(size_t, int)> &source) {
    addEach(rows, in, [&](size_t lane, int value, const Lanes &lanes) -> int64_t {
      const size_t there = source(lane, value);
      return there < lanes.size() ? in[lanes[there]] : -1;
    });
  };
  for (int type = 0; type < 11; ++type) {
    from([&](size_t, int value) { return static_cast<size_t>(value) % size; });
    from([](size_t lane, int) { return lane ^ 3; });
    from([](size_t lane, int) { return lane - 2; });
    from([](size_t lane, int) { return lane + 1; });
    from([&](size_t lane, int) { return (lane + 3) % size; });
    from([&](size_t lane, int) { return (lane + size - 1) % size; });
    from([](size_t lane, int) { return (lane & ~size_t{3}) | ((lane + 1) & 3); });
  }
}

void clusters(Rows &rows, const Ints &in, size_t size) {
  for (size_t cluster : {size_t{1}, size_t{2}, size_t{4}, size}) {
    const auto add = [&](int64_t identity, const std::function<int64_t(int64_t, int64_t)> &operation) {
      addEach(rows, in, [&](size_t lane, int, const Lanes &lanes) {
        int64_t all = identity;
        for (size_t i = lane / cluster * cluster; i < std::min(lanes.size(), lane / cluster * cluster + cluster); ++i)
          all = operation(all, in[lanes[i]]);
        return all;
      });
    };
    add(0, [](int64_t a, int64_t b) { return a + b; });
    add(1,
        [](int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); });
    add(100, [](int64_t a, int64_t b) { return std::min(a, b); });
    add(0, [](int64_t a, int64_t b) { return std::max(a, b); });
    add(-1, [](int64_t a, int64_t b) { return a & b; });
    add(0, [](int64_t a, int64_t b) { return a | b; });
    add(0, [](int64_t a, int64_t b) { return a ^ b; });
    add(1, [](int64_t a, int64_t b) { return a && b % 4 != 0; });
    add(0, [](int64_t a, int64_t b) { return a || b % 4 == 0; });
    add(0, [](int64_t a, int64_t b) { return a ^ (b % 2); });
  }
}

/// Three rotations by one within sub-groups, then sums of groups in two ways.
void addBarriers(Shapes &shapes) {
  for (size_t size : {4, 8, 16, 32})
    shapes.push_back({.name = "sub-group-barriers-of-" + std::to_string(size),
                      .ranges = allDimensions(),
                      .describe =
                          [=](Case &c) {
                            const Ints in = wholeNumbers<int>(c.items(), 1, 60);
                            Ints out(3 * c.items());
                            for (const Lanes &lanes : subGroupsOf(c.range(), size))
                              for (size_t lane = 0; lane < lanes.size(); ++lane)
                                out[lanes[lane]] = in[lanes[(lane + 3) % lanes.size()]];
                            for (const std::vector<size_t> &group : groupsOf(c.range())) {
                              int sum = 0;
                              for (size_t item : group)
                                sum += in[item];
                              for (size_t item : group)
                                out[c.items() + item] = out[2 * c.items() + item] = sum;
                            }
                            c.in(in);
                            c.out(out);
                            c.value(static_cast<uint64_t>(c.items()));
                            c.local(4096 * sizeof(int));
                          },
                      .options = std::string(openClC30) + " -DSIZE=" + std::to_string(size),
                      .needsSubGroups = true,
                      .file = "sub-group-barriers"});
}

void intelShuffles(Rows &rows, const Ints &in, size_t size) {
  const auto from = [&](const std::function<size_t(size_t, int)> &source, int64_t more,
                        const std::function<bool(size_t)> &takesMore) {
    addEach(rows, in, [&](size_t lane, int value, const Lanes &lanes) -> int64_t {
      const size_t there = source(lane, value);
      return there < lanes.size() ? in[lanes[there]] + (takesMore(lane) ? more : 0) : -1;
    });
  };
  const auto always = [](size_t) { return true; };
  from([&](size_t, int value) { return static_cast<size_t>(value) % size; }, 1, always);
  from([&](size_t, int value) { return static_cast<size_t>(value) % size; }, 0, always);
  from([](size_t lane, int) { return lane ^ 3; }, 0, always);
  from([&](size_t lane, int) { return (lane + 3) % size; }, 1000, [&](size_t lane) { return lane + 3 >= size; });
  from([&](size_t lane, int) { return (lane + size - 3) % size; }, 1000, [](size_t lane) { return lane >= 3; });
  from([&](size_t lane, int) { return (lane + size - 1) % size; }, 1000, [](size_t lane) { return lane >= 1; });
  addOfAll(rows, in, [](const Ints &values, size_t) {
    return folded<int>(values, values.size(), 0, [](int a, int b) { return a + b; });
  });
  addOfAll(rows, in, [](const Ints &values, size_t self) { return folded<int>(values, self + 1, 0, larger<int>); });
  addOfAll(rows, in, [](const Ints &values, size_t) { return int64_t{values.front()}; });
  addOfAll(rows, in, [](const Ints &values, size_t) { return int64_t{std::ranges::max(values) > 55}; });
}

/// Values that fill the type, what they are combined to, and where they are moved.
template <class T> void addNarrow(Rows &rows, const Ints &in, size_t size) {
  const auto own = [](int value) { return static_cast<T>(value * 1237); };
  const auto component = [&](int value, int number) { return static_cast<T>(own(value) + 7 * number); };
  const auto sum = [](T a, T b) { return static_cast<T>(a + b); };
  const auto addThree = [&](auto count) {
    const auto addOne = [&](T identity, auto operation) {
      addOfAll(rows, in, [&](const Ints &values, size_t self) {
        Ints narrow;
        std::ranges::transform(values, std::back_inserter(narrow), own);
        return folded<T>(narrow, count(values, self), identity, operation);
      });
    };
    addOne(0, sum);
    addOne(std::numeric_limits<T>::max(), smaller<T>);
    addOne(std::numeric_limits<T>::min(), larger<T>);
  };
  addOfAll(rows, in, [&](const Ints &values, size_t) -> int64_t { return own(values.front()); });
  addThree([](const Ints &values, size_t) { return values.size(); });
  addThree([](const Ints &, size_t self) { return self + 1; });
  addThree([](const Ints &, size_t self) { return self; });

  const auto from = [&](
                        const std::function<size_t(size_t, int)> &source, int number,
                        const std::function<bool(size_t)> &isInverted = [](size_t) { return false; }) {
    addEach(rows, in, [&](size_t lane, int value, const Lanes &lanes) -> int64_t {
      const size_t there = source(lane, value);
      if (there >= lanes.size())
        return -1;
      const T found = component(in[lanes[there]], number);
      return isInverted(lane) ? static_cast<T>(~found) : found;
    });
  };
  for (int number : {0, 1, 2, 6})
    from([&](size_t, int value) { return static_cast<size_t>(value) % size; }, number);
  from([](size_t lane, int) { return lane ^ 3; }, 3);
  from([&](size_t lane, int) { return (lane + 3) % size; }, 0, [&](size_t lane) { return lane + 3 >= size; });
  from([&](size_t lane, int) { return (lane + size - 3) % size; }, 13, [](size_t lane) { return lane >= 3; });
}
void narrowValues(Rows &rows, const Ints &in, size_t size) {
  addNarrow<int8_t>(rows, in, size);
  addNarrow<uint8_t>(rows, in, size);
  addNarrow<int16_t>(rows, in, size);
  addNarrow<uint16_t>(rows, in, size);
}

} // namespace

Shapes subGroupShapes() {
  Shapes shapes;
  addEachSize(shapes, "sub-group-arithmetic", arithmetic);
  addEachSize(shapes, "sub-group-divergence", divergence);
  addEachSize(shapes, "sub-group-ballots", ballots);
  addEachSize(shapes, "sub-group-shuffles", shuffles);
  addEachSize(shapes, "sub-group-clusters", clusters);
  addEachSize(shapes, "sub-group-intel-shuffles", intelShuffles, "");
  addBarriers(shapes);
  addEachSize(shapes, "sub-group-narrow-values", narrowValues, "");
  return shapes;
}

} // namespace weft::exectest
