// Work-group collectives: reductions, scans, broadcasts and votes in every place where they may stand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

/// Groups of all shapes and numbers of dimensions, also such that the last ones are smaller.
std::vector<Range> allDimensions() {
  return {line(64, 16),
          line(39, 13),
          line(5, 1),
          line(2048, 1024),
          line(77, 16),
          plane({12, 8}, {4, 4}),
          plane({13, 7}, {5, 3}),
          box({6, 4, 4}, {3, 2, 2}),
          box({7, 5, 3}, {4, 2, 2}, {1, 2, 3})};
}

/// How OpenCL C combines and what it begins with; integers wrap around.
template <class T> T sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
  else
    return a + b;
}
template <class T> T product(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) * static_cast<std::make_unsigned_t<T>>(b));
  else
    return a * b;
}
template <class T> T least() {
  return std::is_integral_v<T> ? std::numeric_limits<T>::min() : -std::numeric_limits<T>::infinity();
}
template <class T> T most() {
  return std::is_integral_v<T> ? std::numeric_limits<T>::max() : std::numeric_limits<T>::infinity();
}

/// What each work-item gets from a reduction or a scan of `values`.
template <class T, class Combine>
std::vector<T> reduced(const Range &range, std::vector<T> values, T identity, Combine combine) {
  for (const std::vector<size_t> &group : groupsOf(range)) {
    T whole = identity;
    for (size_t item : group)
      whole = combine(whole, values[item]);
    for (size_t item : group)
      values[item] = whole;
  }
  return values;
}
template <class T, class Combine>
std::vector<T> scanned(const Range &range, std::vector<T> values, T identity, Combine combine, bool inclusive) {
  for (const std::vector<size_t> &group : groupsOf(range)) {
    T before = identity;
    for (size_t item : group) {
      T after = combine(before, values[item]);
      values[item] = inclusive ? after : before;
      before = after;
    }
  }
  return values;
}

/// Rows of results, shown as 64-bit integers one after the other.
class Rows {
public:
  template <class T> void add(const std::vector<T> &row, bool bits = false) {
    for (T value : row)
      if constexpr (std::is_floating_point_v<T>)
        rows_.push_back(bits ? std::bit_cast<int64_t>(static_cast<double>(value)) : static_cast<int64_t>(value));
      else
        rows_.push_back(static_cast<int64_t>(value));
  }
  const std::vector<int64_t> &all() const { return rows_; }

private:
  std::vector<int64_t> rows_;
};

template <class T> std::vector<T> scaled(const Ints &in, T scale) {
  std::vector<T> values;
  for (int value : in)
    values.push_back(product(static_cast<T>(value), scale));
  return values;
}

template <class T> void addReductions(Rows &rows, const Range &range, const Ints &in, T scale) {
  std::vector<T> values = scaled(in, scale);
  rows.add(reduced(range, values, T(0), sum<T>));
  rows.add(reduced(range, values, most<T>(), [](T a, T b) { return std::min(a, b); }));
  rows.add(reduced(range, values, least<T>(), [](T a, T b) { return std::max(a, b); }));
}

template <class T> void addScans(Rows &rows, const Range &range, const Ints &in, T scale) {
  std::vector<T> values = scaled(in, scale);
  for (bool inclusive : {true, false}) {
    rows.add(scanned(range, values, T(0), sum<T>, inclusive), true);
    rows.add(scanned(range, values, most<T>(), [](T a, T b) { return std::min(a, b); }, inclusive), true);
    rows.add(scanned(range, values, least<T>(), [](T a, T b) { return std::max(a, b); }, inclusive), true);
  }
}

/// Parameters (in, out in rows of 64-bit integers, number of work-items).
Shape inRows(const char *name, std::function<void(Rows &, const Range &, const Ints &)> expected) {
  return {.name = name,
          .ranges = allDimensions(),
          .describe =
              [=](Case &c) {
                Ints in = wholeNumbers<int>(c.items(), 1, 9999);
                Rows rows;
                expected(rows, c.range(), in);
                c.in(in);
                c.out(rows.all());
                c.value(static_cast<uint64_t>(c.items()));
              },
          .options = openClC30,
          .needsDouble = true};
}

template <class T, class Combine>
void addAll(Rows &rows, const Range &range, const std::vector<T> &values, T identity, Combine combine) {
  rows.add(reduced(range, values, identity, combine));
  rows.add(scanned(range, values, identity, combine, true));
  rows.add(scanned(range, values, identity, combine, false));
}

template <class T> void addUniformArithmetic(Rows &rows, const Range &range, const Ints &in) {
  Ints odd = in;
  for (int &value : odd)
    value |= 1;
  std::vector<T> values = scaled(odd, static_cast<T>(0x100000001));
  addAll(rows, range, values, T(1), product<T>);
  addAll(rows, range, values, static_cast<T>(~T(0)), std::bit_and<T>());
  addAll(rows, range, values, T(0), std::bit_or<T>());
  addAll(rows, range, values, T(0), std::bit_xor<T>());
}

Shapes functionShapes() {
  Shapes shapes;
  shapes.push_back(inRows("work-group-reduce", [](Rows &rows, const Range &range, const Ints &in) {
    addReductions<int32_t>(rows, range, in, 1);
    addReductions<uint32_t>(rows, range, in, 0x1000001);
    addReductions<int64_t>(rows, range, in, int64_t(1) << 34);
    addReductions<uint64_t>(rows, range, in, (uint64_t(1) << 50) + 1);
    addReductions<float>(rows, range, in, 3);
    addReductions<double>(rows, range, in, 1 << 20);
  }));
  shapes.push_back(inRows("work-group-scan", [](Rows &rows, const Range &range, const Ints &in) {
    addScans<int32_t>(rows, range, in, 1);
    addScans<uint32_t>(rows, range, in, 0x1000001);
    addScans<int64_t>(rows, range, in, int64_t(1) << 34);
    addScans<uint64_t>(rows, range, in, (uint64_t(1) << 50) + 1);
    addScans<float>(rows, range, in, 3);
    addScans<double>(rows, range, in, 1 << 20);
  }));
  shapes.push_back(inRows("work-group-uniform-arithmetic", [](Rows &rows, const Range &range, const Ints &in) {
    addUniformArithmetic<int32_t>(rows, range, in);
    addUniformArithmetic<uint32_t>(rows, range, in);
    addUniformArithmetic<int64_t>(rows, range, in);
    addUniformArithmetic<uint64_t>(rows, range, in);
    std::vector<float> signs(in.size());
    for (size_t i = 0; i < in.size(); ++i)
      signs[i] = i % 3 == 0 ? -1.0f : 1.0f;
    addAll(rows, range, signs, 1.0f, product<float>);
    addAll(rows, range, std::vector<double>(signs.begin(), signs.end()), 1.0, product<double>);
    const auto predicate = [&](auto holds) {
      Ints values;
      for (int value : in)
        values.push_back(holds(value) ? 1 : 0);
      return values;
    };
    addAll(rows, range, predicate([](int value) { return value % 16 != 0; }), 1, std::bit_and<int>());
    addAll(rows, range, predicate([](int value) { return value < 300; }), 0, std::bit_or<int>());
    addAll(rows, range, predicate([](int value) { return value % 3 != 0; }), 0, std::bit_xor<int>());
  }));
  shapes.push_back(inRows("work-group-broadcasts", [](Rows &rows, const Range &range, const Ints &in) {
    const auto from = [&](unsigned dimensions, int64_t scale) {
      const auto groups = groupsOf(range);
      return perItem<int64_t>(range, [&](const Item &item) {
        Extent source{0, 0, 0};
        for (unsigned d = 0; d < dimensions; ++d)
          source[d] = item.group[d] % item.groupSize[d];
        size_t place = (source[2] * item.groupSize[1] + source[1]) * item.groupSize[0] + source[0];
        return in[groups[item.groupLinear][place]] * scale;
      });
    };
    rows.add(from(3, 1));
    rows.add(from(2, 1));
    rows.add(from(1, int64_t(1) << 32));
    rows.add(from(3, int64_t(1) << 40));
    rows.add(from(3, 1));
    rows.add(from(3, 4));
  }));
  shapes.push_back({.name = "work-group-all-and-any",
                    .ranges = allDimensions(),
                    .describe =
                        [](Case &c) {
                          Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                          Ints expected;
                          for (auto holds :
                               {+[](int value) { return value < 9000; }, +[](int value) { return value < 9900; }}) {
                            Ints votes;
                            for (int value : in)
                              votes.push_back(holds(value));
                            votes = reduced(c.range(), votes, 1, std::bit_and<int>());
                            bool any = !expected.empty(); // not (all < 9900) is any >= 9900
                            for (int vote : votes)
                              expected.push_back(any ? 1 - vote : vote);
                          }
                          expected.insert(expected.end(), in.size(), 1);
                          expected.insert(expected.end(), in.size(), 0);
                          c.in(in);
                          c.out(expected);
                          c.value(static_cast<uint64_t>(c.items()));
                        },
                    .options = openClC30});
  return shapes;
}

/// Parameters (in, out), one int per work-item. `expected` gets one group's values in linear order.
Shape byGroup(const char *name, std::function<Ints(const Ints &, size_t groupX)> expected, int low = 0,
              int high = 9999) {
  return {.name = name,
          .ranges = allDimensions(),
          .describe =
              [=](Case &c) {
                Ints in = wholeNumbers<int>(c.items(), low, high);
                Ints out(in.size());
                size_t number = 0;
                for (const std::vector<size_t> &group : groupsOf(c.range())) {
                  Ints values;
                  for (size_t item : group)
                    values.push_back(in[item]);
                  Ints results = expected(values, number++ % c.range().groups(0));
                  for (size_t i = 0; i < group.size(); ++i)
                    out[group[i]] = results[i];
                }
                c.in(in);
                c.out(out);
              },
          .options = openClC30};
}

Shapes placeShapes() {
  Shapes shapes;
  shapes.push_back(byGroup("collective-in-loop", [](Ints values, size_t) {
    for (int turn = 0; turn < 5; ++turn) {
      int rest = std::accumulate(values.begin(), values.end(), 0);
      for (int &value : values) { // the sum of this value and those behind it
        int own = value;
        value = rest % 1000;
        rest -= own;
      }
    }
    return values;
  }));
  // All go on until the largest value is used up: (largest + 699) / 700 turns.
  shapes.push_back(byGroup("collective-decides-loop", [](Ints values, size_t) {
    int turns = (*std::max_element(values.begin(), values.end()) + 699) / 700;
    for (int &value : values)
      value += turns * 10000;
    return values;
  }));
  shapes.push_back(byGroup(
      "collective-in-branch-by-group",
      [](Ints values, size_t group) {
        if (group % 3 == 0)
          return Ints(values.size(), *std::max_element(values.begin(), values.end()));
        if (group % 3 != 1)
          return values;
        // Sums of positive values grow, so the largest one before is the one before.
        std::exclusive_scan(values.begin(), values.end(), values.begin(), 0);
        values[0] = std::numeric_limits<int>::min();
        return values;
      },
      1));
  shapes.push_back(byGroup("collective-in-function", [](const Ints &values, size_t) {
    const auto aboveMean = [](const Ints &of) {
      int64_t sum = std::accumulate(of.begin(), of.end(), int64_t(0));
      Ints above;
      for (int value : of)
        above.push_back(value * static_cast<int64_t>(of.size()) > sum);
      return above;
    };
    Ints chosen, thirds, results;
    for (int value : values)
      chosen.push_back(value * ((value & 3) + 1));
    Ints first = aboveMean(chosen);
    for (size_t i = 0; i < values.size(); ++i)
      thirds.push_back(values[i] * 3 + (((values[i] + 1) & 3) == 2 ? first[i] : 0));
    Ints second = aboveMean(thirds);
    for (size_t i = 0; i < values.size(); ++i)
      results.push_back(10 * values[i] + first[i] * 100001 + second[i] * 200000);
    return results;
  }));
  shapes.push_back(
      {.name = "collectives-of-changing-types",
       .ranges = allDimensions(),
       .describe =
           [](Case &c) {
             Ints in = wholeNumbers<int>(c.items(), 1, 99);
             const Range &range = c.range();
             Ints a = scanned(range, in, 0, sum<int>, true);
             std::vector<double> b = scanned(range, std::vector<double>(a.begin(), a.end()), 0.0, sum<double>, false);
             std::vector<double> d = reduced(range, b, 0.0, [](double x, double y) { return std::max(x, y); });
             std::vector<uint32_t> e(in.size());
             for (size_t i = 0; i < in.size(); ++i)
               e[i] = static_cast<uint32_t>(a[i] ^ in[i]);
             e = scanned(range, e, most<uint32_t>(), [](uint32_t x, uint32_t y) { return std::min(x, y); }, true);
             std::vector<int64_t> out(in.size());
             for (const std::vector<size_t> &group : groupsOf(range))
               for (size_t i : group)
                 out[i] = a[i] + 3 * static_cast<int64_t>(b[i]) + 5 * static_cast<int64_t>(a[group[0]]) +
                          7 * static_cast<int64_t>(d[i]) + 11 * static_cast<int64_t>(e[i]);
             c.in(in);
             c.out(out);
           },
       .options = openClC30});
  shapes.push_back({.name = "collective-before-an-exchange",
                    .ranges = {line(9, 3), line(8, 8), line(48, 16), line(60, 30), line(128, 64)},
                    .describe =
                        [](Case &c) {
                          const unsigned from = 7;
                          const Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                          Ints out(in.size());
                          for (const std::vector<size_t> &group : groupsOf(c.range())) {
                            const size_t size = group.size();
                            const int one = static_cast<int>(from % size * 3);
                            for (size_t l = 0; l < size; ++l) {
                              const size_t other = size - 1 - l;
                              out[group[l]] = (other == (size - 1) / 2 ? one : in[group[other]]) +
                                              (in[group[l]] % 2 == 1 ? one : 0);
                            }
                          }
                          c.in(in);
                          c.out(out);
                          c.value(from);
                        },
                    .options = openClC30});
  shapes.push_back({.name = "stream-compaction-by-scan",
                    .ranges = {line(64, 16), line(39, 13), line(5, 1), line(2048, 1024), line(77, 16)},
                    .describe =
                        [](Case &c) {
                          Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                          Ints out;
                          std::vector<uint32_t> counts;
                          for (const std::vector<size_t> &group : groupsOf(c.range())) {
                            size_t first = out.size();
                            for (bool kept : {true, false}) {
                              for (size_t item : group)
                                if ((in[item] % 3 == 0) == kept)
                                  out.push_back(in[item]);
                              if (kept)
                                counts.push_back(static_cast<uint32_t>(out.size() - first));
                            }
                          }
                          c.in(in);
                          c.out(out);
                          c.out(counts);
                        },
                    .options = openClC30});
  return shapes;
}

} // namespace

Shapes collectiveShapes() {
  Shapes shapes = functionShapes();
  for (Shape &shape : placeShapes())
    shapes.push_back(std::move(shape));
  return shapes;
}

} // namespace weft::exectest
