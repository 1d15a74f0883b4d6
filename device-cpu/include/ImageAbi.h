// A kernel's image and sampler arguments: structs and numbers that the host side and generated code share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_IMAGE_ABI_H
#define WEFT_DEVICE_CPU_IMAGE_ABI_H

// The builtins, written in OpenCL C, include this header too; their device has no stdint.h.
#ifdef __OPENCL_C_VERSION__
typedef uint weftUint32;
typedef ulong weftUint64;
#define WEFT_IMAGE_DATA global uchar *
#define WEFT_IMAGE_LEVELS constant WeftImageLevel *
#else
#include <stdint.h>
typedef uint32_t weftUint32;
typedef uint64_t weftUint64;
#define WEFT_IMAGE_DATA void *
#define WEFT_IMAGE_LEVELS const WeftImageLevel *
#ifdef __cplusplus
extern "C" {
#endif
#endif

/// One mip level. Sizes are in texels, at least 1 each. All levels have as many layers as the image.
typedef struct WeftImageLevel {
  weftUint64 offset; ///< bytes from WeftImage::data to the level's first texel
  /// Bytes from a texel to the one below it (y + 1).
  weftUint64 rowPitch;
  /// Bytes from a texel to the one in the next slice of a 3D image, or in the next layer of an array.
  weftUint64 slicePitch;
  weftUint32 width;
  weftUint32 height;
  weftUint32 depth;
  weftUint32 reserved;
} WeftImageLevel;

/// An image as kernels see it. An argument of image type is the address of a WeftImage (8 bytes in the argument block),
/// which doesn't change while a launch runs. Kernels may read all texels that the fields below describe. They may also
/// write them, unless the image's flags forbid writes by kernels. They access no other memory of the image. Images that
/// a sampler can be used with have at most 2^24 texels in a dimension, as floats represent such coordinates exactly. 1D
/// images from buffers have at most 2^31 - 1 texels.
typedef struct WeftImage {
  /// The texel (0, 0, 0) of level 0. Aligned to the size of a channel, or for packed types to the size of the element.
  WEFT_IMAGE_DATA data;
  weftUint64 rowPitch;     ///< of level 0, as in WeftImageLevel
  weftUint64 slicePitch;   ///< of level 0, as in WeftImageLevel
  weftUint32 width;        ///< of level 0, in texels
  weftUint32 height;       ///< 1 for 1D images, 1D arrays and 1D images from buffers
  weftUint32 depth;        ///< 1 for all but 3D images
  weftUint32 arraySize;    ///< layers of an image array, 1 for all other images
  weftUint32 channelOrder; ///< CL_R ... of cl.h; OpenCL C's CLK_R ... have the same values
  weftUint32 channelType;  ///< CL_SNORM_INT8 ... of cl.h; OpenCL C's CLK_SNORM_INT8 ... have the same values
  weftUint32 elementBytes; ///< size of a texel
  weftUint32 levelCount;   ///< 1 without mip levels
  /// levelCount entries; the first repeats the sizes and pitches above and has offset 0.
  WEFT_IMAGE_LEVELS levels;
} WeftImage;

/// The image format as one number. Kernels are specialised by it: see WeftArgumentConstant in WeftCompiler.h.
#define WEFT_IMAGE_FORMAT(channelOrder, channelType) ((weftUint32)(channelOrder) << 16 | (weftUint32)(channelType))

/// A sampler is a number of 32 bits. Its low bits are OpenCL C's initialiser (`CLK_...` joined by `|`). The higher bits
/// hold the properties that only samplers of the host can have (cl_khr_mipmap_image). An argument of type sampler_t is
/// this number, 4 bytes in the argument block.
enum WeftSamplerBits {
  WEFT_SAMPLER_NORMALIZED = 0x1,
  WEFT_SAMPLER_ADDRESS_MASK = 0xE, ///< these bits hold one of the next five values
  WEFT_SAMPLER_ADDRESS_NONE = 0x0,
  WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE = 0x2,
  WEFT_SAMPLER_ADDRESS_CLAMP = 0x4,
  WEFT_SAMPLER_ADDRESS_REPEAT = 0x6,
  WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT = 0x8,
  WEFT_SAMPLER_FILTER_NEAREST = 0x10,
  WEFT_SAMPLER_FILTER_LINEAR = 0x20,
  /// If this bit is set, the two nearest mip levels are read and blended; otherwise only the nearer level is read.
  WEFT_SAMPLER_MIP_FILTER_LINEAR = 0x40,
  /// The position of the lowest bit of the field that has the minimum level of detail, in 64ths.
  WEFT_SAMPLER_LOD_MIN_SHIFT = 8,
  /// The position of the lowest bit of the field for the maximum level of detail. The field contains
  /// WEFT_SAMPLER_LOD_MASK minus the level in 64ths. So a field of 0, as in samplers that kernels define, means no
  /// limit.
  WEFT_SAMPLER_LOD_MAX_SHIFT = 20,
  WEFT_SAMPLER_LOD_MASK = 0x7FF,
  WEFT_SAMPLER_LOD_SCALE = 64,
};

#if !defined(__OPENCL_C_VERSION__) && defined(__cplusplus)
}
#endif

#endif
