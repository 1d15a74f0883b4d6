// Blocks that sub-groups read from buffers and images, and write to them, with elements of every type.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

#include "driver/Inputs.h"
#include "driver/Shape.h"
#include "shapes/GroupReference.h"

namespace weft::exectest {

namespace {

/// A kind of blocks: its elements' type and what the functions' names end in.
struct BlockKind {
  const char *type, *suffix, *macros;
  std::string name(const char *file, size_t size) const {
    return std::string(file) + "-of-" + std::to_string(size) + "-" + type + suffix;
  }
  std::string options(size_t size) const {
    return std::string(openClC30) + " -DSIZE=" + std::to_string(size) + " -DTYPE=" + type + " -DSUFFIX=" + suffix +
           macros;
  }
};
/// The extensions that their names stand for are not reported: a program says that it wants the functions.
constexpr const char *narrowMacros = " -DHAS_16";

template <class T> void addBlocks(Shapes &shapes, const BlockKind &kind) {
  for (size_t size : {4, 8, 16, 32})
    shapes.push_back({.name = kind.name("sub-group-blocks", size),
                      .ranges = {line(32, 32), line(256, 64), plane({16, 8}, {8, 4})},
                      .describe =
                          [=](Case &c) {
                            const std::vector<T> in = anyBits<T>(c.items() * 32);
                            std::vector<T> places(2 * c.items());
                            size_t first = 0;
                            for (const Lanes &lanes : subGroupsOf(c.range(), size)) {
                              for (size_t lane = 0; lane < size; ++lane) {
                                places[2 * lanes[lane]] = in[first + (8 + 5) * size + lane];
                                places[2 * lanes[lane] + 1] = in[first + (16 + 11) * size + lane];
                              }
                              first += size * 32;
                            }
                            c.in(in);
                            c.out(in);
                            c.out(places);
                          },
                      .options = kind.options(size),
                      .needsSubGroups = true,
                      .file = "sub-group-blocks"});
}

/// A picture of RGBA as bytes, which goes on beyond its edges with the texels at them.
struct ByteRows {
  int width, height;
  std::vector<uint8_t> bytes;

  bool has(int x, int y) const { return x >= 0 && x < 4 * width && y >= 0 && y < height; }
  uint8_t &at(int x, int y) {
    const int texel = std::clamp(static_cast<int>(std::floor(x / 4.0)), 0, width - 1);
    return bytes[static_cast<size_t>((std::clamp(y, 0, height - 1) * width + texel) * 4 + (x & 3))];
  }
};

/// Places in bytes and rows, around the edges of a picture a texel wider than the elements of all work-items.
template <class T> void addImageBlocks(Shapes &shapes, const BlockKind &kind) {
  struct Place {
    int x, y;
  };
  static constexpr Place places[] = {{0, 1}, {-8, 3}, {12, -2}, {3, 2}, {40, 5}, {0, -20}};
  constexpr int bytes = sizeof(T);
  const bool has16 = std::string_view(kind.macros).contains("HAS_16");
  for (size_t size : {4, 8, 16, 32})
    shapes.push_back(
        {.name = kind.name("sub-group-image-blocks", size),
         .ranges = std::vector<Range>(std::size(places), line(64, 64)),
         .describe =
             [=](Case &c) {
               const int items = static_cast<int>(c.items());
               const auto [x, y] = places[c.index()];
               ByteRows in{.width = items * bytes / 4 + 1, .height = 16, .bytes = {}};
               in.bytes = anyBits<uint8_t>(static_cast<size_t>(4 * in.width * in.height));
               ByteRows copy = in;
               std::ranges::fill(copy.bytes, 0xCD);
               std::vector<T> out(8 * c.items());
               const int copied = x % 4 != 0 ? 0 : has16 ? 31 : 15;
               for (int row = 0; row < 31; ++row)
                 for (int i = 0; i < items * bytes; ++i) {
                   const uint8_t byte = in.at(x + i, y + row);
                   if (row < 8)
                     std::memcpy(reinterpret_cast<uint8_t *>(out.data()) + row * items * bytes + i, &byte, 1);
                   if (row < copied && copy.has(x + i, y + row))
                     copy.at(x + i, y + row) = byte;
                 }
               const ImageLayout layout =
                   picture(static_cast<size_t>(in.width), static_cast<size_t>(in.height), CL_RGBA, CL_UNORM_INT8);
               c.imageIn(layout, in.bytes);
               c.imageOut(layout, copy.bytes);
               c.out(out);
               c.value(x);
               c.value(y);
             },
         .options = kind.options(size),
         .needsSubGroups = true,
         .needsImages = true,
         .file = "sub-group-image-blocks"});
}

template <class T> void addBothBlocks(Shapes &shapes, const BlockKind &kind) {
  addBlocks<T>(shapes, kind);
  addImageBlocks<T>(shapes, kind);
}

} // namespace

Shapes subGroupBlockShapes() {
  Shapes shapes;
  addBothBlocks<uint32_t>(shapes, {.type = "uint", .suffix = "", .macros = ""});
  addBothBlocks<uint32_t>(shapes, {.type = "uint", .suffix = "_ui", .macros = ""});
  addBothBlocks<uint8_t>(shapes, {.type = "uchar", .suffix = "_uc", .macros = narrowMacros});
  addBothBlocks<uint16_t>(shapes, {.type = "ushort", .suffix = "_us", .macros = narrowMacros});
  addBothBlocks<uint64_t>(shapes, {.type = "ulong", .suffix = "_ul", .macros = ""});
  return shapes;
}

} // namespace weft::exectest
