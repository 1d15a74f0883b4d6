// Converts fill colours to the format of an image.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/FillColour.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

namespace weft::core {

namespace {

using Element = std::array<std::byte, maxElementBytes>;
using Colour = std::array<float, 4>;

/// Rounds to the nearest whole number from `low` to `high`, and to the even number if two are equally near. Returns
/// 0 for NaN.
int32_t wholeNumber(float value, float low, float high) {
  if (std::isnan(value))
    return 0;
  return static_cast<int32_t>(__builtin_roundevenf(std::clamp(value, low, high)));
}

uint32_t unorm(float value, unsigned bits) {
  const float greatest = static_cast<float>((1u << bits) - 1);
  return static_cast<uint32_t>(wholeNumber(value * greatest, 0.0f, greatest));
}

int32_t snorm(float value, unsigned bits) {
  const float greatest = static_cast<float>((1u << (bits - 1)) - 1);
  return wholeNumber(value * greatest, -greatest, greatest);
}

/// The transfer function of sRGB. NaN and negative numbers become black.
float toSrgb(float linear) {
  if (!(linear > 0.0f))
    return 0.0f;
  if (linear < 0.0031308f)
    return 12.92f * linear;
  return static_cast<float>(1.055 * std::pow(static_cast<double>(linear), 1 / 2.4) - 0.055);
}

void store(Element &element, size_t channel, size_t bytes, uint32_t bits) {
  // This relies on little-endian byte order, which all CPUs that Weft runs on have.
  std::memcpy(element.data() + channel * bytes, &bits, bytes);
}

/// How many bits each channel of a packed type has.
std::span<const unsigned> packedWidths(cl_channel_type type) {
  static constexpr unsigned w565[] = {5, 6, 5}, w555[] = {5, 5, 5}, w101010[] = {10, 10, 10},
                            w1010102[] = {10, 10, 10, 2}, w2101010[] = {2, 10, 10, 10};
  switch (type) {
  case CL_UNORM_SHORT_565:
    return w565;
  case CL_UNORM_SHORT_555:
    return w555;
  case CL_UNORM_INT_101010:
    return w101010;
  case CL_UNORM_INT_2_101010_EXT:
    return w2101010;
  default:
    return w1010102;
  }
}

/// Packs the channels into one word. The first channel is in the most significant bits.
uint32_t packElement(const ImageFormat &format, const Colour &colour) {
  const std::span<const unsigned> widths = packedWidths(format.type->name);
  uint32_t bits = 0;
  for (size_t i = 0; i < widths.size(); ++i)
    bits = bits << widths[i] | unorm(colour[format.order->channels[i]], widths[i]);
  return bits;
}

uint32_t floatChannel(const ChannelType &type, float value) {
  const unsigned width = type.bytes * 8u - type.unused;
  switch (type.kind) {
  case ChannelKind::unorm:
    return unorm(value, width) << type.unused;
  case ChannelKind::snorm:
    return static_cast<uint32_t>(snorm(value, width));
  default:
    return type.bytes == 2 ? std::bit_cast<uint16_t>(static_cast<_Float16>(value)) : std::bit_cast<uint32_t>(value);
  }
}

/// Saturates a component to a channel's range.
template <typename T> uint32_t saturate(T value, unsigned width) {
  if (width == 32)
    return static_cast<uint32_t>(value);
  if constexpr (std::is_signed_v<T>) {
    const T greatest = static_cast<T>((1u << (width - 1)) - 1);
    return static_cast<uint32_t>(std::clamp<T>(value, -greatest - 1, greatest));
  } else {
    return std::min<T>(value, (1u << width) - 1);
  }
}

template <typename T> void storeIntegers(Element &element, const ImageFormat &format, const void *colour) {
  T components[4];
  std::memcpy(components, colour, sizeof components);
  for (size_t i = 0; i < format.order->count; ++i)
    store(element, i, format.type->bytes,
          saturate(components[format.order->channels[i]], format.type->bytes * 8u - format.type->unused)
              << format.type->unused);
}

void storeFloats(Element &element, const ImageFormat &format, const void *colour) {
  Colour components{};
  std::memcpy(components.data(), colour, format.isDepth() ? sizeof(float) : sizeof components);
  if (format.type->packed)
    return store(element, 0, format.type->bytes, packElement(format, components));
  for (size_t i = 0; i < format.order->count; ++i) {
    const uint8_t component = format.order->channels[i];
    const bool curved = format.order->srgb && component != 3; // alpha is linear
    const float value = curved ? toSrgb(components[component]) : components[component];
    store(element, i, format.type->bytes, floatChannel(*format.type, value));
  }
}

} // namespace

Element encodeColour(const ImageFormat &format, const void *colour) {
  Element element{};
  switch (format.type->kind) {
  case ChannelKind::signedInteger:
    storeIntegers<int32_t>(element, format, colour);
    break;
  case ChannelKind::unsignedInteger:
    storeIntegers<uint32_t>(element, format, colour);
    break;
  default:
    storeFloats(element, format, colour);
  }
  return element;
}

} // namespace weft::core
