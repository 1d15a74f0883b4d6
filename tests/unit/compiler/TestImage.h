// An image between guard pages, and a reference implementation of reading and writing it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_TEST_IMAGE_H
#define WEFT_TESTS_UNIT_COMPILER_TEST_IMAGE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ImageAbi.h"

namespace weft::compiler::test {

/// The channel orders with their values in cl.h, which the compiler's tests don't include.
enum Order : uint32_t {
  orderR = 0x10B0,
  orderA,
  orderRG,
  orderRA,
  orderRGB,
  orderRGBA,
  orderBGRA,
  orderARGB,
  orderIntensity,
  orderLuminance,
  orderDepth = 0x10BD,
  orderSRGB = 0x10BF,
  orderSRGBA = 0x10C1,
  orderSBGRA,
  orderABGR
};
enum Type : uint32_t {
  snorm8 = 0x10D0,
  snorm16,
  unorm8,
  unorm16,
  unorm565,
  unorm555,
  unorm101010,
  int8,
  int16,
  int32,
  uint8,
  uint16,
  uint32,
  half16,
  float32,
  unorm1010102 = 0x10E0,
  unorm10x6,
  unorm2101010 = 0x10E5,
  uint10x6,
  uint12x4,
  uint14x2,
  unorm12x4,
  unorm14x2
};

struct Format {
  Order order;
  Type type;
  uint32_t code() const { return WEFT_IMAGE_FORMAT(order, type); }
  size_t elementBytes() const;
  /// The type of the kernel's read function: 'f' for read_imagef, 'i' for read_imagei, 'u' for read_imageui.
  char kind() const;
};
/// Returns every channel order with every type that it can be combined with.
std::vector<Format> allFormats();

using Colour = std::array<double, 4>;
using Place = std::array<float, 4>; ///< x, y, z, layer

struct Extent {
  uint32_t dimensions = 2; ///< number of dimensions that are filtered, without layers
  std::array<uint32_t, 3> size{1, 1, 1};
  uint32_t layers = 1;
  uint32_t levels = 1;
};

class TestImage {
public:
  /// Fills the image with different texels. The last texel of the last row ends where the accessible memory ends. With
  /// `atStart`, the first texel begins where the memory begins instead. Gaps of `padding` texels separate rows and
  /// slices.
  TestImage(Format format, Extent extent, uint32_t padding = 0, bool atStart = false);
  ~TestImage();
  TestImage(const TestImage &) = delete;
  TestImage &operator=(const TestImage &) = delete;

  const WeftImage &descriptor() const { return descriptor_; }
  const Format &format() const { return format_; }
  std::vector<std::byte> bytes() const { return {data_, data_ + bytes_}; }

  /// Returns the texel at this position as kernels see it, or the border colour outside the image.
  Colour texel(int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level = 0) const;
  /// Returns the colour that a sampler reads at `place` by OpenCL C 3.0, section 8.2.
  Colour sample(Place place, uint32_t sampler, uint32_t level = 0) const;
  /// Whether the texel in memory holds `colour` after the rounding of the image's format.
  bool holds(const Colour &colour, int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level = 0) const;

private:
  const std::byte *address(int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level) const;
  std::array<int64_t, 3> extentOf(uint32_t level) const;

  Format format_;
  Extent extent_;
  std::byte *mapping_ = nullptr;
  size_t mapped_ = 0;
  std::byte *data_ = nullptr;
  size_t bytes_ = 0;
  std::vector<WeftImageLevel> levels_;
  WeftImage descriptor_{};
};

} // namespace weft::compiler::test

#endif
