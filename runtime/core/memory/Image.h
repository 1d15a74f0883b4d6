// Images: their shape, the layout of their texels, and the descriptor that kernels get.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_IMAGE_H
#define WEFT_RUNTIME_CORE_MEMORY_IMAGE_H

#include <ImageAbi.h>

#include <cstddef>
#include <vector>

#include "core/memory/ImageFormat.h"
#include "core/memory/MemoryObject.h"

namespace weft::core {

/// Sizes are in texels, pitches in bytes. If a type of image lacks a dimension, the size in this dimension is 1, so
/// that loops over texels are the same for all types.
struct ImageShape {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  size_t width = 1;
  size_t height = 1;
  size_t depth = 1;
  size_t arraySize = 1;
  size_t rowPitch = 0;   ///< from a texel to the texel below it
  size_t slicePitch = 0; ///< from a texel to the texel in the next slice or layer
  cl_uint levels = 1;    ///< the number of mip levels; if there are several, the pitches are those of level 0, whose
                         ///< rows and slices have no gaps between them

  bool isArray() const { return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY; }
  /// True for 2D images, 2D arrays and 3D images.
  bool hasRows() const {
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
  }
  /// True for arrays and 3D images: they have a slice pitch.
  bool hasSlices() const { return isArray() || type == CL_MEM_OBJECT_IMAGE3D; }
  /// How many coordinates an origin has: the coordinates of a texel, and the layer.
  unsigned dimensions() const { return 1u + (hasRows() ? 1u : 0u) + (hasSlices() ? 1u : 0u); }
};

/// The number of bytes that an image of this shape needs at host_ptr, or in the buffer from which the image is created.
/// Section 5.3.1 has the table of these sizes. SIZE_MAX if that is more than memory can be.
size_t bytesForShape(const ImageShape &shape);
/// The bytes for all levels of the image.
size_t bytesForImage(const ImageShape &shape, size_t elementBytes);

struct ImageRequest {
  cl_mem_flags flags = 0; ///< the image's flags, with those inherited from the parent; one of them says who may access
                          ///< the image
  ImageFormat format;
  ImageShape shape;
  cl_uint givenLevels = 0;     ///< num_mip_levels as the application gave it
  void *hostPointer = nullptr; ///< for CL_MEM_USE_HOST_PTR and CL_MEM_COPY_HOST_PTR, with the pitches of `shape`
  RefPtr<MemoryObject> parent; ///< the buffer or image whose storage the new image uses, or null
  std::vector<cl_mem_properties> properties;
  std::optional<ExternalRequest> external = std::nullopt;
};

class Image final : public MemoryObject {
public:
  /// These names are for resolve(): all memory objects share a handle type, and only some of them are images.
  using HandleBase = MemoryObject;
  static constexpr const char *name = "image";
  static bool isInstance(const MemoryObject &object);

  /// Allocates memory unless the request has a parent, external memory or CL_MEM_USE_HOST_PTR, and fills it if
  /// CL_MEM_COPY_HOST_PTR is set. CL_MEM_OBJECT_ALLOCATION_FAILURE if there is not enough memory, or if the image needs
  /// more than CL_DEVICE_MAX_MEM_ALLOC_SIZE.
  static Result<RefPtr<Image>> create(Context &context, ImageRequest request);

  cl_mem_object_type type() const override { return shape_.type; }
  const ImageFormat &format() const { return format_; }
  const ImageShape &shape() const { return shape_; }
  /// CL_IMAGE_NUM_MIP_LEVELS as the application gave it: 0 or 1 for an image without levels.
  cl_uint givenLevels() const { return givenLevels_; }
  /// The descriptor that stands for the image in a kernel's argument block. It lives as long as the image.
  const WeftImage &descriptor() const { return descriptor_; }
  const WeftImageLevel &level(cl_uint level) const { return levels_[level]; }

private:
  Image(Context &context, const ImageRequest &request, MemoryRequest memory, std::vector<WeftImageLevel> levels);
  ~Image() override = default;

  const ImageFormat format_;
  const ImageShape shape_;
  const cl_uint givenLevels_;
  const std::vector<WeftImageLevel> levels_;
  const WeftImage descriptor_;
};

} // namespace weft::core

#endif
