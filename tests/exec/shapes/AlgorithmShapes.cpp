// Known parallel algorithms; the references are their sequential meaning.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <numeric>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

using Ints = std::vector<int>;

std::vector<Range> powersOfTwo() { return {line(64, 16), line(8, 1), line(512, 256), line(4096, 1024)}; }

/// Calls action(begin, end) for each `size` elements.
template <class T, class Action> void perChunk(std::vector<T> &values, size_t size, Action action) {
  auto step = static_cast<std::ptrdiff_t>(size);
  for (auto chunk = values.begin(); chunk != values.end(); chunk += step)
    action(chunk, chunk + step);
}

Shapes sumShapes() {
  Shapes shapes;
  shapes.push_back({.name = "tree-reduction", .ranges = powersOfTwo(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), -999, 999);
                      Ints sums;
                      perChunk(in, c.range().local[0],
                               [&](auto begin, auto end) { sums.push_back(std::accumulate(begin, end, 0)); });
                      c.in(in);
                      c.out(sums);
                      c.local(c.range().local[0] * sizeof(int));
                    }});
  // Whole numbers, so that floating point addition is exact in any order.
  shapes.push_back({.name = "grid-stride-reduction", .ranges = powersOfTwo(), .describe = [](Case &c) {
                      const uint32_t count = 10007;
                      auto in = wholeNumbers<float>(count, -99, 99);
                      std::vector<float> sums(c.range().groups(0), 0.0F);
                      for (size_t i = 0; i < in.size(); ++i)
                        sums[i % c.items() / c.range().local[0]] += in[i];
                      c.in(in);
                      c.value(count);
                      c.out(sums);
                      c.local(c.range().local[0] * sizeof(float));
                    }});
  shapes.push_back({.name = "hillis-steele-scan", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), -999, 999);
                      Ints scan = in;
                      perChunk(scan, c.range().local[0],
                               [](auto begin, auto end) { std::partial_sum(begin, end, begin); });
                      c.in(in);
                      c.out(scan);
                      c.local(c.range().local[0] * sizeof(int));
                    }});
  shapes.push_back({.name = "blelloch-scan", .ranges = powersOfTwo(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(2 * c.items(), -999, 999);
                      Ints scan = in;
                      perChunk(scan, 2 * c.range().local[0],
                               [](auto begin, auto end) { std::exclusive_scan(begin, end, begin, 0); });
                      c.in(in);
                      c.out(scan);
                      c.local(2 * c.range().local[0] * sizeof(int));
                    }});
  return shapes;
}

Shape sorting(const char *name, std::vector<Range> ranges) {
  return {.name = name, .ranges = std::move(ranges), .describe = [](Case &c) {
            Ints data = wholeNumbers<int>(c.items(), -999, 999);
            Ints sorted = data;
            perChunk(sorted, c.range().local[0], [](auto begin, auto end) { std::sort(begin, end); });
            c.inOut(data, sorted);
            c.local(c.range().local[0] * sizeof(int));
          }};
}

Shapes selectionShapes() {
  Shapes shapes;
  shapes.push_back(sorting("bitonic-sort", powersOfTwo()));
  shapes.push_back(sorting("odd-even-sort", {line(64, 16), line(39, 13), line(5, 1), line(200, 100)}));
  shapes.push_back({.name = "histogram",
                    .ranges = {line(4096, 64), line(3000, 1000), line(97, 97), line(20, 1)},
                    .describe = [](Case &c) {
                      auto in = wholeNumbers<uint8_t>(c.items(), 0, 255);
                      std::vector<uint32_t> before(256, 5);
                      std::vector<uint32_t> counts = before;
                      for (uint8_t value : in)
                        ++counts[value];
                      c.in(in);
                      c.inOut(before, counts);
                    }});
  // Groups come in any order, so the output is compared as a set.
  shapes.push_back({.name = "stream-compaction", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), 0, 999);
                      Ints even;
                      std::copy_if(in.begin(), in.end(), std::back_inserter(even), [](int v) { return v % 2 == 0; });
                      std::sort(even.begin(), even.end());
                      c.in(in);
                      c.scratch<int>(Ints(c.items(), -1), [even](const Ints &after) {
                        Ints found(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(even.size()));
                        std::sort(found.begin(), found.end());
                        return mismatch<int>(found, even, {});
                      });
                      c.inOut(Ints{0}, Ints{static_cast<int>(even.size())});
                      c.local(c.range().local[0] * sizeof(int));
                    }});
  return shapes;
}

Shapes stencilShapes() {
  Shapes shapes;
  shapes.push_back({.name = "stencil-with-halo", .ranges = lines(), .describe = [](Case &c) {
                      Ints in = wholeNumbers<int>(c.items(), 0, 9999);
                      Ints padded(c.items() + 2, 0);
                      std::copy(in.begin(), in.end(), padded.begin() + 1);
                      Ints result(c.items());
                      for (size_t i = 0; i < result.size(); ++i)
                        result[i] = padded[i] + 2 * padded[i + 1] + padded[i + 2];
                      c.in(in);
                      c.out(result);
                      c.local((c.range().local[0] + 2) * sizeof(int));
                    }});
  shapes.push_back(
      {.name = "box-blur",
       .ranges = {plane({64, 48}, {8, 8}), plane({6, 48}, {2, 24}), plane({31, 17}, {31, 1}), plane({33, 65}, {0, 0})},
       .describe = [](Case &c) {
         auto in = anyBits<uint8_t>(c.items());
         size_t width = c.range().global[0];
         size_t height = c.range().global[1];
         c.in(in);
         c.out(perItem<uint8_t>(c.range(), [&](const Item &item) {
           int sum = 0;
           for (size_t y :
                {std::max<size_t>(item.global[1], 1) - 1, item.global[1], std::min(item.global[1] + 1, height - 1)})
             for (size_t x :
                  {std::max<size_t>(item.global[0], 1) - 1, item.global[0], std::min(item.global[0] + 1, width - 1)})
               sum += in[y * width + x];
           return sum / 9;
         }));
       }});
  return shapes;
}

/// Steps of z -> z^2 + c in fixed point with 12 binary places until |z| > 2.
int escapeSteps(int re, int im, int limit) {
  int64_t a = 0;
  int64_t b = 0;
  for (int steps = 0; steps < limit; ++steps) {
    if (a * a + b * b > int64_t{4} << 24)
      return steps;
    int64_t real = (a * a - b * b) >> 12;
    int64_t imaginary = (2 * a * b) >> 12;
    a = real + re;
    b = imaginary + im;
  }
  return limit;
}

Shape mandelbrot() {
  return {
      .name = "mandelbrot",
      .ranges = {plane({64, 64}, {16, 4}), plane({8, 60}, {1, 20}), plane({37, 29}, {37, 1}), plane({128, 96}, {0, 0})},
      .describe = [](Case &c) {
        const int limit = 200;
        c.out(perItem<int>(c.range(), [&](const Item &item) {
          int re = static_cast<int>(item.global[0] * (3 << 12) / c.range().global[0]) - (2 << 12);
          int im = static_cast<int>(item.global[1] * (2 << 12) / c.range().global[1]) - (1 << 12);
          return escapeSteps(re, im, limit);
        }));
        c.value(limit);
      }};
}

Shape nBody() {
  return {.name = "n-body", .ranges = {line(64, 16), line(39, 13), line(512, 256)}, .describe = [](Case &c) {
            auto bodies = fractions<float>(4 * c.items(), 0.0, 1.0);
            std::vector<float> forces;
            for (size_t i = 0; i < c.items(); ++i) {
              std::array<double, 3> force{};
              for (size_t k = 0; k < c.items(); ++k) {
                std::array<double, 3> way{};
                double squared = 0.5;
                for (size_t d = 0; d < 3; ++d) {
                  way[d] = static_cast<double>(bodies[4 * k + d]) - static_cast<double>(bodies[4 * i + d]);
                  squared += way[d] * way[d];
                }
                for (size_t d = 0; d < 3; ++d)
                  force[d] += way[d] * static_cast<double>(bodies[4 * k + 3]) / (squared * std::sqrt(squared));
              }
              for (double component : force)
                forces.push_back(static_cast<float>(component));
              forces.push_back(0.0F);
            }
            c.in(bodies);
            // Up to 512 terms below 3 in magnitude, each good to a few ulps.
            c.out(forces, {.absolute = 1e-3});
            c.local(c.range().local[0] * 4 * sizeof(float));
          }};
}

} // namespace

Shapes algorithmShapes() {
  Shapes shapes;
  for (Shapes more : {sumShapes(), selectionShapes(), stencilShapes()})
    std::move(more.begin(), more.end(), std::back_inserter(shapes));
  shapes.push_back(mandelbrot());
  shapes.push_back(nBody());
  return shapes;
}

} // namespace weft::exectest
