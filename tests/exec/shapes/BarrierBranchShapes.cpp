// Barriers in straight lines and branches, and branches between barriers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;
using Expected = std::function<Ints(Case &, const Ints &in)>;
using Parameters = std::function<void(Case &)>;

/// Parameters (in, out, a local tile of one int per work-item, then those that `parameters` adds).
Shape exchange(const char *name, Expected expected, Parameters parameters = nullptr) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, 9999);
            c.in(in);
            c.out(expected(c, in));
            c.local(c.range().local[0] * sizeof(int));
            if (parameters)
              parameters(c);
          }};
}

/// Parameters (in, out); `expected` for one value.
Shape elementwise(const char *name, int (*expected)(int)) {
  return {.name = name, .ranges = lines(), .describe = [=](Case &c) {
            Ints in = wholeNumbers<int>(c.items(), 0, 9999);
            c.in(in);
            std::transform(in.begin(), in.end(), in.begin(), expected);
            c.out(in);
          }};
}

Ints mirrored(Case &c, const Ints &in) { return reversed(in, c.range()); }

/// Each value becomes change(its group, its value in `even`, its value in `odd`).
template <class Change> Ints byGroup(Case &c, size_t count, Change change) {
  Ints result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = change(i / c.range().local[0], i);
  return result;
}

Shapes straightShapes() {
  Shapes shapes;
  shapes.push_back(exchange("barrier-straight-line", mirrored));
  shapes.push_back(elementwise("barrier-first", [](int value) { return value * 3 + 1; }));
  shapes.push_back(elementwise("barrier-last", [](int value) { return value * 3 + 1; }));
  shapes.push_back({.name = "barrier-alone", .ranges = lines(), .describe = [](Case &c) { c.in(Ints(c.items(), 5)); }});
  shapes.push_back(exchange("consecutive-barriers", mirrored));
  shapes.push_back({.name = "barrier-on-global-memory", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                      c.inOut(in, reversed(in, c.range()));
                    }});
  Shape named = exchange("work-group-barriers", [](Case &c, const Ints &in) { return rotated(in, c.range(), 2); });
  named.options = openClC30;
  shapes.push_back(named);
  return shapes;
}

/// A group's box of values turned around in all dimensions: the value at the mirrored place of the same group.
void mirroredBox(Case &c) {
  const Range &range = c.range();
  Ints in = wholeNumbers<int>(c.items(), 0, 9999);
  c.in(in);
  c.out(perItem<int>(range, [&](const Item &item) {
    Extent place;
    for (unsigned d = 0; d < 3; ++d)
      place[d] = item.group[d] * range.local[d] + (range.local[d] - 1 - item.local[d]);
    return in[(place[2] * range.global[1] + place[1]) * range.global[0] + place[0]];
  }));
  c.local(range.groupItems() * sizeof(int));
}

Shapes guardShapes() {
  Shapes shapes;
  auto evenGroupsMirrored = [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    return byGroup(c, in.size(), [&](size_t group, size_t i) { return group % 2 == 0 ? mirror[i] : in[i]; });
  };
  shapes.push_back(exchange(
      "barrier-in-branch-by-argument",
      [](Case &c, const Ints &in) {
        if (c.index() % 2 == 0)
          return reversed(in, c.range());
        return byGroup(c, in.size(), [&](size_t, size_t i) { return -in[i]; });
      },
      [](Case &c) { c.value(c.index() % 2 == 0 ? 1 : 0); }));
  shapes.push_back(exchange("barrier-in-branch-by-group", evenGroupsMirrored));
  shapes.push_back(exchange("barrier-guarded-by-run-time-condition", evenGroupsMirrored, [](Case &c) {
    c.in(perItem<int>(c.range(), [](const Item &item) { return item.group[0] % 2 == 0 ? 3 : -3; }));
  }));
  shapes.push_back(exchange("barrier-guarded-by-local-condition", evenGroupsMirrored));
  shapes.push_back(exchange("barrier-in-both-branches", [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    Ints moved = rotated(in, c.range(), 2);
    return byGroup(c, in.size(), [&](size_t group, size_t i) { return group % 2 == 0 ? mirror[i] : moved[i]; });
  }));
  shapes.push_back(exchange("barrier-in-nested-branches", [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    Ints moved = rotated(in, c.range(), 1);
    return byGroup(c, in.size(), [&](size_t group, size_t i) {
      if (group % 2 == 0)
        return group % 4 == 0 ? mirror[i] + 10 : in[i] + 110;
      return group % 3 == 0 ? moved[i] : in[i];
    });
  }));
  shapes.push_back(exchange("barrier-in-switch", [](Case &c, const Ints &in) {
    std::array<Ints, 4> ways{reversed(in, c.range()), rotated(in, c.range(), 2), rotated(in, c.range(), 1), in};
    return byGroup(c, in.size(), [&](size_t group, size_t i) { return group % 4 == 3 ? -in[i] : ways[group % 4][i]; });
  }));
  shapes.push_back(exchange("barrier-in-conditional-expression", [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    return byGroup(c, in.size(), [&](size_t group, size_t i) {
      bool high = mirror[i] > 5000;
      return group % 2 == 0 ? mirror[i] * 4 + high * 2 + 1 : (in[i] + 1) * 4 + high;
    });
  }));
  // An odd group of several holds more than one: see to it that both kinds of group are there.
  for (Shape &shape : shapes)
    shape.ranges.push_back(line(80, 8));
  return shapes;
}

Shapes returnShapes() {
  Shapes shapes;
  shapes.push_back(exchange("barrier-before-return", [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    return byGroup(c, in.size(), [&](size_t group, size_t i) { return group % 2 == 0 ? mirror[i] : -in[i]; });
  }));
  shapes.push_back(exchange("barrier-after-uniform-return", [](Case &c, const Ints &in) {
    Ints mirror = reversed(in, c.range());
    return byGroup(c, in.size(), [&](size_t group, size_t i) { return group % 2 == 0 ? mirror[i] : -1; });
  }));
  shapes.push_back(exchange("divergent-return-after-barrier", [](Case &c, const Ints &in) {
    Ints result = reversed(in, c.range());
    for (int &value : result)
      value = value % 2 == 0 ? value : -value;
    return result;
  }));
  shapes.push_back({.name = "branch-around-barrier-in-tail", .ranges = lines(), .describe = [](Case &c) {
                      c.out(perItem<int>(c.range(), [](const Item &item) { return item.local[0]; }));
                      c.value(static_cast<int>(c.index() % 2));
                    }});
  return shapes;
}

Shapes singleItemShapes() {
  Shapes shapes;
  shapes.push_back(exchange("local-id-zero-block-between-barriers", [](Case &c, const Ints &in) {
    Ints sums(c.range().groups(0), 0);
    for (size_t i = 0; i < in.size(); ++i)
      sums[i / c.range().local[0]] += in[i];
    return byGroup(c, in.size(), [&](size_t group, size_t) { return sums[group]; });
  }));
  shapes.push_back(exchange("local-id-zero-block-in-loop", [](Case &c, const Ints &in) {
    std::vector<unsigned> sums(c.range().groups(0), 0);
    for (size_t i = in.size(); i-- > 0;) {
      unsigned &sum = sums[i / c.range().local[0]];
      sum = sum * 3 + static_cast<unsigned>(in[i]);
    }
    return byGroup(c, in.size(), [&](size_t group, size_t) { return static_cast<int>(sums[group]); });
  }));
  shapes.push_back(
      {.name = "last-local-id-block", .ranges = lines(), .describe = [](Case &c) {
         Ints in = wholeNumbers<int>(c.items(), 0, 9999);
         c.in(in);
         size_t size = c.range().local[0];
         c.out(byGroup(c, in.size(), [&](size_t group, size_t i) { return in[i] + in[(group + 1) * size - 1]; }));
       }});
  return shapes;
}

Shapes divergenceShapes() {
  Shapes shapes;
  // Two mirrorings cancel out.
  shapes.push_back(exchange("divergent-branch-between-barriers", [](Case &c, const Ints &in) {
    return byGroup(c, in.size(), [&](size_t, size_t i) { return in[i] % 2 == 0 ? in[i] / 2 : in[i] * 3 + 1; });
  }));
  shapes.push_back(exchange("divergent-switch-between-barriers", [](Case &c, const Ints &in) {
    Ints changed = in;
    for (int &value : changed) {
      const std::array<int, 5> results{value + 7, value * 2 - 3, value - 3, value, -value};
      value = results[static_cast<size_t>(value % 5)];
    }
    return reversed(changed, c.range());
  }));
  shapes.push_back(exchange("conditional-value-across-barrier", [](Case &c, const Ints &in) {
    Ints result = reversed(in, c.range());
    for (size_t i = 0; i < in.size(); ++i) {
      const std::array<int, 3> kept{in[i] + 1, in[i] * 2, 5};
      result[i] -= kept[static_cast<size_t>(in[i] % 3)];
    }
    return result;
  }));
  return shapes;
}

} // namespace

Shapes barrierBranchShapes() {
  Shapes shapes;
  for (Shapes more : {straightShapes(), guardShapes(), returnShapes(), singleItemShapes(), divergenceShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  shapes.push_back({.name = "barrier-in-two-dimensions",
                    .ranges = {plane({12, 6}, {4, 3}), plane({7, 10}, {7, 5}), plane({64, 32}, {32, 32})},
                    .describe = mirroredBox});
  shapes.push_back({.name = "barrier-in-three-dimensions",
                    .ranges = {box({6, 4, 6}, {3, 2, 3}), box({8, 8, 8}, {8, 8, 8}), box({5, 1, 7}, {1, 1, 7})},
                    .describe = mirroredBox});
  return shapes;
}

} // namespace weft::exectest
