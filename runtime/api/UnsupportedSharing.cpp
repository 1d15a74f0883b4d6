// Functions for sharing with OpenGL and EGL, which the platform doesn't support. Loaders still export and call them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/commands/CommandQueue.h"
#include "core/memory/MemoryObject.h"
#include "core/objects/Context.h"

namespace weft::api {

using namespace core;

namespace {

// By cl_khr_gl_sharing, CL_INVALID_CONTEXT is the error for a context that was not created from an OpenGL context,
// which is true of every context here.
std::unexpected<Error> withoutOpenGL() {
  return fail(CL_INVALID_CONTEXT, "The context was not created from an OpenGL context; the platform has no "
                                  "cl_khr_gl_sharing.");
}

template <typename T> T refuseObject(const char *function, cl_context context, cl_int *errcodeRet) {
  return create<T>(function, errcodeRet, [&](Call &call) -> Result<T> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    return withoutOpenGL();
  });
}

cl_int refuseQuery(const char *function, cl_mem object) {
  return run(function, [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<MemoryObject>(object)));
    // CL_INVALID_GL_OBJECT: the memory object was not created from an OpenGL object.
    return fail(CL_INVALID_GL_OBJECT, "No object of OpenGL belongs to the memory object.");
  });
}

cl_int refuseCommand(const char *function, cl_command_queue queue) {
  return run(function, [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<CommandQueue>(queue)));
    return withoutOpenGL();
  });
}

// By cl_khr_egl_image, CL_INVALID_EGL_OBJECT_KHR is the error for memory objects that were not created from EGL images.
cl_int refuseEglCommand(const char *function, cl_command_queue queue) {
  return run(function, [&](Call &call) -> Result<> {
    static_cast<void>(TRY(call.resolve<CommandQueue>(queue)));
    return fail(CL_INVALID_EGL_OBJECT_KHR, "The platform has no objects of EGL (cl_khr_egl_image).");
  });
}

} // namespace

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int *errcodeRet) {
  return refuseObject<cl_mem>("clCreateFromGLBuffer", context, errcodeRet);
}

cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int *errcodeRet) {
  return refuseObject<cl_mem>("clCreateFromGLTexture", context, errcodeRet);
}

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int *errcodeRet) {
  return refuseObject<cl_mem>("clCreateFromGLTexture2D", context, errcodeRet);
}

cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int *errcodeRet) {
  return refuseObject<cl_mem>("clCreateFromGLTexture3D", context, errcodeRet);
}

cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int *errcodeRet) {
  return refuseObject<cl_mem>("clCreateFromGLRenderbuffer", context, errcodeRet);
}

cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync, cl_int *errcodeRet) {
  return refuseObject<cl_event>("clCreateEventFromGLsyncKHR", context, errcodeRet);
}

cl_int clGetGLObjectInfo(cl_mem object, cl_gl_object_type *, cl_GLuint *) {
  return refuseQuery("clGetGLObjectInfo", object);
}

cl_int clGetGLTextureInfo(cl_mem object, cl_gl_texture_info, size_t, void *, size_t *) {
  return refuseQuery("clGetGLTextureInfo", object);
}

cl_int clEnqueueAcquireGLObjects(cl_command_queue queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                 cl_event *) {
  return refuseCommand("clEnqueueAcquireGLObjects", queue);
}

cl_int clEnqueueReleaseGLObjects(cl_command_queue queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                 cl_event *) {
  return refuseCommand("clEnqueueReleaseGLObjects", queue);
}

cl_int clGetGLContextInfoKHR(const cl_context_properties *, cl_gl_context_info, size_t, void *, size_t *) {
  return run("clGetGLContextInfoKHR", [](Call &) -> Result<> {
    // CL_INVALID_OPERATION: the properties name an OpenGL context in a way that the platform does not know.
    return fail(CL_INVALID_OPERATION, "The platform has no cl_khr_gl_sharing.");
  });
}

cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR, CLeglImageKHR, cl_mem_flags,
                               const cl_egl_image_properties_khr *, cl_int *errcodeRet) {
  return create<cl_mem>("clCreateFromEGLImageKHR", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    // CL_INVALID_OPERATION: no device of the context can make images of EGL images.
    return fail(CL_INVALID_OPERATION, "The platform has no cl_khr_egl_image.");
  });
}

cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR, CLeglDisplayKHR, cl_int *errcodeRet) {
  return create<cl_event>("clCreateEventFromEGLSyncKHR", errcodeRet, [&](Call &call) -> Result<cl_event> {
    static_cast<void>(TRY(call.resolve<Context>(context)));
    return fail(CL_INVALID_EGL_OBJECT_KHR, "The platform has no objects of EGL (cl_khr_egl_event).");
  });
}

cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                     cl_event *) {
  return refuseEglCommand("clEnqueueAcquireEGLObjectsKHR", queue);
}

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue queue, cl_uint, const cl_mem *, cl_uint, const cl_event *,
                                     cl_event *) {
  return refuseEglCommand("clEnqueueReleaseEGLObjectsKHR", queue);
}

} // namespace weft::api
