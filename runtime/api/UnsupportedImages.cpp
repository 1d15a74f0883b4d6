// Images, samplers and pipes, which this device does not offer: CL_DEVICE_IMAGE_SUPPORT is CL_FALSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <initializer_list>

#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/Buffer.h"
#include "core/CommandQueue.h"
#include "core/Context.h"

namespace weft::api {

using namespace core;

namespace {

// OpenCL 3.0 sections 5.3 and 5.7 name CL_INVALID_OPERATION for each call that would make an image or a sampler, and
// for each command on one, where no device of the context has images.
std::unexpected<Error> withoutImages() {
  return fail(CL_INVALID_OPERATION, "The device has no images (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).");
}

cl_mem refuseImage(const char *function, cl_context context, cl_int *errcodeRet) {
  return create<cl_mem>(function, errcodeRet, [&](Call &call) -> Result<cl_mem> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    return withoutImages();
  });
}

cl_sampler refuseSampler(const char *function, cl_context context, cl_int *errcodeRet) {
  return create<cl_sampler>(function, errcodeRet, [&](Call &call) -> Result<cl_sampler> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    return withoutImages();
  });
}

/// For commands: the queue and the memory objects are checked, so that a wrong handle is still called that.
Result<> refuseCommand(Call &call, cl_command_queue queue, std::initializer_list<cl_mem> objects) {
  static_cast<void>(TRY(call.resolve<CommandQueue>(queue)));
  for (cl_mem object : objects)
    static_cast<void>(TRY(call.resolve<Buffer>(object)));
  return withoutImages();
}

/// CL_INVALID_MEM_OBJECT or CL_INVALID_SAMPLER: there is no object that could be meant.
cl_int refuseObject(const char *function, int code, const char *what) {
  return run(function, [&](Call &) -> Result<> {
    return fail(code, std::string("The handle is not ") + what + ": the platform makes none.");
  });
}

} // namespace

cl_mem clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *, const cl_image_desc *, void *,
                     cl_int *errcodeRet) {
  return refuseImage("clCreateImage", context, errcodeRet);
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags, const cl_image_format *,
                                   const cl_image_desc *, void *, cl_int *errcodeRet) {
  return refuseImage("clCreateImageWithProperties", context, errcodeRet);
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t, void *,
                       cl_int *errcodeRet) {
  return refuseImage("clCreateImage2D", context, errcodeRet);
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t, size_t,
                       size_t, void *, cl_int *errcodeRet) {
  return refuseImage("clCreateImage3D", context, errcodeRet);
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint numEntries,
                                  cl_image_format *formats, cl_uint *numFormats) {
  return run("clGetSupportedImageFormats", [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    // CL_INVALID_VALUE: flags that exclude each other, a type that is no image's, or an array without room.
    constexpr cl_mem_flags access =
        CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
    const cl_mem_flags chosen = flags & access & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE};
    if ((chosen & (chosen - 1)) != 0)
      return fail(CL_INVALID_VALUE, "The flags ask for more than one kind of access.");
    if (type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return fail(CL_INVALID_VALUE, "The type is not that of an image.");
    if (formats && numEntries == 0)
      return fail(CL_INVALID_VALUE, "The array of formats is given, but num_entries is 0.");
    // The formats that all devices share are none.
    if (numFormats)
      *numFormats = 0;
    return {};
  });
}

cl_int clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) {
  return refuseObject("clGetImageInfo", CL_INVALID_MEM_OBJECT, "an image");
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t *, const size_t *, size_t, size_t,
                          void *, cl_uint, const cl_event *, cl_event *) {
  return run("clEnqueueReadImage", [&](Call &call) { return refuseCommand(call, queue, {image}); });
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t *, const size_t *, size_t,
                           size_t, const void *, cl_uint, const cl_event *, cl_event *) {
  return run("clEnqueueWriteImage", [&](Call &call) { return refuseCommand(call, queue, {image}); });
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *, const size_t *, const size_t *, cl_uint,
                          const cl_event *, cl_event *) {
  return run("clEnqueueFillImage", [&](Call &call) { return refuseCommand(call, queue, {image}); });
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem source, cl_mem destination, const size_t *, const size_t *,
                          const size_t *, cl_uint, const cl_event *, cl_event *) {
  return run("clEnqueueCopyImage", [&](Call &call) { return refuseCommand(call, queue, {source, destination}); });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source, cl_mem destination, const size_t *,
                                  const size_t *, size_t, cl_uint, const cl_event *, cl_event *) {
  return run("clEnqueueCopyImageToBuffer",
             [&](Call &call) { return refuseCommand(call, queue, {source, destination}); });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source, cl_mem destination, size_t, const size_t *,
                                  const size_t *, cl_uint, const cl_event *, cl_event *) {
  return run("clEnqueueCopyBufferToImage",
             [&](Call &call) { return refuseCommand(call, queue, {source, destination}); });
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool, cl_map_flags, const size_t *, const size_t *,
                        size_t *, size_t *, cl_uint, const cl_event *, cl_event *, cl_int *errcodeRet) {
  return create<void *>("clEnqueueMapImage", errcodeRet, [&](Call &call) -> Result<void *> {
    TRY(refuseCommand(call, queue, {image}));
    return nullptr;
  });
}

cl_sampler clCreateSampler(cl_context context, cl_bool, cl_addressing_mode, cl_filter_mode, cl_int *errcodeRet) {
  return refuseSampler("clCreateSampler", context, errcodeRet);
}

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *, cl_int *errcodeRet) {
  return refuseSampler("clCreateSamplerWithProperties", context, errcodeRet);
}

cl_int clRetainSampler(cl_sampler) { return refuseObject("clRetainSampler", CL_INVALID_SAMPLER, "a sampler"); }

cl_int clReleaseSampler(cl_sampler) { return refuseObject("clReleaseSampler", CL_INVALID_SAMPLER, "a sampler"); }

cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *, size_t *) {
  return refuseObject("clGetSamplerInfo", CL_INVALID_SAMPLER, "a sampler");
}

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                    cl_int *errcodeRet) {
  return create<cl_mem>("clCreatePipe", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    // CL_INVALID_OPERATION: no device of the context has pipes.
    return fail(CL_INVALID_OPERATION, "The device has no pipes (CL_DEVICE_PIPE_SUPPORT is CL_FALSE).");
  });
}

cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  return refuseObject("clGetPipeInfo", CL_INVALID_MEM_OBJECT, "a pipe");
}

} // namespace weft::api
