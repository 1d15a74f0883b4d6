// Image formats: which formats exist, their sizes in memory, and which of them the device supports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_IMAGE_FORMAT_H
#define WEFT_RUNTIME_CORE_MEMORY_IMAGE_FORMAT_H

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// These names of cl_ext_image_unorm_int_2_101010 and cl_ext_image_unsigned_10x6_12x4_14x2 aren't in the headers of
// Linux distributions yet.
#ifndef CL_UNORM_INT_2_101010_EXT
inline constexpr cl_channel_type CL_UNORM_INT_2_101010_EXT = 0x10E5;
#endif
#ifndef CL_UNORM_INT10X6_EXT
inline constexpr cl_channel_type CL_UNORM_INT10X6_EXT = 0x10E1;
inline constexpr cl_channel_type CL_UNORM_INT12X4_EXT = 0x10E9;
inline constexpr cl_channel_type CL_UNORM_INT14X2_EXT = 0x10EA;
inline constexpr cl_channel_type CL_UNSIGNED_INT10X6_EXT = 0x10E6;
inline constexpr cl_channel_type CL_UNSIGNED_INT12X4_EXT = 0x10E7;
inline constexpr cl_channel_type CL_UNSIGNED_INT14X2_EXT = 0x10E8;
#endif

namespace weft::core {

/// The meaning of the values in a channel. It also determines the type of the components of a fill colour.
enum class ChannelKind { unorm, snorm, floating, signedInteger, unsignedInteger };

/// A channel data type. A packed type has all channels of an element in one word.
struct ChannelType {
  cl_channel_type name;
  ChannelKind kind;
  bool packed;
  uint8_t bytes;      ///< bytes of a channel, or of the whole element of a packed type
  uint8_t unused = 0; ///< low bits of a channel that hold no data; they are stored as 0
};

/// A channel order. For each channel in memory, `channels` says which component of a colour {R, G, B, A} it holds.
struct ChannelOrder {
  cl_channel_order name;
  uint8_t count;
  uint8_t channels[4];
  bool srgb;
};

/// A format that OpenCL 3.0 section 5.3.1.1 allows and that the device supports for some type of image.
struct ImageFormat {
  const ChannelOrder *order = nullptr;
  const ChannelType *type = nullptr;

  cl_image_format descriptor() const { return {order->name, type->name}; }
  size_t elementBytes() const { return type->packed ? type->bytes : size_t(type->bytes) * order->count; }
  bool isDepth() const { return order->name == CL_DEPTH; }
  friend bool operator==(const ImageFormat &, const ImageFormat &) = default;
};

/// Whether the specification has the channel order and the channel data type of the format and allows their
/// combination. The result doesn't say whether this device supports the format.
bool isValidFormat(const cl_image_format &format);

/// The format that a descriptor stands for. In the result, `order` is null if images of this type can't have the
/// format.
ImageFormat findFormat(const cl_image_format &format, cl_mem_object_type imageType);

/// All formats that images of a type can have. CPUs read and write each format alike. So the formats are the same for
/// kernels that read, kernels that write and kernels that do both.
std::vector<cl_image_format> supportedFormats(cl_mem_object_type imageType);

/// Whether an image with the channel order `view` may share the texels of an image with the order `image`, if both have
/// the same channel type. Section 5.3.1.2 has the table of compatible orders.
bool areCompatibleOrders(cl_channel_order view, cl_channel_order image);

} // namespace weft::core

#endif
