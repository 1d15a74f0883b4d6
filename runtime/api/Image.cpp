// Making images (OpenCL 3.0 section 5.3.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Image.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/MemoryFlags.h"
#include "core/Buffer.h"
#include "core/Limits.h"

namespace weft::api {

namespace {

namespace limits = core::limits;

/// The arguments of the four entry points.
struct ImageArguments {
  const cl_mem_properties *properties;
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *description;
  void *hostPointer;
};

/// CL_INVALID_IMAGE_SIZE: a size of 0, or over the device's limit.
Result<> checkSize(const char *what, size_t size, size_t limit) {
  if (size == 0 || size > limit)
    return fail(CL_INVALID_IMAGE_SIZE, concat("The image's ", what, " must be 1 to ", limit, ", not ", size, "."));
  return {};
}

/// The sizes that images of this type have; all others in the description mean nothing. CL_INVALID_IMAGE_DESCRIPTOR:
/// not a type of image.
Result<core::ImageShape> checkSizes(const cl_image_desc &description) {
  core::ImageShape shape;
  shape.type = description.image_type;
  shape.width = description.image_width;
  switch (shape.type) {
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    TRY(checkSize("width", shape.width, limits::maxImageBufferSize));
    return shape;
  case CL_MEM_OBJECT_IMAGE3D:
    shape.height = description.image_height;
    shape.depth = description.image_depth;
    TRY(checkSize("width", shape.width, limits::maxImage3dSize));
    TRY(checkSize("height", shape.height, limits::maxImage3dSize));
    TRY(checkSize("depth", shape.depth, limits::maxImage3dSize));
    return shape;
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    break;
  default:
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, concat("There is no type of image ", hex(shape.type), "."));
  }
  TRY(checkSize("width", shape.width, limits::maxImage2dSize));
  if (shape.hasRows()) {
    shape.height = description.image_height;
    TRY(checkSize("height", shape.height, limits::maxImage2dSize));
  }
  if (shape.isArray()) {
    shape.arraySize = description.image_array_size;
    TRY(checkSize("array size", shape.arraySize, limits::maxImageArraySize));
  }
  return shape;
}

/// The pitches, given or without gaps. CL_INVALID_IMAGE_DESCRIPTOR: given where there is no memory that has them, too
/// small, or no multiples of what they consist of.
Result<> checkPitches(core::ImageShape &shape, const cl_image_desc &description, size_t elementBytes, bool mayBeGiven) {
  const auto wrong = [](const std::string &sentence) { return fail(CL_INVALID_IMAGE_DESCRIPTOR, sentence); };
  const size_t rowPitch = description.image_row_pitch;
  // The slice pitch of images without slices is of no concern.
  const size_t slicePitch = shape.hasSlices() ? description.image_slice_pitch : 0;
  if ((rowPitch != 0 || slicePitch != 0) && !mayBeGiven)
    return wrong("A pitch is given, but there is no memory of the application that could have it.");
  shape.rowPitch = shape.width * elementBytes;
  if (rowPitch != 0) {
    if (rowPitch < shape.rowPitch || rowPitch % elementBytes != 0)
      return wrong(concat("The row pitch must be a multiple of ", elementBytes, " from ", shape.rowPitch, " on, not ",
                          rowPitch, "."));
    shape.rowPitch = rowPitch;
  }
  if (__builtin_mul_overflow(shape.rowPitch, shape.height, &shape.slicePitch))
    return wrong("A slice would be larger than memory can be.");
  if (slicePitch != 0) {
    if (slicePitch < shape.slicePitch || slicePitch % shape.rowPitch != 0)
      return wrong(concat("The slice pitch must be a multiple of the row pitch from ", shape.slicePitch, " on, not ",
                          slicePitch, "."));
    shape.slicePitch = slicePitch;
  }
  return {};
}

/// CL_INVALID_IMAGE_DESCRIPTOR: levels that images of this kind don't have, or samples.
Result<> checkLevels(core::ImageShape &shape, const cl_image_desc &description, const ImageArguments &arguments) {
  if (description.num_samples != 0)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "There are no images with several samples: num_samples must be 0.");
  if (description.num_mip_levels <= 1)
    return {};
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "1D images from buffers have no mip levels.");
  if (arguments.hostPointer)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "An image with mip levels can't be made from memory of the application.");
  // Levels behind that of a single texel are single texels, too.
  if (description.num_mip_levels > limits::maxMipLevels)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, concat("An image has at most ", limits::maxMipLevels, " mip levels, not ",
                                                    description.num_mip_levels, "."));
  shape.levels = description.num_mip_levels;
  return {};
}

/// An image whose texels are the bytes of a buffer. CL_INVALID_IMAGE_DESCRIPTOR: not for this type of image;
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the memory does not begin at a whole texel; CL_INVALID_IMAGE_SIZE: the buffer is
/// too small.
Result<> checkFromBuffer(const core::Buffer &buffer, const core::ImageShape &shape, const core::ImageFormat &format) {
  if (shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER && shape.type != CL_MEM_OBJECT_IMAGE2D)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "An image of this type is not made from a buffer.");
  if (shape.levels > 1)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "An image from a buffer has no mip levels.");
  const size_t alignment = limits::imagePitchAlignment * format.elementBytes();
  if (shape.type == CL_MEM_OBJECT_IMAGE2D && reinterpret_cast<uintptr_t>(buffer.data()) % alignment != 0)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                concat("The buffer's memory does not begin at a multiple of ", alignment, " bytes."));
  if (core::bytesForShape(shape) > buffer.size())
    return fail(CL_INVALID_IMAGE_SIZE, concat("The image needs ", core::bytesForShape(shape),
                                              " bytes, but the buffer has ", buffer.size(), "."));
  return {};
}

/// A 2D image with another channel order for the texels of one that there is. Takes over its layout.
/// CL_INVALID_IMAGE_DESCRIPTOR: the descriptions differ; CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the formats don't fit.
Result<> checkFromImage(const core::Image &image, core::ImageShape &shape, const cl_image_desc &description,
                        const core::ImageFormat &format) {
  const core::ImageShape &its = image.shape();
  if (shape.type != CL_MEM_OBJECT_IMAGE2D || its.type != CL_MEM_OBJECT_IMAGE2D)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "Only a 2D image can be made from an image, which must be a 2D image.");
  const bool same = shape.width == its.width && shape.height == its.height && shape.levels == its.levels &&
                    (description.image_row_pitch == 0 || description.image_row_pitch == its.rowPitch);
  if (!same)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "The description is not that of the image in mem_object.");
  if (format.type != image.format().type || !core::areCompatibleOrders(format.order->name, image.format().order->name))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "The format is no other view of that of the image in mem_object.");
  shape = its;
  return {};
}

/// CL_INVALID_IMAGE_DESCRIPTOR: mem_object is something else than a buffer or an image of this context.
Result<core::MemoryObject *> resolveParent(const core::Context &context, const cl_image_desc &description) {
  if (!description.mem_object) {
    if (description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return fail(CL_INVALID_IMAGE_DESCRIPTOR, "A 1D image from a buffer needs a buffer.");
    return nullptr;
  }
  auto parent = core::resolve<core::MemoryObject>(description.mem_object);
  if (!parent || &(*parent)->context() != &context || !(core::Buffer::isOne(**parent) || core::Image::isOne(**parent)))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is not a buffer or an image of this context.");
  return *parent;
}

/// The format. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: none, or values that don't go together;
/// CL_IMAGE_FORMAT_NOT_SUPPORTED: not among those of clGetSupportedImageFormats.
Result<core::ImageFormat> checkFormat(const cl_image_format *format, cl_mem_object_type imageType) {
  if (!format)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL.");
  if (!core::isValidFormat(*format))
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                concat("Channel order ", hex(format->image_channel_order), " and channel type ",
                       hex(format->image_channel_data_type), " are no image format."));
  core::ImageFormat found = core::findFormat(*format, imageType);
  if (!found.order)
    return fail(CL_IMAGE_FORMAT_NOT_SUPPORTED,
                concat("The device has no images of this type with channel order ", hex(format->image_channel_order),
                       " and channel type ", hex(format->image_channel_data_type), "."));
  return found;
}

Result<core::ImageRequest> checkImage(const core::Context &context, const ImageArguments &arguments) {
  core::ImageRequest request{.flags = arguments.flags, .format = {}, .shape = {}, .parent = nullptr, .properties = {}};
  // CL_INVALID_PROPERTY: no properties are known, so only the empty list is right.
  if (arguments.properties && *arguments.properties != 0)
    return fail(CL_INVALID_PROPERTY, concat("There is no image property ", hex(*arguments.properties), " here."));
  if (arguments.properties)
    request.properties = {0};
  TRY(checkMemoryFlags(arguments.flags));
  if (!arguments.format)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL.");
  if (!arguments.description)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is NULL.");
  const cl_image_desc &description = *arguments.description;
  request.format = TRY(checkFormat(arguments.format, description.image_type));
  request.shape = TRY(checkSizes(description));
  request.parent = RefPtr<core::MemoryObject>(TRY(resolveParent(context, description)));
  request.givenLevels = description.num_mip_levels;
  TRY(checkLevels(request.shape, description, arguments));
  const bool fromBuffer = request.parent && core::Buffer::isOne(*request.parent);
  const bool fromImage = request.parent && !fromBuffer;
  const bool pitched = fromImage || arguments.hostPointer || (fromBuffer && !request.shape.hasSlices());
  TRY(checkPitches(request.shape, description, request.format.elementBytes(), pitched));
  if (request.parent) {
    request.flags = TRY(inheritFlags(*request.parent, arguments.flags));
    TRY(checkHostPointer(arguments.flags, arguments.hostPointer));
    if (fromBuffer)
      TRY(checkFromBuffer(static_cast<core::Buffer &>(*request.parent), request.shape, request.format));
    else
      TRY(checkFromImage(static_cast<core::Image &>(*request.parent), request.shape, description, request.format));
    return request;
  }
  TRY(checkHostPointer(arguments.flags, arguments.hostPointer));
  request.hostPointer = arguments.hostPointer;
  if (!(request.flags & kernelAccess))
    request.flags |= CL_MEM_READ_WRITE;
  return request;
}

Result<cl_mem> createImage(Call &call, cl_context context, const ImageArguments &arguments) {
  core::Context *itsContext = TRY(call.resolve<core::Context>(context));
  core::ImageRequest request = TRY(checkImage(*itsContext, arguments));
  return TRY(core::Image::create(*itsContext, std::move(request)))->publish();
}

/// clCreateImage2D and clCreateImage3D know no descriptions: what would be wrong with one is CL_INVALID_IMAGE_SIZE.
Result<cl_mem> createSized(Call &call, cl_context context, const ImageArguments &arguments) {
  auto image = createImage(call, context, arguments);
  if (!image && image.error().code == CL_INVALID_IMAGE_DESCRIPTOR)
    return fail(CL_INVALID_IMAGE_SIZE, image.error().message);
  return image;
}

} // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                                 const cl_image_desc *description, void *hostPointer, cl_int *errcodeRet) {
  return create<cl_mem>("clCreateImage", errcodeRet, [&](Call &call) {
    return createImage(call, context, {nullptr, flags, format, description, hostPointer});
  });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                               cl_mem_flags flags, const cl_image_format *format,
                                               const cl_image_desc *description, void *hostPointer,
                                               cl_int *errcodeRet) {
  return create<cl_mem>("clCreateImageWithProperties", errcodeRet, [&](Call &call) {
    return createImage(call, context, {properties, flags, format, description, hostPointer});
  });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t rowPitch, void *hostPointer, cl_int *errcodeRet) {
  return create<cl_mem>("clCreateImage2D", errcodeRet, [&](Call &call) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.image_row_pitch = rowPitch;
    return createSized(call, context, {nullptr, flags, format, &description, hostPointer});
  });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                                   size_t height, size_t depth, size_t rowPitch, size_t slicePitch, void *hostPointer,
                                   cl_int *errcodeRet) {
  return create<cl_mem>("clCreateImage3D", errcodeRet, [&](Call &call) {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = width;
    description.image_height = height;
    // CL_INVALID_IMAGE_SIZE: this one is not for a single slice.
    description.image_depth = depth > 1 ? depth : 0;
    description.image_row_pitch = rowPitch;
    description.image_slice_pitch = slicePitch;
    return createSized(call, context, {nullptr, flags, format, &description, hostPointer});
  });
}

} // namespace weft::api
