// Images: allocates them and lays out their mip levels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Image.h"

#include <algorithm>

#include "Text.h"
#include "core/objects/Device.h"

namespace weft::core {

namespace {

/// Each mip level begins at a cache line.
constexpr size_t levelAlignment = 64;

size_t product(size_t a, size_t b) {
  size_t result;
  return __builtin_mul_overflow(a, b, &result) ? SIZE_MAX : result;
}

/// Level 0 of the image. The device's limits are so low that 32 bits hold every size.
WeftImageLevel baseLevel(const ImageShape &shape) {
  return {.offset = 0,
          .rowPitch = shape.rowPitch,
          .slicePitch = shape.slicePitch,
          .width = static_cast<uint32_t>(shape.width),
          .height = static_cast<uint32_t>(shape.height),
          .depth = static_cast<uint32_t>(shape.depth),
          .reserved = 0};
}

/// The bytes from a level's first texel to the end of its last slice.
size_t levelBytes(const WeftImageLevel &level, const ImageShape &shape) {
  return product(level.slicePitch, level.depth * shape.arraySize);
}

/// Lays out all levels, one after the other. Each has half of the size of the level before it, rounded down (section
/// 5.3.1).
std::vector<WeftImageLevel> layOut(const ImageShape &shape, size_t elementBytes) {
  std::vector<WeftImageLevel> levels{baseLevel(shape)};
  for (cl_uint i = 1; i < shape.levels; ++i) {
    const WeftImageLevel &above = levels.back();
    const size_t end = above.offset + levelBytes(above, shape);
    WeftImageLevel level{.offset = (end + levelAlignment - 1) / levelAlignment * levelAlignment,
                         .rowPitch = 0,
                         .slicePitch = 0,
                         .width = std::max(above.width / 2, 1u),
                         .height = std::max(above.height / 2, 1u),
                         .depth = std::max(above.depth / 2, 1u),
                         .reserved = 0};
    level.rowPitch = level.width * elementBytes;
    level.slicePitch = level.rowPitch * level.height;
    levels.push_back(level);
  }
  return levels;
}

/// A copy of the application's texels to an image of the same layout. The bytes between rows are not read.
cpu::RectangleCopyWork copyOfTexels(std::byte *to, void *from, const ImageShape &shape, size_t elementBytes) {
  const auto side = [&](void *base) {
    return cpu::RectangleSide{
        .base = static_cast<std::byte *>(base), .rowPitch = shape.rowPitch, .slicePitch = shape.slicePitch};
  };
  return {side(to), side(from), {shape.width * elementBytes, shape.height, shape.depth * shape.arraySize}};
}

WeftImage describe(std::byte *data, const ImageRequest &request, const std::vector<WeftImageLevel> &levels) {
  const WeftImageLevel &base = levels.front();
  return {.data = data,
          .rowPitch = base.rowPitch,
          .slicePitch = base.slicePitch,
          .width = base.width,
          .height = base.height,
          .depth = base.depth,
          .arraySize = static_cast<uint32_t>(request.shape.arraySize),
          .channelOrder = request.format.order->name,
          .channelType = request.format.type->name,
          .elementBytes = static_cast<uint32_t>(request.format.elementBytes()),
          .levelCount = request.shape.levels,
          .levels = levels.data()};
}

} // namespace

size_t bytesForShape(const ImageShape &shape) {
  return shape.hasSlices() ? product(shape.slicePitch, shape.depth * shape.arraySize)
                           : product(shape.rowPitch, shape.height);
}

size_t bytesForImage(const ImageShape &shape, size_t elementBytes) {
  if (shape.levels == 1)
    return bytesForShape(shape);
  const WeftImageLevel last = layOut(shape, elementBytes).back();
  return last.offset + levelBytes(last, shape);
}

bool Image::isInstance(const MemoryObject &object) {
  switch (object.type()) {
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
  case CL_MEM_OBJECT_IMAGE3D:
    return true;
  default:
    return false;
  }
}

Result<RefPtr<Image>> Image::create(Context &context, ImageRequest request) {
  const size_t elementBytes = request.format.elementBytes();
  std::vector<WeftImageLevel> levels = layOut(request.shape, elementBytes);
  MemoryRequest memory{.flags = request.flags,
                       .size = bytesForImage(request.shape, elementBytes),
                       .storage = nullptr,
                       .properties = std::move(request.properties),
                       .external = nullptr};
  if (request.external) {
    memory.external = TRY(ExternalMemory::map(std::move(*request.external), memory.size, CL_INVALID_IMAGE_SIZE));
    memory.data = memory.external->data();
  } else if (request.parent) {
    memory.data = request.parent->data();
    request.parent->noteAllWritten(); // writes through the image aren't tracked, so all bytes count as written
  } else if (request.flags & CL_MEM_USE_HOST_PTR) {
    memory.hostPointer = request.hostPointer;
    memory.data = static_cast<std::byte *>(request.hostPointer);
  } else {
    const size_t limit = context.devices().front()->maxAllocationBytes();
    if (memory.size > limit)
      return fail(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                  concat("The image takes ", memory.size, " bytes; at most ", limit, " are possible."));
    memory.storage = TRY(allocateMemoryObject(context, memory.size));
    memory.data = memory.storage.get();
    if (request.flags & CL_MEM_COPY_HOST_PTR) {
      auto copy = copyOfTexels(memory.data, request.hostPointer, request.shape, elementBytes);
      context.devices().front()->pool().run(copy);
    }
  }
  return RefPtr<Image>::adopt(new Image(context, request, std::move(memory), std::move(levels)));
}

Image::Image(Context &context, const ImageRequest &request, MemoryRequest memory, std::vector<WeftImageLevel> levels)
    : MemoryObject(context, request.parent, std::move(memory)), format_(request.format), shape_(request.shape),
      givenLevels_(request.givenLevels), levels_(std::move(levels)), descriptor_(describe(data(), request, levels_)) {}

} // namespace weft::core
