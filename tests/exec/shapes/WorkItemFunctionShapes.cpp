// Work-item functions against the specification's definitions (OpenCL C, section 6.15.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

using Longs = std::vector<uint64_t>;

std::vector<Range> uniformRanges() {
  return {line(24, 8),
          line(13, 13, 5),
          plane({12, 6}, {4, 2}),
          plane({6, 34}, {2, 17}),
          plane({10, 9}, {5, 3}, {7, 11}),
          box({6, 4, 4}, {3, 2, 2}),
          box({4, 6, 5}, {2, 3, 1}, {1, 100, 3}),
          box({1, 1, 8}, {1, 1, 4})};
}

std::vector<Range> nonUniformRanges() {
  return {line(10, 4),
          line(3, 8),
          line(100, 64),
          plane({7, 5}, {4, 2}),
          plane({8, 5}, {4, 3}),
          box({5, 5, 5}, {2, 3, 4}),
          box({3, 2, 9}, {3, 2, 4})};
}

/// The seven functions of one dimension, in the kernels' order.
std::array<uint64_t, 7> functionsOf(const Range &range, const Item &item, uint32_t d) {
  if (d >= 3)
    return {0, 1, 0, 0, 1, 0, 1};
  return {item.global[d],    range.global[d], range.offset[d], item.local[d],
          item.groupSize[d], item.group[d],   range.groups(d)};
}

/// The values that each work-item writes, one after another: result(item) is a list.
template <class Result> Longs listPerItem(const Range &range, Result result) {
  Longs all;
  for (const Longs &list : perItem<Longs>(range, result))
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

uint64_t decimal(const Extent &extent, uint64_t base) { return extent[0] + extent[1] * base + extent[2] * base * base; }

Shapes queryShapes() {
  Shapes shapes;
  shapes.push_back({.name = "work-item-functions", .ranges = uniformRanges(), .describe = [](Case &c) {
                      c.out(listPerItem(c.range(), [&](const Item &item) {
                        Longs found;
                        for (size_t function = 0; function < 7; ++function)
                          for (uint32_t d = 0; d < 4; ++d)
                            found.push_back(functionsOf(c.range(), item, d)[function]);
                        found.push_back(c.range().dimensions);
                        return found;
                      }));
                    }});
  std::vector<Range> withoutOffset{line(24, 8), plane({12, 6}, {4, 2}), plane({6, 34}, {2, 17}),
                                   box({6, 4, 4}, {3, 2, 2})};
  shapes.push_back(
      {.name = "work-item-functions-of-run-time-dimension", .ranges = withoutOffset, .describe = [](Case &c) {
         const std::vector<uint32_t> dimensions{2, 0, 3, 1, 17, 0xFFFFFFFF};
         c.out(listPerItem(c.range(), [&](const Item &item) {
           Longs found;
           for (uint32_t d : dimensions)
             for (uint64_t value : functionsOf(c.range(), item, d))
               found.push_back(value);
           return found;
         }));
         c.in(dimensions);
       }});
  shapes.push_back(
      {.name = "work-item-functions-of-varying-dimension", .ranges = withoutOffset, .describe = [](Case &c) {
         c.out(perItem<uint64_t>(c.range(), [&](const Item &item) {
           auto f = functionsOf(c.range(), item, static_cast<uint32_t>(item.linear % 4));
           return f[0] * 1000000 + f[3] * 10000 + f[4] * 100 + f[5];
         }));
       }});
  shapes.push_back({.name = "clock-across-work-items",
                    .ranges = flatLines(),
                    .describe =
                        [](Case &c) {
                          c.scratch<cl_ulong>({0}, [](const std::vector<cl_ulong> &latest) {
                            return latest[0] != 0 ? std::nullopt : std::optional<std::string>("no time was read");
                          });
                          c.out(std::vector<int>(c.items(), 0));
                        },
                    .options = openClC30});
  shapes.push_back({.name = "kernel-clock",
                    .ranges = flatLines(),
                    .describe =
                        [](Case &c) {
                          std::vector<int> turns = wholeNumbers<int>(c.items(), 1, 9);
                          c.in(turns);
                          c.out(turns);
                        },
                    .options = openClC30});
  shapes.push_back({.name = "linear-ids",
                    .ranges = uniformRanges(),
                    .describe =
                        [](Case &c) {
                          c.out(listPerItem(c.range(), [&](const Item &item) {
                            const Extent &size = c.range().local;
                            return Longs{item.localLinear, size[0] * 100 + size[1] * 10 + size[2], 1,
                                         size[0] * 10000 + size[1] * 100 + size[2]};
                          }));
                        },
                    .options = openClC30});
  return shapes;
}

Shapes useShapes() {
  Shapes shapes;
  shapes.push_back({.name = "ids-as-int",
                    .ranges = {line(64, 16), line(97, 97, 3), line(1000, 0, 77), line(64, 16, 1U << 20)},
                    .describe = [](Case &c) {
                      auto in = wholeNumbers<int>(c.items(), 0, 9999);
                      c.in(in);
                      c.out(perItem<int>(c.range(), [&](const Item &item) {
                        return in[in.size() - 1 - item.linear] + static_cast<int>(item.global[0]);
                      }));
                    }});
  shapes.push_back(
      {.name = "work-item-functions-in-function",
       .ranges = {plane({12, 6}, {4, 2}), plane({6, 34}, {2, 17}), plane({30, 7}, {5, 7})},
       .describe = [](Case &c) {
         c.out(perItem<int>(c.range(), [](const Item &item) { return item.global[0] * 1000 + item.global[1]; }));
       }});
  shapes.push_back({.name = "required-group-size",
                    .ranges = {plane({8, 4}, {8, 4}), plane({32, 16}, {8, 4}), plane({16, 8}, {0, 0})},
                    .describe = [](Case &c) {
                      auto in = wholeNumbers<int>(c.items(), 0, 9999);
                      size_t width = c.range().global[0];
                      c.in(in);
                      c.out(perItem<int>(c.range(), [&](const Item &item) {
                        size_t x = item.global[0] / 8 * 8 + 7 - item.global[0] % 8;
                        size_t y = item.global[1] / 4 * 4 + 3 - item.global[1] % 4;
                        return in[y * width + x] + 84;
                      }));
                    }});
  shapes.push_back({.name = "big-range",
                    .ranges = {line(1U << 20, 64), line(1U << 18, 1), line(999983, 0), line(1U << 19, 1024)},
                    .describe = [](Case &c) {
                      c.out(
                          perItem<uint32_t>(c.range(), [](const Item &item) { return item.global[0] * 2654435761U; }));
                    }});
  return shapes;
}

Shape nonUniform() {
  return {.name = "non-uniform-groups",
          .ranges = nonUniformRanges(),
          .describe =
              [](Case &c) {
                const Range &range = c.range();
                c.out(listPerItem(range, [&](const Item &item) {
                  Extent mirror;
                  for (unsigned d = 0; d < 3; ++d)
                    mirror[d] = item.group[d] * range.local[d] + item.groupSize[d] - 1 - item.local[d];
                  return Longs{(mirror[2] * range.global[1] + mirror[1]) * range.global[0] + mirror[0],
                               decimal(item.groupSize, 100), decimal(range.local, 100),
                               decimal({range.groups(0), range.groups(1), range.groups(2)}, 100)};
                }));
                c.local(range.groupItems() * sizeof(int));
              },
          .options = openClC30};
}

/// The global ids of the group's mirrored place, and the low half of the own id.
Shape wideIds() {
  const size_t limit = size_t{1} << 31;
  return {.name = "ids-beyond-31-bits",
          .ranges = {line(64, 16, limit - 65), line(64, 16, limit - 33), line(64, 16, 2 * limit - 7),
                     line(30, 10, size_t{1} << 40), plane({8, 6}, {4, 3}, {5, 3 * limit}),
                     plane({8, 6}, {4, 3}, {2 * limit, limit - 3})},
          .describe = [](Case &c) {
            const Range &range = c.range();
            c.out(perItem<uint64_t>(range, [&](const Item &item) {
              Extent mirror;
              for (unsigned d = 0; d < 2; ++d)
                mirror[d] = item.global[d] - item.local[d] + item.groupSize[d] - 1 - item.local[d];
              return mirror[0] * 3 + mirror[1] + static_cast<uint32_t>(item.global[0]);
            }));
            c.local(range.groupItems() * sizeof(uint64_t));
          }};
}

/// Each group's values in the order of their local linear ids.
std::vector<std::vector<int>> byGroup(const Range &range, const std::vector<int> &values) {
  std::vector<std::vector<int>> groups(range.groups());
  perItem<int>(range, [&](const Item &item) {
    std::vector<int> &group = groups[item.groupLinear];
    group.resize(item.groupSize[0] * item.groupSize[1] * item.groupSize[2]);
    group[item.localLinear] = values[item.linear];
    return 0;
  });
  return groups;
}

Shape valuesAcrossBarriers() {
  std::vector<Range> ranges = nonUniformRanges();
  for (const Range &range : {line(60, 20), plane({12, 6}, {4, 3}), box({4, 6, 8}, {2, 3, 4}), plane({13, 1}, {13, 1})})
    ranges.push_back(range);
  return {.name = "values-across-barriers-in-all-dimensions",
          .ranges = ranges,
          .describe =
              [](Case &c) {
                auto in = wholeNumbers<int>(c.items(), 0, 9999);
                auto groups = byGroup(c.range(), in);
                c.in(in);
                c.out(perItem<int>(c.range(), [&](const Item &item) {
                  const std::vector<int> &group = groups[item.groupLinear];
                  size_t l = item.localLinear;
                  int own = group[l];
                  auto ahead = [&](size_t by) { return group[(l + by) % group.size()]; };
                  return own + ahead(1) + 3 * (2 * own + ahead(2)) + 7 * (static_cast<int>(l) + ahead(3)) +
                         static_cast<int>(item.local[0] + item.local[1] * 10);
                }));
                c.local(c.range().groupItems() * sizeof(int));
              },
          .options = openClC30};
}

Shape leftOpen() {
  return {.name = "local-size-left-open",
          .ranges = {line(1000, 0), line(997, 0, 5), plane({37, 41}, {0, 0}), plane({64, 64}, {0, 0}, {1, 2}),
                     box({7, 8, 9}, {0, 0, 0}), box({1, 1, 30}, {0, 0, 0}), line(1, 0)},
          .describe = [](Case &c) { c.out(std::vector<uint32_t>(c.items(), 1)); },
          .options = openClC30};
}

/// Numbers of one work-item, by the kernel's order.
struct SubGroup {
  uint32_t size, maximum, count, id, place;
};

Shape subGroups() {
  return {.name = "sub-group-functions",
          .ranges = {line(64, 16), line(39, 13), line(5, 1), plane({12, 6}, {4, 3}), box({6, 4, 6}, {3, 2, 3})},
          .describe =
              [](Case &c) {
                Range range = c.range();
                c.scratch<SubGroup>(std::vector<SubGroup>(c.items()), [range](const std::vector<SubGroup> &found) {
                  std::optional<std::string> wrong;
                  perItem<int>(range, [&](const Item &item) {
                    const SubGroup &s = found[item.linear];
                    size_t items = range.groupItems();
                    bool fits = s.maximum > 0 && s.id * s.maximum + s.place == item.localLinear &&
                                s.count == (items + s.maximum - 1) / s.maximum && s.place < s.size &&
                                s.size == std::min<size_t>(s.maximum, items - s.id * s.maximum);
                    if (!fits && !wrong)
                      wrong = "work-item " + std::to_string(item.linear) + ": size " + std::to_string(s.size) +
                              ", maximum " + std::to_string(s.maximum) + ", count " + std::to_string(s.count) +
                              ", id " + std::to_string(s.id) + ", place " + std::to_string(s.place);
                    return 0;
                  });
                  return wrong;
                });
              },
          .options = openClC30,
          .needsSubGroups = true};
}

} // namespace

Shapes workItemFunctionShapes() {
  Shapes shapes;
  for (Shapes more : {queryShapes(), useShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  shapes.push_back(nonUniform());
  shapes.push_back(wideIds());
  shapes.push_back(valuesAcrossBarriers());
  shapes.push_back(leftOpen());
  shapes.push_back(subGroups());
  return shapes;
}

} // namespace weft::exectest
