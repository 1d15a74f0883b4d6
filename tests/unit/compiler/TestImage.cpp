// A reference implementation of images. It decodes texels channel by channel in double, and computes coordinates by the
// formulas of OpenCL C 3.0, section 8.2.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TestImage.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

#include <sys/mman.h>
#include <unistd.h>

namespace weft::compiler::test {
namespace {

/// Returns the channels in the order in which they lie in memory, each as the component in which kernels see it.
std::string channelNames(Order order) {
  switch (order) {
  case orderR:
  case orderDepth:
    return "r";
  case orderA:
    return "a";
  case orderRG:
    return "rg";
  case orderRA:
    return "ra";
  case orderRGB:
  case orderSRGB:
    return "rgb";
  case orderRGBA:
  case orderSRGBA:
    return "rgba";
  case orderBGRA:
  case orderSBGRA:
    return "bgra";
  case orderARGB:
    return "argb";
  case orderABGR:
    return "abgr";
  case orderIntensity:
    return "i";
  case orderLuminance:
    return "l";
  }
  return "";
}

bool isSrgb(Order order) { return order == orderSRGB || order == orderSRGBA || order == orderSBGRA; }

/// Returns the number of bits of each channel of a packed type. The channels begin at the top, after any unused bits.
/// The list is empty for types that aren't packed.
std::vector<int> packedBits(Type type) {
  switch (type) {
  case unorm565:
    return {5, 6, 5};
  case unorm555:
    return {5, 5, 5};
  case unorm101010:
    return {10, 10, 10};
  case unorm1010102:
    return {10, 10, 10, 2};
  case unorm2101010:
    return {2, 10, 10, 10};
  default:
    return {};
  }
}

size_t channelBytes(Type type) {
  switch (type) {
  case snorm8:
  case unorm8:
  case int8:
  case uint8:
    return 1;
  case int32:
  case uint32:
  case float32:
    return 4;
  default:
    return 2;
  }
}

/// Returns the number of unused bits at the lower end of a 16-bit channel.
int unusedBits(Type type) {
  switch (type) {
  case unorm10x6:
  case uint10x6:
    return 6;
  case unorm12x4:
  case uint12x4:
    return 4;
  case unorm14x2:
  case uint14x2:
    return 2;
  default:
    return 0;
  }
}

template <typename T> double as(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double decode(Type type, const std::byte *bytes) {
  if (const int unused = unusedBits(type)) {
    const double number = std::floor(as<uint16_t>(bytes) / (1 << unused));
    return type == uint10x6 || type == uint12x4 || type == uint14x2 ? number : number / ((1 << (16 - unused)) - 1);
  }
  switch (type) {
  case snorm8:
    return std::max(as<int8_t>(bytes) / 127, -1.0);
  case snorm16:
    return std::max(as<int16_t>(bytes) / 32767, -1.0);
  case unorm8:
    return as<uint8_t>(bytes) / 255;
  case unorm16:
    return as<uint16_t>(bytes) / 65535;
  case int8:
    return as<int8_t>(bytes);
  case int16:
    return as<int16_t>(bytes);
  case int32:
    return as<int32_t>(bytes);
  case uint8:
    return as<uint8_t>(bytes);
  case uint16:
    return as<uint16_t>(bytes);
  case uint32:
    return as<uint32_t>(bytes);
  case half16:
    return as<_Float16>(bytes);
  default:
    return as<float>(bytes);
  }
}

std::vector<double> channels(Format format, const std::byte *bytes) {
  std::vector<double> values;
  if (const std::vector<int> bits = packedBits(format.type); !bits.empty()) {
    uint32_t word = 0;
    std::memcpy(&word, bytes, format.elementBytes());
    int rest = 0;
    for (int count : bits)
      rest += count;
    for (int count : bits) {
      rest -= count;
      const uint32_t greatest = (1u << count) - 1;
      values.push_back(double(word >> rest & greatest) / greatest);
    }
    return values;
  }
  for (size_t channel = 0; channel < channelNames(format.order).size(); ++channel)
    values.push_back(decode(format.type, bytes + channel * channelBytes(format.type)));
  return values;
}

double linearLight(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double encodedLight(double light) {
  return light < 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Returns the value that a channel in memory must have after `value` was written, and the greatest allowed difference.
std::pair<double, double> expectedChannel(Type type, double value, double greatest) {
  if (std::isnan(value))
    value = 0;
  switch (type) {
  case snorm8:
    return {std::clamp(value, -1.0, 1.0), 0.5001 / 127};
  case snorm16:
    return {std::clamp(value, -1.0, 1.0), 0.51 / 32767};
  case half16:
    return {value, std::abs(value) * 0x1p-11 + 0x1p-25};
  case float32:
    return {value, 0};
  case int8:
    return {std::clamp(value, -128.0, 127.0), 0};
  case int16:
    return {std::clamp(value, -32768.0, 32767.0), 0};
  case uint8:
    return {std::clamp(value, 0.0, 255.0), 0};
  case uint16:
    return {std::clamp(value, 0.0, 65535.0), 0};
  case uint10x6:
    return {std::clamp(value, 0.0, 1023.0), 0};
  case uint12x4:
    return {std::clamp(value, 0.0, 4095.0), 0};
  case uint14x2:
    return {std::clamp(value, 0.0, 16383.0), 0};
  case int32:
  case uint32:
    return {value, 0};
  default:
    return {std::clamp(value, 0.0, 1.0), 0.51 / greatest};
  }
}

} // namespace

size_t Format::elementBytes() const {
  if (type == unorm565 || type == unorm555)
    return 2;
  if (type == unorm101010 || type == unorm1010102 || type == unorm2101010)
    return 4;
  return channelNames(order).size() * channelBytes(type);
}

char Format::kind() const {
  const bool isUnsigned = (type >= uint8 && type <= uint32) || (type >= uint10x6 && type <= uint14x2);
  return type >= int8 && type <= int32 ? 'i' : isUnsigned ? 'u' : 'f';
}

std::vector<Format> allFormats() {
  std::vector<Format> formats;
  for (Order order : {orderR, orderA, orderRG, orderRA, orderRGBA})
    for (Type type : {snorm8, snorm16, unorm8, unorm16, int8, int16, int32, uint8, uint16, uint32, half16, float32})
      formats.push_back({order, type});
  for (Order order : {orderBGRA, orderARGB, orderABGR})
    for (Type type : {snorm8, unorm8, int8, uint8})
      formats.push_back({order, type});
  for (Order order : {orderIntensity, orderLuminance})
    for (Type type : {snorm8, snorm16, unorm8, unorm16, half16, float32})
      formats.push_back({order, type});
  for (Type type : {unorm565, unorm555, unorm101010})
    formats.push_back({orderRGB, type});
  formats.push_back({orderRGBA, unorm1010102});
  formats.push_back({orderABGR, unorm2101010});
  for (Order order : {orderR, orderRG, orderRGBA})
    for (Type type : {unorm10x6, unorm12x4, unorm14x2, uint10x6, uint12x4, uint14x2})
      formats.push_back({order, type});
  for (Order order : {orderSRGB, orderSRGBA, orderSBGRA})
    formats.push_back({order, unorm8});
  for (Type type : {unorm16, float32})
    formats.push_back({orderDepth, type});
  return formats;
}

TestImage::TestImage(Format format, Extent extent, uint32_t padding, bool atStart) : format_(format), extent_(extent) {
  const size_t element = format.elementBytes();
  for (uint32_t level = 0; level < extent.levels; ++level) {
    WeftImageLevel made{};
    made.offset = bytes_;
    made.width = std::max(extent.size[0] >> level, 1u);
    made.height = std::max(extent.size[1] >> level, 1u);
    made.depth = std::max(extent.size[2] >> level, 1u);
    made.rowPitch = (made.width + padding) * element;
    made.slicePitch = made.rowPitch * (made.height + padding);
    const uint64_t slices = std::max(made.depth, extent.layers);
    bytes_ += (slices - 1) * made.slicePitch + (made.height - 1) * made.rowPitch + made.width * element;
    bytes_ = level + 1 < extent.levels ? (bytes_ + 15) / 16 * 16 : bytes_;
    levels_.push_back(made);
  }
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t inner = (bytes_ + page - 1) / page * page;
  mapped_ = inner + 2 * page;
  mapping_ = static_cast<std::byte *>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(mapping_ + page, inner, PROT_READ | PROT_WRITE);
  data_ = mapping_ + page + (atStart ? 0 : inner - bytes_);

  std::mt19937 random(4711);
  for (size_t at = 0; at < bytes_; ++at)
    data_[at] = std::byte(random());
  // Floats with random bit patterns would make filtered sums meaningless, so floats get values from [-1, 1).
  if (format.type == float32)
    for (size_t at = 0; at + 4 <= bytes_; at += 4) {
      const float value = static_cast<float>(random() % 2000) / 1000.0f - 1.0f;
      std::memcpy(data_ + at, &value, 4);
    }
  if (format.type == half16)
    for (size_t at = 0; at + 2 <= bytes_; at += 2) {
      const auto value = static_cast<_Float16>(static_cast<float>(random() % 2000) / 1000.0f - 1.0f);
      std::memcpy(data_ + at, &value, 2);
    }
  const WeftImageLevel &base = levels_.front();
  descriptor_ = {.data = data_,
                 .rowPitch = base.rowPitch,
                 .slicePitch = base.slicePitch,
                 .width = base.width,
                 .height = base.height,
                 .depth = base.depth,
                 .arraySize = extent.layers,
                 .channelOrder = format.order,
                 .channelType = format.type,
                 .elementBytes = static_cast<uint32_t>(element),
                 .levelCount = extent.levels,
                 .levels = levels_.data()};
}

TestImage::~TestImage() { munmap(mapping_, mapped_); }

std::array<int64_t, 3> TestImage::extentOf(uint32_t level) const {
  return {levels_[level].width, levels_[level].height, levels_[level].depth};
}

const std::byte *TestImage::address(int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level) const {
  const WeftImageLevel &at = levels_[level];
  const auto slice = static_cast<uint64_t>(z) + layer;
  return data_ + at.offset + slice * at.slicePitch + static_cast<uint64_t>(y) * at.rowPitch +
         static_cast<uint64_t>(x) * format_.elementBytes();
}

Colour TestImage::texel(int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level) const {
  const std::string names = channelNames(format_.order);
  const std::array<int64_t, 3> size = extentOf(level);
  Colour colour{0, 0, 0, 1};
  if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) {
    if (names.find_first_of("ai") != std::string::npos)
      colour[3] = 0;
    return colour;
  }
  const std::vector<double> values = channels(format_, address(x, y, z, layer, level));
  for (size_t channel = 0; channel < names.size(); ++channel) {
    const double value = values[channel];
    if (names[channel] == 'i')
      colour.fill(value);
    else if (names[channel] == 'l')
      colour = {value, value, value, 1};
    else if (names[channel] == 'a')
      colour[3] = value;
    else
      colour[std::string("rgb").find(names[channel])] = isSrgb(format_.order) ? linearLight(value) : value;
  }
  return colour;
}

Colour TestImage::sample(Place place, uint32_t sampler, uint32_t level) const {
  const uint32_t mode = sampler & WEFT_SAMPLER_ADDRESS_MASK;
  const bool linear = (sampler & WEFT_SAMPLER_FILTER_LINEAR) != 0;
  const std::array<int64_t, 3> size = extentOf(level);
  std::array<std::array<int64_t, 2>, 3> at{};
  std::array<double, 3> share{};
  for (size_t d = 0; d < extent_.dimensions; ++d) {
    const auto extent = static_cast<float>(size[d]);
    float u = place[d];
    if (sampler & WEFT_SAMPLER_NORMALIZED) {
      if (mode == WEFT_SAMPLER_ADDRESS_REPEAT)
        u = u - std::floor(u);
      if (mode == WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT)
        u = std::fabs(u - 2.0f * std::rint(0.5f * u));
      u = u * extent;
    }
    if (linear)
      u -= 0.5f;
    const float whole = std::floor(u);
    share[d] = linear ? static_cast<double>(u - whole) : 0;
    for (int64_t high : {0, 1}) {
      int64_t i = static_cast<int64_t>(whole) + high;
      if (mode == WEFT_SAMPLER_ADDRESS_REPEAT)
        i = i < 0 ? i + size[d] : i >= size[d] ? i - size[d] : i;
      else if (mode != WEFT_SAMPLER_ADDRESS_CLAMP)
        i = std::clamp<int64_t>(i, 0, size[d] - 1);
      at[d][static_cast<size_t>(high)] = i;
    }
  }
  const auto layer = static_cast<uint32_t>(std::clamp(std::rint(place[3]), 0.0f, float(extent_.layers - 1)));
  Colour sum{0, 0, 0, 0};
  for (size_t corner = 0; corner < 8; ++corner) {
    const size_t x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    const double weight = (x ? share[0] : 1 - share[0]) * (y ? share[1] : 1 - share[1]) * (z ? share[2] : 1 - share[2]);
    if (weight == 0)
      continue;
    const Colour one = texel(at[0][x], at[1][y], at[2][z], layer, level);
    for (size_t channel = 0; channel < 4; ++channel)
      sum[channel] += weight * one[channel];
  }
  return sum;
}

bool TestImage::holds(const Colour &colour, int64_t x, int64_t y, int64_t z, uint32_t layer, uint32_t level) const {
  const std::string names = channelNames(format_.order);
  const std::vector<double> found = channels(format_, address(x, y, z, layer, level));
  const std::vector<int> bits = packedBits(format_.type);
  for (size_t channel = 0; channel < names.size(); ++channel) {
    const bool alpha = names[channel] == 'a';
    const size_t source = alpha ? 3 : names[channel] == 'g' ? 1 : names[channel] == 'b' ? 2 : 0;
    double value = colour[source];
    if (isSrgb(format_.order) && !alpha)
      value = encodedLight(std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0));
    double greatest = format_.type == unorm16 ? 65535 : 255;
    if (!bits.empty())
      greatest = (1 << bits[channel]) - 1;
    else if (const int unused = unusedBits(format_.type))
      greatest = (1 << (16 - unused)) - 1;
    const auto [wanted, distance] = expectedChannel(format_.type, value, greatest);
    if (!(std::abs(found[channel] - wanted) <= distance))
      return false;
  }
  return true;
}

} // namespace weft::compiler::test
