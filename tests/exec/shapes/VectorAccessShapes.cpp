// Loads and stores of vectors over types, lengths, distances, offsets, group sizes and guards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdlib>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

struct Layout {
  size_t count, stride, length; ///< elements of a vector, from one to the next, of the longer vector
};

/// Elements that no vector covers, and those of vectors that aren't stored.
constexpr int untouched = 77;

template <class T> void describe(Case &c, const Layout &layout) {
  const size_t items = c.items(), count = layout.count, stride = layout.stride;
  const std::array<size_t, 4> offsets{0, 1, 3, 8};
  const size_t offset = offsets[c.index() % offsets.size()];
  const std::array<size_t, 3> limits{items - 1, items / 2, items + 5};
  const size_t limit = limits[c.index() % limits.size()];
  const size_t room = stride * items + count + 8;
  const auto apart = wholeNumbers<T>(room, 0, 120, 1), whole = wholeNumbers<T>(items * layout.length, 0, 120, 2);
  std::vector<T> together(items * count), spread(room, T{untouched}), guarded(spread), parts(spread);
  const std::vector<T> before(spread);
  for (size_t i = 0; i < items; ++i)
    for (size_t k = 0; k < count; ++k) {
      together[i * count + k] = apart[stride * i + offset + k];
      spread[stride * i + 1 + k] = whole[i * count + k];
      parts[stride * i + k] = whole[i * layout.length + k];
      if (i < limit && i % 4 != 2)
        guarded[stride * i + offset + k] = static_cast<T>(apart[stride * i + k] + T{1});
    }
  c.in(apart);
  c.in(whole);
  c.out(together);
  c.inOut(before, spread);
  c.inOut(before, guarded);
  c.inOut(before, parts);
  c.value(static_cast<uint32_t>(offset));
  c.value(static_cast<uint32_t>(limit));
}

template <class T> Shape apart(const std::string &type, const Layout &layout) {
  static constexpr std::array<const char *, 5> parts{"xy", "xyz", "lo", "lo", "s0123456789abcdef"};
  const size_t part = layout.count == 2 ? 0 : layout.count == 3 ? 1 : layout.count == 16 ? 4 : 2;
  const std::string count = std::to_string(layout.count), stride = std::to_string(layout.stride);
  return {.name = "vectors-of-" + count + "-" + type + "-each-" + stride,
          // A part of the last packet, groups that aren't whole, groups of one, ids that begin elsewhere.
          .ranges = {line(64, 16), line(75, 32), line(97, 97), line(7, 1), line(48, 48, 5), line(1000, 0)},
          .describe = [layout](Case &c) { describe<T>(c, layout); },
          .options = "-cl-std=CL3.0 -DT=" + type + " -DCOUNT=" + count + " -DSTRIDE=" + stride +
                     " -DLENGTH=" + std::to_string(layout.length) + " -DPART=" + parts[part],
          .needsDouble = type == "double",
          .file = "vectors-apart"};
}

template <class T> void addType(Shapes &shapes, const std::string &type, bool everyDistance) {
  for (const size_t count : {2, 3, 4, 8, 16}) {
    const size_t length = count == 16 ? 16 : count == 3 ? 4 : 2 * count;
    for (size_t stride = count; stride <= 2 * count + 1; ++stride)
      // One behind the other, a gap of one, of a whole vector, and none that is a power of two.
      if (everyDistance || stride == count || stride == count + 1 || (count < 8 && stride == 2 * count))
        shapes.push_back(apart<T>(type, {count, stride, length}));
  }
}

void describeNumbers(Case &c) {
  const auto bytes = anyBits<uint8_t>(3 * c.items(), 1);
  const auto shorts = anyBits<uint16_t>(3 * c.items(), 2);
  std::vector<uint32_t> ofBytes(c.items());
  std::vector<uint64_t> ofShorts(c.items());
  std::vector<uint8_t> filled(4 * c.items());
  for (size_t i = 0; i < c.items(); ++i)
    for (size_t k = 0; k < 3; ++k) {
      ofBytes[i] |= uint32_t{bytes[3 * i + k]} << 8 * k;
      ofShorts[i] |= uint64_t{shorts[3 * i + k]} << 16 * k;
      filled[4 * i + k] = bytes[3 * i + 2 - k];
    }
  c.in(bytes);
  c.in(shorts);
  c.out(ofBytes);
  c.out(ofShorts);
  c.out(filled);
}

} // namespace

Shapes vectorAccessShapes() {
  // All types at all distances take minutes on each executor.
  const bool all = std::getenv("WEFT_EXEC_ALL_VECTORS") != nullptr;
  Shapes shapes{{.name = "vectors-as-numbers", .ranges = flatLines(), .describe = describeNumbers}};
  addType<uint8_t>(shapes, "uchar", all);
  addType<uint16_t>(shapes, "ushort", all);
  addType<int32_t>(shapes, "int", all);
  addType<int64_t>(shapes, "long", all);
  if (all) {
    addType<int8_t>(shapes, "char", all);
    addType<int16_t>(shapes, "short", all);
    addType<float>(shapes, "float", all);
    addType<double>(shapes, "double", all);
  }
  return shapes;
}

} // namespace weft::exectest
