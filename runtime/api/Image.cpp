// Entry points that create images (OpenCL 3.0 section 5.3.1).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Image.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/ImageDescription.h"
#include "api/MemoryFlags.h"
#include "api/MemoryProperties.h"
#include "core/memory/Buffer.h"

namespace weft::api {

namespace {

/// The arguments of the four entry points that create images.
struct ImageArguments {
  const cl_mem_properties *properties;
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *description;
  void *hostPointer;
};

/// Checks the alignment of an image of any type whose texels are the bytes of a buffer (cl_ext_image_from_buffer).
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the pitches or the buffer's memory are not aligned. Called before
/// checkImagePitches, which would return another error code for these pitches.
Result<> checkAlignment(const core::Buffer &buffer, const core::ImageShape &shape, const cl_image_desc &description,
                        const core::ImageFormat &format) {
  const size_t alignment = imageAlignment(format.elementBytes());
  const size_t slicePitch = shape.hasSlices() ? description.image_slice_pitch : 0;
  if (description.image_row_pitch % alignment != 0 || slicePitch % alignment != 0)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                concat("The pitches ", description.image_row_pitch, " and ", slicePitch,
                       " of an image from a buffer must be multiples of ", alignment, " bytes."));
  if (reinterpret_cast<uintptr_t>(buffer.data()) % alignment != 0)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
                concat("The buffer's memory does not begin at a multiple of ", alignment, " bytes."));
  return {};
}

/// CL_INVALID_IMAGE_DESCRIPTOR: the image has mip levels; CL_INVALID_IMAGE_SIZE: the buffer is too small.
Result<> checkFromBuffer(const core::Buffer &buffer, const core::ImageShape &shape) {
  if (shape.levels > 1)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "An image from a buffer has no mip levels.");
  if (core::bytesForShape(shape) > buffer.size())
    return fail(CL_INVALID_IMAGE_SIZE, concat("The image needs ", core::bytesForShape(shape),
                                              " bytes, but the buffer has ", buffer.size(), "."));
  return {};
}

/// Checks a 2D image that is made of the texels of the image `image`, with another channel order. Sets the pitches of
/// `shape` to those of `image`. CL_INVALID_IMAGE_DESCRIPTOR: the description differs from that of `image`;
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: the formats are not compatible.
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

/// Resolves mem_object, which may be NULL. CL_INVALID_IMAGE_DESCRIPTOR: mem_object is neither a buffer nor an image of
/// this context.
Result<RefPtr<core::MemoryObject>> resolveParent(const core::Context &context, const cl_image_desc &description) {
  if (!description.mem_object) {
    if (description.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return fail(CL_INVALID_IMAGE_DESCRIPTOR, "A 1D image from a buffer needs a buffer.");
    return nullptr;
  }
  auto parent = core::resolve<core::MemoryObject>(description.mem_object);
  if (!parent || &(*parent)->context() != &context ||
      !(core::Buffer::isInstance(**parent) || core::Image::isInstance(**parent)))
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is not a buffer or an image of this context.");
  return parent;
}

Result<core::ImageRequest> checkImage(Call &call, const core::Context &context, const ImageArguments &arguments) {
  core::ImageRequest request{.flags = arguments.flags, .format = {}, .shape = {}, .parent = nullptr, .properties = {}};
  const auto properties = TRY(readMemoryProperties(call, context, arguments.properties, false));
  request.properties = properties.list;
  request.external = properties.external;
  TRY(checkMemoryFlags(arguments.flags));
  TRY(checkExternal(properties, arguments.flags, arguments.hostPointer));
  if (!arguments.format)
    return fail(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "image_format is NULL.");
  if (!arguments.description)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "image_desc is NULL.");
  const cl_image_desc &description = *arguments.description;
  request.format = TRY(checkImageFormat(*arguments.format, description.image_type));
  request.shape = TRY(checkImageSizes(description));
  request.parent = TRY(resolveParent(context, description));
  request.givenLevels = description.num_mip_levels;
  TRY(checkImageLevels(request.shape, description));
  if (request.shape.levels > 1 && arguments.hostPointer)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "An image with mip levels can't be made from memory of the application.");
  const bool fromBuffer = request.parent && core::Buffer::isInstance(*request.parent);
  if (fromBuffer)
    TRY(checkAlignment(static_cast<core::Buffer &>(*request.parent), request.shape, description, request.format));
  // CL_INVALID_IMAGE_DESCRIPTOR: both mem_object and external memory are given, but texels have only one location.
  if (request.external && request.parent)
    return fail(CL_INVALID_IMAGE_DESCRIPTOR, "mem_object is given as well as external memory.");
  const bool pitched = request.parent || arguments.hostPointer || request.external;
  TRY(checkImagePitches(request.shape, description, request.format.elementBytes(), pitched));
  if (request.parent) {
    // CL_INVALID_VALUE: an image of immutable memory must itself be created as immutable.
    if (request.parent->isImmutable() && !(arguments.flags & CL_MEM_IMMUTABLE_EXT))
      return fail(CL_INVALID_VALUE, "mem_object is immutable, so the image must be made with CL_MEM_IMMUTABLE_EXT.");
    request.flags = TRY(inheritFlags(*request.parent, arguments.flags));
    TRY(checkHostPointer(arguments.flags, arguments.hostPointer));
    if (fromBuffer)
      TRY(checkFromBuffer(static_cast<core::Buffer &>(*request.parent), request.shape));
    else
      TRY(checkFromImage(static_cast<core::Image &>(*request.parent), request.shape, description, request.format));
    return request;
  }
  TRY(checkInitialContents(arguments.flags, request.external.has_value()));
  TRY(checkHostPointer(arguments.flags, arguments.hostPointer));
  request.hostPointer = arguments.hostPointer;
  request.flags = withDefaultAccess(arguments.flags);
  return request;
}

Result<cl_mem> createImage(Call &call, cl_context context, const ImageArguments &arguments) {
  const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
  core::ImageRequest request = TRY(checkImage(call, *itsContext, arguments));
  const auto external = request.external;
  const cl_mem made = TRY(core::Image::create(*itsContext, std::move(request)))->publish();
  closeImported(external);
  return made;
}

/// Creates an image for clCreateImage2D and clCreateImage3D. The application gives these functions no description, so
/// errors in the description that Weft makes become CL_INVALID_IMAGE_SIZE.
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
    // clCreateImage3D must fail with CL_INVALID_IMAGE_SIZE for images with a single slice. A depth of 0 leads to this
    // error.
    description.image_depth = depth > 1 ? depth : 0;
    description.image_row_pitch = rowPitch;
    description.image_slice_pitch = slicePitch;
    return createSized(call, context, {nullptr, flags, format, &description, hostPointer});
  });
}

} // namespace weft::api
