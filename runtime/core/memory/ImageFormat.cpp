// The table of image formats that the specification allows and that the device supports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/ImageFormat.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace weft::core {

namespace {

constexpr ChannelType types[] = {
#define WEFT_CHANNEL_TYPE(name, value, kind, packed, bytes, unused)                                                    \
  {CL_##name, ChannelKind::kind, packed, bytes, unused},
#include <ImageFormats.def>
};
#define WEFT_CHANNEL_TYPE(name, value, kind, packed, bytes, unused) static_assert(CL_##name == (value));
#include <ImageFormats.def>

#define WEFT_LIST(...) {__VA_ARGS__}
constexpr ChannelOrder channelOrders[] = {
#define WEFT_CHANNEL_ORDER(name, value, count, channels, srgb) {CL_##name, count, WEFT_LIST channels, srgb},
#include <ImageFormats.def>
};
#define WEFT_CHANNEL_ORDER(name, value, count, channels, srgb) static_assert(CL_##name == (value));
#include <ImageFormats.def>

consteval ChannelOrder order(cl_channel_order name) {
  return *std::ranges::find(channelOrders, name, &ChannelOrder::name);
}

/// A set of channel types that an order can be combined with. It is a mask of indices into `types`.
using TypeSet = uint32_t;
constexpr TypeSet setOf(std::initializer_list<cl_channel_type> names) {
  TypeSet set = 0;
  for (cl_channel_type name : names)
    for (size_t i = 0; i < std::size(types); ++i)
      if (types[i].name == name)
        set |= TypeSet{1} << i;
  return set;
}
constexpr TypeSet any =
    setOf({CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_SIGNED_INT8, CL_SIGNED_INT16,
           CL_SIGNED_INT32, CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT});
constexpr TypeSet notIntegers =
    setOf({CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_HALF_FLOAT, CL_FLOAT});
constexpr TypeSet bytesOnly = setOf({CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8});
// cl_ext_image_unsigned_10x6_12x4_14x2
constexpr TypeSet padded = setOf({CL_UNORM_INT10X6_EXT, CL_UNORM_INT12X4_EXT, CL_UNORM_INT14X2_EXT,
                                  CL_UNSIGNED_INT10X6_EXT, CL_UNSIGNED_INT12X4_EXT, CL_UNSIGNED_INT14X2_EXT});
constexpr TypeSet anyRgba = any | padded | setOf({CL_UNORM_INT_101010_2});
constexpr TypeSet anyAbgr = bytesOnly | setOf({CL_UNORM_INT_2_101010_EXT}); // cl_ext_image_unorm_int_2_101010
constexpr TypeSet packedColours = setOf({CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010});

struct OrderRow {
  ChannelOrder order;
  TypeSet valid;     ///< the types that the specification allows
  TypeSet supported; ///< those of the valid types that the device supports
};

// With three channels that are not packed, an element's size would not be a power of two. So RGB is only supported
// packed, and sRGB is not supported. Orders with an x are valid, but not supported, because the specification and the
// conformance tests contradict each other. For Rx, the specification has transparent black as the border colour and two
// channels in memory. The tests expect opaque black and one channel.
constexpr OrderRow orders[] = {
    {order(CL_R), any | padded, any | padded},
    {order(CL_A), any, any},
    {order(CL_RG), any | padded, any | padded},
    {order(CL_RA), any, any},
    {order(CL_RGB), packedColours, packedColours},
    {order(CL_RGBA), anyRgba, anyRgba},
    {order(CL_BGRA), bytesOnly, bytesOnly},
    {order(CL_ARGB), bytesOnly, bytesOnly},
    {order(CL_ABGR), anyAbgr, anyAbgr},
    {order(CL_INTENSITY), notIntegers, notIntegers},
    {order(CL_LUMINANCE), notIntegers, notIntegers},
    {order(CL_DEPTH), setOf({CL_UNORM_INT16, CL_FLOAT}), setOf({CL_UNORM_INT16, CL_FLOAT})},
    {order(CL_sRGBA), setOf({CL_UNORM_INT8}), setOf({CL_UNORM_INT8})},
    {order(CL_sBGRA), setOf({CL_UNORM_INT8}), setOf({CL_UNORM_INT8})},
    {order(CL_Rx), any, 0},
    {order(CL_RGBx), any | packedColours, 0},
    {order(CL_sRGBx), setOf({CL_UNORM_INT8}), 0},
};

/// Whether the specification or an extension defines the format, although this device supports it for no type of image.
bool isElsewhere(const cl_image_format &format) {
  const cl_channel_type type = format.image_channel_data_type;
  switch (format.image_channel_order) {
  case CL_RGx:
    return (setOf({type}) & any) != 0;
  case CL_sRGB:
    return type == CL_UNORM_INT8;
  case CL_DEPTH_STENCIL: // cl_khr_gl_depth_images
    return type == CL_UNORM_INT24 || type == CL_FLOAT;
  default:
    return false;
  }
}

const OrderRow *findOrder(cl_channel_order name) {
  const auto *row = std::ranges::find(orders, name, [](const OrderRow &each) { return each.order.name; });
  return row == std::end(orders) ? nullptr : row;
}

/// The index into `types`; the count of types if the name is unknown.
size_t findType(cl_channel_type name) {
  return static_cast<size_t>(std::ranges::find(types, name, &ChannelType::name) - std::begin(types));
}

bool has(TypeSet set, size_t type) { return type < std::size(types) && ((set >> type) & 1) != 0; }

/// Whether images of this type can have the order. OpenCL C has only two-dimensional depth images and arrays of them.
bool canHave(cl_mem_object_type imageType, const ChannelOrder &order) {
  return order.name != CL_DEPTH || imageType == CL_MEM_OBJECT_IMAGE2D || imageType == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

} // namespace

bool isValidFormat(const cl_image_format &format) {
  const OrderRow *row = findOrder(format.image_channel_order);
  return (row && has(row->valid, findType(format.image_channel_data_type))) || isElsewhere(format);
}

ImageFormat findFormat(const cl_image_format &format, cl_mem_object_type imageType) {
  const OrderRow *row = findOrder(format.image_channel_order);
  size_t type = findType(format.image_channel_data_type);
  if (!row || !has(row->supported, type) || !canHave(imageType, row->order))
    return {};
  return {&row->order, &types[type]};
}

std::vector<cl_image_format> supportedFormats(cl_mem_object_type imageType) {
  std::vector<cl_image_format> formats;
  for (const OrderRow &row : orders)
    for (size_t type = 0; type < std::size(types); ++type)
      if (has(row.supported, type) && canHave(imageType, row.order))
        formats.push_back({row.order.name, types[type].name});
  return formats;
}

bool areCompatibleOrders(cl_channel_order view, cl_channel_order image) {
  constexpr std::pair<cl_channel_order, cl_channel_order> bothWays[] = {
      {CL_BGRA, CL_sBGRA}, {CL_RGBA, CL_sRGBA}, {CL_RGB, CL_sRGB}, {CL_RGBx, CL_sRGBx}};
  if (view == CL_DEPTH)
    return image == CL_R;
  return std::ranges::any_of(
      bothWays, [&](const auto &pair) { return pair == std::pair(view, image) || pair == std::pair(image, view); });
}

} // namespace weft::core
