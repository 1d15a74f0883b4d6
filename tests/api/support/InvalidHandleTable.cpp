// A table with every handle parameter of every entry point, for tests that pass invalid handles.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/InvalidHandleTable.h"

#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include "NewNames.h"

#include "support/CommandBuffers.h"
#include "support/Extension.h"

namespace weft::test {

namespace {

/// A case's wrong handle, which converts to the handle type of any parameter.
struct AnyHandle {
  void *value;
  template <typename T>
    requires std::is_pointer_v<T>
  operator T() const {
    return static_cast<T>(value);
  }
};

const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
const size_t one = 1;
char bytes[64];
cl_ulong pointerPlace;

template <typename Call> cl_int codeOf(Call call) {
  cl_int error = 1;
  const auto made = call(&error);
  EXPECT_EQ(nullptr, made);
  return error;
}

#define WEFT_CALL(...)                                                                                                 \
  [](const cl_icd_dispatch &cl, const HandleSurroundings &at, void *raw) -> cl_int {                                   \
    static_cast<void>(cl), static_cast<void>(at);                                                                      \
    const AnyHandle h{raw};                                                                                            \
    return __VA_ARGS__;                                                                                                \
  }
#define WEFT_MAKE(...) WEFT_CALL(codeOf([&](cl_int *e) { return __VA_ARGS__; }))
#define WEFT_FIND(name) extension<decltype(&::name)>(cl, #name)
#define WEFT_KHR(name) extension<decltype(&khr::name)>(cl, #name)

cl_int suggest(clGetKernelSuggestedLocalWorkSizeKHR_fn function, cl_command_queue queue, cl_kernel kernel) {
  size_t local = 0;
  return function(queue, kernel, 1, nullptr, &one, &local);
}

const HandleCase cases[] = {
    // Platform and device
    {"clGetPlatformInfo", "platform", CL_INVALID_PLATFORM,
     WEFT_CALL(cl.clGetPlatformInfo(h, CL_PLATFORM_NAME, 0, nullptr, nullptr))},
    {"clGetDeviceIDs", "platform", CL_INVALID_PLATFORM, WEFT_CALL([&] {
       cl_uint n;
       return cl.clGetDeviceIDs(h, CL_DEVICE_TYPE_ALL, 0, nullptr, &n);
     }())},
    {"clUnloadPlatformCompiler", "platform", CL_INVALID_PLATFORM, WEFT_CALL(cl.clUnloadPlatformCompiler(h))},
    {"clGetDeviceInfo", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clGetDeviceInfo(h, CL_DEVICE_NAME, 0, nullptr, nullptr))},
    {"clRetainDevice", "device", CL_INVALID_DEVICE, WEFT_CALL(cl.clRetainDevice(h))},
    {"clReleaseDevice", "device", CL_INVALID_DEVICE, WEFT_CALL(cl.clReleaseDevice(h))},
    {"clCreateSubDevices", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clCreateSubDevices(h, nullptr, 0, nullptr, nullptr))},
    {"clCreateSubDevicesEXT", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clCreateSubDevicesEXT(h, nullptr, 0, nullptr, nullptr))},
    {"clRetainDeviceEXT", "device", CL_INVALID_DEVICE, WEFT_CALL(cl.clRetainDeviceEXT(h))},
    {"clReleaseDeviceEXT", "device", CL_INVALID_DEVICE, WEFT_CALL(cl.clReleaseDeviceEXT(h))},
    {"clGetHostTimer", "device", CL_INVALID_DEVICE, WEFT_CALL([&] {
       cl_ulong t;
       return cl.clGetHostTimer(h, &t);
     }())},
    {"clGetDeviceAndHostTimer", "device", CL_INVALID_DEVICE, WEFT_CALL([&] {
       cl_ulong t, u;
       return cl.clGetDeviceAndHostTimer(h, &t, &u);
     }())},
    // Context and queue
    {"clCreateContext", "devices", CL_INVALID_DEVICE, WEFT_MAKE([&] {
       const cl_device_id list[] = {device(), h};
       return cl.clCreateContext(nullptr, 2, list, nullptr, nullptr, e);
     }())},
    {"clTerminateContextKHR", "context", CL_INVALID_CONTEXT, WEFT_CALL(WEFT_FIND(clTerminateContextKHR)(h))},
    {"clRetainContext", "context", CL_INVALID_CONTEXT, WEFT_CALL(cl.clRetainContext(h))},
    {"clReleaseContext", "context", CL_INVALID_CONTEXT, WEFT_CALL(cl.clReleaseContext(h))},
    {"clGetContextInfo", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(cl.clGetContextInfo(h, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr))},
    {"clSetContextDestructorCallback", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(cl.clSetContextDestructorCallback(
         h, [](cl_context, void *) {}, nullptr))},
    {"clCreateCommandQueue", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateCommandQueue(h, device(), 0, e))},
    {"clCreateCommandQueueWithProperties", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateCommandQueueWithProperties(h, device(), nullptr, e))},
    {"clCreateCommandQueue", "device", CL_INVALID_DEVICE, WEFT_MAKE(cl.clCreateCommandQueue(at.context, h, 0, e))},
    {"clCreateCommandQueueWithProperties", "device", CL_INVALID_DEVICE,
     WEFT_MAKE(cl.clCreateCommandQueueWithProperties(at.context, h, nullptr, e))},
    {"clCreateCommandQueueWithPropertiesKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clCreateCommandQueueWithPropertiesKHR)(h, device(), nullptr, e))},
    {"clCreateCommandQueueWithPropertiesKHR", "device", CL_INVALID_DEVICE,
     WEFT_MAKE(WEFT_FIND(clCreateCommandQueueWithPropertiesKHR)(at.context, h, nullptr, e))},
    {"clSetDefaultDeviceCommandQueue", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(cl.clSetDefaultDeviceCommandQueue(h, device(), at.queue))},
    {"clSetDefaultDeviceCommandQueue", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clSetDefaultDeviceCommandQueue(at.context, h, at.queue))},
    {"clSetDefaultDeviceCommandQueue", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clSetDefaultDeviceCommandQueue(at.context, device(), h))},
    {"clRetainCommandQueue", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL(cl.clRetainCommandQueue(h))},
    {"clReleaseCommandQueue", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL(cl.clReleaseCommandQueue(h))},
    {"clGetCommandQueueInfo", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clGetCommandQueueInfo(h, CL_QUEUE_CONTEXT, 0, nullptr, nullptr))},
    {"clSetCommandQueueProperty", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clSetCommandQueueProperty(h, 0, CL_TRUE, nullptr))},
    {"clFlush", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL(cl.clFlush(h))},
    {"clFinish", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL(cl.clFinish(h))},
    // Buffers
    {"clCreateBuffer", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateBuffer(h, 0, 16, nullptr, e))},
    {"clCreateBufferWithProperties", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateBufferWithProperties(h, nullptr, 0, 16, nullptr, e))},
    {"clCreateSubBuffer", "buffer", CL_INVALID_MEM_OBJECT, WEFT_MAKE([&] {
       cl_buffer_region r{0, 1};
       return cl.clCreateSubBuffer(h, 0, CL_BUFFER_CREATE_TYPE_REGION, &r, e);
     }())},
    {"clRetainMemObject", "memory", CL_INVALID_MEM_OBJECT, WEFT_CALL(cl.clRetainMemObject(h))},
    {"clReleaseMemObject", "memory", CL_INVALID_MEM_OBJECT, WEFT_CALL(cl.clReleaseMemObject(h))},
    {"clGetMemObjectInfo", "memory", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clGetMemObjectInfo(h, CL_MEM_SIZE, 0, nullptr, nullptr))},
    {"clSetMemObjectDestructorCallback", "memory", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clSetMemObjectDestructorCallback(
         h, [](cl_mem, void *) {}, nullptr))},
    {"clEnqueueReadBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueReadBuffer(h, at.buffer, CL_TRUE, 0, 1, bytes, 0, nullptr, nullptr))},
    {"clEnqueueReadBuffer", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueReadBuffer(at.queue, h, CL_TRUE, 0, 1, bytes, 0, nullptr, nullptr))},
    {"clEnqueueWriteBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueWriteBuffer(h, at.buffer, CL_TRUE, 0, 1, bytes, 0, nullptr, nullptr))},
    {"clEnqueueWriteBuffer", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueWriteBuffer(at.queue, h, CL_TRUE, 0, 1, bytes, 0, nullptr, nullptr))},
    {"clEnqueueCopyBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueCopyBuffer(h, at.buffer, at.buffer, 0, 8, 1, 0, nullptr, nullptr))},
    {"clEnqueueCopyBuffer", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyBuffer(at.queue, h, at.buffer, 0, 8, 1, 0, nullptr, nullptr))},
    {"clEnqueueCopyBuffer", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyBuffer(at.queue, at.buffer, h, 0, 8, 1, 0, nullptr, nullptr))},
    {"clEnqueueFillBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueFillBuffer(h, at.buffer, bytes, 1, 0, 1, 0, nullptr, nullptr))},
    {"clEnqueueFillBuffer", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueFillBuffer(at.queue, h, bytes, 1, 0, 1, 0, nullptr, nullptr))},
    {"clEnqueueReadBufferRect", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueReadBufferRect(h, at.buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr,
                                          nullptr))},
    {"clEnqueueReadBufferRect", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueReadBufferRect(at.queue, h, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr,
                                          nullptr))},
    {"clEnqueueWriteBufferRect", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueWriteBufferRect(h, at.buffer, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr,
                                           nullptr))},
    {"clEnqueueWriteBufferRect", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueWriteBufferRect(at.queue, h, CL_TRUE, origin, origin, region, 0, 0, 0, 0, bytes, 0, nullptr,
                                           nullptr))},
    {"clEnqueueCopyBufferRect", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(
         cl.clEnqueueCopyBufferRect(h, at.buffer, at.buffer, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr))},
    {"clEnqueueCopyBufferRect", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(
         cl.clEnqueueCopyBufferRect(at.queue, h, at.buffer, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr))},
    {"clEnqueueCopyBufferRect", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(
         cl.clEnqueueCopyBufferRect(at.queue, at.buffer, h, origin, origin, region, 0, 0, 0, 0, 0, nullptr, nullptr))},
    {"clEnqueueMapBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_MAKE(cl.clEnqueueMapBuffer(h, at.buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr, nullptr, e))},
    {"clEnqueueMapBuffer", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_MAKE(cl.clEnqueueMapBuffer(at.queue, h, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr, nullptr, e))},
    {"clEnqueueUnmapMemObject", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueUnmapMemObject(h, at.buffer, bytes, 0, nullptr, nullptr))},
    {"clEnqueueUnmapMemObject", "memory", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueUnmapMemObject(at.queue, h, bytes, 0, nullptr, nullptr))},
    {"clEnqueueMigrateMemObjects", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueMigrateMemObjects(h, 1, &at.buffer, 0, 0, nullptr, nullptr))},
    {"clEnqueueMigrateMemObjects", "memory", CL_INVALID_MEM_OBJECT, WEFT_CALL([&] {
       const cl_mem list[] = {at.buffer, h};
       return cl.clEnqueueMigrateMemObjects(at.queue, 2, list, 0, 0, nullptr, nullptr);
     }())},
    // Programs and kernels
    {"clCreateProgramWithSource", "context", CL_INVALID_CONTEXT, WEFT_MAKE([&] {
       const char *s = "";
       return cl.clCreateProgramWithSource(h, 1, &s, nullptr, e);
     }())},
    {"clCreateProgramWithBinary", "context", CL_INVALID_CONTEXT, WEFT_MAKE([&] {
       const unsigned char b = 0, *p = &b;
       const cl_device_id d = device();
       return cl.clCreateProgramWithBinary(h, 1, &d, &one, &p, nullptr, e);
     }())},
    {"clCreateProgramWithBinary", "devices", CL_INVALID_DEVICE, WEFT_MAKE([&] {
       const unsigned char b = 0, *p = &b;
       const cl_device_id d = h;
       return cl.clCreateProgramWithBinary(at.context, 1, &d, &one, &p, nullptr, e);
     }())},
    {"clCreateProgramWithBuiltInKernels", "devices", CL_INVALID_DEVICE, WEFT_MAKE([&] {
       const cl_device_id d = h;
       return cl.clCreateProgramWithBuiltInKernels(at.context, 1, &d, "x", e);
     }())},
    {"clCreateProgramWithBuiltInKernels", "context", CL_INVALID_CONTEXT, WEFT_MAKE([&] {
       const cl_device_id d = device();
       return cl.clCreateProgramWithBuiltInKernels(h, 1, &d, "x", e);
     }())},
    {"clCreateProgramWithIL", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateProgramWithIL(h, bytes, 4, e))},
    {"clCreateProgramWithILKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(extension<clCreateProgramWithILKHR_fn>(cl, "clCreateProgramWithILKHR")(h, bytes, 4, e))},
    {"clLinkProgram", "context", CL_INVALID_CONTEXT, WEFT_MAKE([&] {
       const cl_program p = nullptr;
       return cl.clLinkProgram(h, 0, nullptr, "", 1, &p, nullptr, nullptr, e);
     }())},
    {"clLinkProgram", "devices", CL_INVALID_DEVICE, WEFT_MAKE([&] {
       const cl_device_id d = h;
       return cl.clLinkProgram(at.context, 1, &d, "", 1, &at.program, nullptr, nullptr, e);
     }())},
    {"clLinkProgram", "programs", CL_INVALID_PROGRAM, WEFT_MAKE([&] {
       const cl_program p[] = {at.program, h};
       return cl.clLinkProgram(at.context, 0, nullptr, "", 2, p, nullptr, nullptr, e);
     }())},
    {"clRetainProgram", "program", CL_INVALID_PROGRAM, WEFT_CALL(cl.clRetainProgram(h))},
    {"clReleaseProgram", "program", CL_INVALID_PROGRAM, WEFT_CALL(cl.clReleaseProgram(h))},
    {"clBuildProgram", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clBuildProgram(h, 0, nullptr, "", nullptr, nullptr))},
    {"clBuildProgram", "devices", CL_INVALID_DEVICE, WEFT_CALL([&] {
       const cl_device_id d = h;
       return cl.clBuildProgram(at.program, 1, &d, "", nullptr, nullptr);
     }())},
    {"clCompileProgram", "devices", CL_INVALID_DEVICE, WEFT_CALL([&] {
       const cl_device_id d = h;
       return cl.clCompileProgram(at.program, 1, &d, "", 0, nullptr, nullptr, nullptr, nullptr);
     }())},
    {"clCompileProgram", "headers", CL_INVALID_PROGRAM, WEFT_CALL([&] {
       const cl_program headers[] = {at.program, h};
       const char *names[] = {"a.h", "b.h"};
       return cl.clCompileProgram(at.program, 0, nullptr, "", 2, headers, names, nullptr, nullptr);
     }())},
    {"clCompileProgram", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clCompileProgram(h, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))},
    {"clGetProgramInfo", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clGetProgramInfo(h, CL_PROGRAM_SOURCE, 0, nullptr, nullptr))},
    {"clGetProgramBuildInfo", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clGetProgramBuildInfo(h, device(), CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr))},
    {"clGetProgramBuildInfo", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clGetProgramBuildInfo(at.program, h, CL_PROGRAM_BUILD_LOG, 0, nullptr, nullptr))},
    {"clSetProgramReleaseCallback", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clSetProgramReleaseCallback(
         h, [](cl_program, void *) {}, nullptr))},
    {"clSetProgramSpecializationConstant", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clSetProgramSpecializationConstant(h, 0, 4, bytes))},
    {"clCreateKernel", "program", CL_INVALID_PROGRAM, WEFT_MAKE(cl.clCreateKernel(h, "x", e))},
    {"clCreateKernelsInProgram", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(cl.clCreateKernelsInProgram(h, 0, nullptr, nullptr))},
    {"clRetainKernel", "kernel", CL_INVALID_KERNEL, WEFT_CALL(cl.clRetainKernel(h))},
    {"clReleaseKernel", "kernel", CL_INVALID_KERNEL, WEFT_CALL(cl.clReleaseKernel(h))},
    {"clCloneKernel", "kernel", CL_INVALID_KERNEL, WEFT_MAKE(cl.clCloneKernel(h, e))},
    {"clSetKernelArg", "kernel", CL_INVALID_KERNEL, WEFT_CALL(cl.clSetKernelArg(h, 0, 4, bytes))},
    {"clSetKernelArgSVMPointer", "kernel", CL_INVALID_KERNEL, WEFT_CALL(cl.clSetKernelArgSVMPointer(h, 0, bytes))},
    {"clSetKernelArgDevicePointerEXT", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(WEFT_FIND(clSetKernelArgDevicePointerEXT)(h, 0, 0))},
    {"clSetKernelArgMemPointerINTEL", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(WEFT_FIND(clSetKernelArgMemPointerINTEL)(h, 0, bytes))},
    {"clSetKernelExecInfo", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clSetKernelExecInfo(h, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, bytes))},
    {"clGetKernelInfo", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clGetKernelInfo(h, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr))},
    {"clGetKernelArgInfo", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clGetKernelArgInfo(h, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr))},
    {"clGetKernelWorkGroupInfo", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clGetKernelWorkGroupInfo(h, device(), CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr))},
    {"clGetKernelSubGroupInfo", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clGetKernelSubGroupInfo(h, device(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr))},
    {"clGetKernelSubGroupInfoKHR", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clGetKernelSubGroupInfoKHR(h, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof one,
                                             &one, 0, nullptr, nullptr))},
    // The device may be null if the program has only one device.
    {"clGetKernelWorkGroupInfo", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clGetKernelWorkGroupInfo(at.kernel, h, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr)), true},
    {"clGetKernelSubGroupInfo", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clGetKernelSubGroupInfo(at.kernel, h, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 0, nullptr, nullptr)),
     true},
    {"clGetKernelSubGroupInfoKHR", "device", CL_INVALID_DEVICE,
     WEFT_CALL(cl.clGetKernelSubGroupInfoKHR(at.kernel, h, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof one,
                                             &one, 0, nullptr, nullptr)),
     true},
    {"clGetKernelSuggestedLocalWorkSizeKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(suggest(WEFT_FIND(clGetKernelSuggestedLocalWorkSizeKHR), h, at.kernel))},
    {"clGetKernelSuggestedLocalWorkSizeKHR", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(suggest(WEFT_FIND(clGetKernelSuggestedLocalWorkSizeKHR), at.queue, h))},
    {"clGetKernelSuggestedLocalWorkSize", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(suggest(suggestionOfTheCore(), h, at.kernel))},
    {"clGetKernelSuggestedLocalWorkSize", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(suggest(suggestionOfTheCore(), at.queue, h))},
    {"clEnqueueNDRangeKernel", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueNDRangeKernel(h, nullptr, 1, nullptr, &one, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueNDRangeKernel", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(cl.clEnqueueNDRangeKernel(at.queue, h, 1, nullptr, &one, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueTask", "kernel", CL_INVALID_KERNEL, WEFT_CALL(cl.clEnqueueTask(at.queue, h, 0, nullptr, nullptr))},
    {"clEnqueueTask", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueTask(h, at.kernel, 0, nullptr, nullptr))},
    {"clEnqueueNativeKernel", "buffer", CL_INVALID_MEM_OBJECT, WEFT_CALL([&] {
       const void *arguments[1] = {nullptr}, *place = arguments;
       const cl_mem buffer = h;
       const auto nothing = [](void *) {};
       return cl.clEnqueueNativeKernel(at.queue, nothing, arguments, sizeof arguments, 1, &buffer, &place, 0, nullptr,
                                       nullptr);
     }())},
    {"clEnqueueNativeKernel", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueNativeKernel(
         h, [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr))},
    // Events
    {"clCreateUserEvent", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateUserEvent(h, e))},
    {"clWaitForEvents", "event", CL_INVALID_EVENT, WEFT_CALL([&] {
       const cl_event list[] = {h};
       return cl.clWaitForEvents(1, list);
     }())},
    {"clSetUserEventStatus", "event", CL_INVALID_EVENT, WEFT_CALL(cl.clSetUserEventStatus(h, CL_COMPLETE))},
    {"clRetainEvent", "event", CL_INVALID_EVENT, WEFT_CALL(cl.clRetainEvent(h))},
    {"clReleaseEvent", "event", CL_INVALID_EVENT, WEFT_CALL(cl.clReleaseEvent(h))},
    {"clGetEventInfo", "event", CL_INVALID_EVENT,
     WEFT_CALL(cl.clGetEventInfo(h, CL_EVENT_CONTEXT, 0, nullptr, nullptr))},
    {"clGetEventProfilingInfo", "event", CL_INVALID_EVENT,
     WEFT_CALL(cl.clGetEventProfilingInfo(h, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr))},
    {"clSetEventCallback", "event", CL_INVALID_EVENT,
     WEFT_CALL(cl.clSetEventCallback(
         h, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr))},
    {"clEnqueueMarkerWithWaitList", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueMarkerWithWaitList(h, 0, nullptr, nullptr))},
    {"clEnqueueBarrierWithWaitList", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueBarrierWithWaitList(h, 0, nullptr, nullptr))},
    {"clEnqueueMarker", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL([&] {
       cl_event event;
       return cl.clEnqueueMarker(h, &event);
     }())},
    {"clEnqueueBarrier", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL(cl.clEnqueueBarrier(h))},
    {"clEnqueueWaitForEvents", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueWaitForEvents(h, 1, &at.event))},
    {"clEnqueueWaitForEvents", "events", CL_INVALID_EVENT, WEFT_CALL([&] {
       const cl_event list[] = {at.event, h};
       return cl.clEnqueueWaitForEvents(at.queue, 2, list);
     }())},
    // Images and samplers
    {"clCreateImage", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateImage(h, 0, nullptr, nullptr, nullptr, e))},
    {"clGetSupportedImageFormats", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(cl.clGetSupportedImageFormats(h, 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr))},
    {"clGetImageRequirementsInfoEXT", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(WEFT_FIND(clGetImageRequirementsInfoEXT)(
         h, nullptr, 0, &r8, nullptr, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, 0, nullptr, nullptr))},
    {"clGetImageInfo", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clGetImageInfo(h, CL_IMAGE_WIDTH, 0, nullptr, nullptr))},
    {"clEnqueueReadImage", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueReadImage(h, at.buffer, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueReadImage", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueReadImage(at.queue, h, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr))},
    {"clCreateImageWithProperties", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateImageWithProperties(h, nullptr, 0, nullptr, nullptr, nullptr, e))},
    {"clCreateImage2D", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateImage2D(h, 0, nullptr, 1, 1, 0, nullptr, e))},
    {"clCreateImage3D", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateImage3D(h, 0, nullptr, 1, 1, 2, 0, 0, nullptr, e))},
    {"clEnqueueWriteImage", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueWriteImage(h, at.buffer, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueWriteImage", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueWriteImage(at.queue, h, CL_TRUE, origin, region, 0, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueCopyImage", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueCopyImage(h, at.buffer, at.buffer, origin, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueCopyImage", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyImage(at.queue, h, at.buffer, origin, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueCopyImage", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyImage(at.queue, at.image, h, origin, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueFillImage", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueFillImage(h, at.buffer, bytes, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueFillImage", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueFillImage(at.queue, h, bytes, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueCopyImageToBuffer", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueCopyImageToBuffer(h, at.buffer, at.buffer, origin, region, 0, 0, nullptr, nullptr))},
    {"clEnqueueCopyImageToBuffer", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyImageToBuffer(at.queue, h, at.buffer, origin, region, 0, 0, nullptr, nullptr))},
    {"clEnqueueCopyImageToBuffer", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyImageToBuffer(at.queue, at.image, h, origin, region, 0, 0, nullptr, nullptr))},
    {"clEnqueueCopyBufferToImage", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyBufferToImage(at.queue, at.buffer, h, 0, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueCopyBufferToImage", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueCopyBufferToImage(h, at.buffer, at.buffer, 0, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueCopyBufferToImage", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clEnqueueCopyBufferToImage(at.queue, h, at.buffer, 0, origin, region, 0, nullptr, nullptr))},
    {"clEnqueueMapImage", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_MAKE([&] {
       size_t pitch;
       return cl.clEnqueueMapImage(h, at.buffer, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, 0, nullptr,
                                   nullptr, e);
     }())},
    {"clEnqueueMapImage", "image", CL_INVALID_MEM_OBJECT, WEFT_MAKE([&] {
       size_t pitch;
       return cl.clEnqueueMapImage(at.queue, h, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, 0, nullptr,
                                   nullptr, e);
     }())},
    {"clCreateSampler", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateSampler(h, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, e))},
    {"clCreateSamplerWithProperties", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateSamplerWithProperties(h, nullptr, e))},
    {"clRetainSampler", "sampler", CL_INVALID_SAMPLER, WEFT_CALL(cl.clRetainSampler(h))},
    {"clReleaseSampler", "sampler", CL_INVALID_SAMPLER, WEFT_CALL(cl.clReleaseSampler(h))},
    {"clGetSamplerInfo", "sampler", CL_INVALID_SAMPLER,
     WEFT_CALL(cl.clGetSamplerInfo(h, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr))},
    // Optional features that the device does not offer
    {"clCreatePipe", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreatePipe(h, 0, 4, 4, nullptr, e))},
    {"clGetPipeInfo", "pipe", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clGetPipeInfo(h, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr))},
    {"clCreateFromGLBuffer", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateFromGLBuffer(h, 0, 1, e))},
    {"clCreateFromGLTexture", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateFromGLTexture(h, 0, 0, 0, 1, e))},
    {"clCreateFromGLTexture2D", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateFromGLTexture2D(h, 0, 0, 0, 1, e))},
    {"clCreateFromGLTexture3D", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateFromGLTexture3D(h, 0, 0, 0, 1, e))},
    {"clCreateFromGLRenderbuffer", "context", CL_INVALID_CONTEXT, WEFT_MAKE(cl.clCreateFromGLRenderbuffer(h, 0, 1, e))},
    {"clCreateEventFromGLsyncKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateEventFromGLsyncKHR(h, nullptr, e))},
    {"clGetGLObjectInfo", "memory", CL_INVALID_MEM_OBJECT, WEFT_CALL(cl.clGetGLObjectInfo(h, nullptr, nullptr))},
    {"clGetGLTextureInfo", "memory", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(cl.clGetGLTextureInfo(h, CL_GL_MIPMAP_LEVEL, 0, nullptr, nullptr))},
    {"clEnqueueAcquireGLObjects", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueAcquireGLObjects(h, 1, &at.buffer, 0, nullptr, nullptr))},
    {"clEnqueueReleaseGLObjects", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueReleaseGLObjects(h, 1, &at.buffer, 0, nullptr, nullptr))},
    {"clCreateFromEGLImageKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateFromEGLImageKHR(h, nullptr, nullptr, 0, nullptr, e))},
    {"clCreateEventFromEGLSyncKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(cl.clCreateEventFromEGLSyncKHR(h, nullptr, nullptr, e))},
    {"clEnqueueAcquireEGLObjectsKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueAcquireEGLObjectsKHR(h, 1, &at.buffer, 0, nullptr, nullptr))},
    {"clEnqueueReleaseEGLObjectsKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueReleaseEGLObjectsKHR(h, 1, &at.buffer, 0, nullptr, nullptr))},
    // Shared virtual memory
    {"clSVMAlloc", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(cl.clSVMAlloc(h, CL_MEM_READ_WRITE, 16, 0) ? CL_SUCCESS : CL_INVALID_CONTEXT)}, // has no error code
    {"clEnqueueSVMFree", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueSVMFree(h, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueSVMMemcpy", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueSVMMemcpy(h, CL_TRUE, bytes, bytes + 8, 1, 0, nullptr, nullptr))},
    {"clEnqueueSVMMemFill", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueSVMMemFill(h, bytes, bytes, 1, 1, 0, nullptr, nullptr))},
    {"clEnqueueSVMUnmap", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueSVMUnmap(h, bytes, 0, nullptr, nullptr))},
    {"clEnqueueSVMMigrateMem", "queue", CL_INVALID_COMMAND_QUEUE, WEFT_CALL([&] {
       const void *pointer = bytes;
       return cl.clEnqueueSVMMigrateMem(h, 1, &pointer, nullptr, 0, 0, nullptr, nullptr);
     }())},
    {"clEnqueueSVMMap", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(cl.clEnqueueSVMMap(h, CL_TRUE, CL_MAP_READ, bytes, 1, 0, nullptr, nullptr))},
    // Types of shared virtual memory
    {"clSVMAllocWithPropertiesKHR", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clSVMAllocWithPropertiesKHR)(h, nullptr, 0, 16, e))},
    {"clSVMFreeWithPropertiesKHR", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(WEFT_FIND(clSVMFreeWithPropertiesKHR)(h, nullptr, 0, nullptr))},
    {"clGetSVMPointerInfoKHR", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(WEFT_FIND(clGetSVMPointerInfoKHR)(h, nullptr, bytes, CL_SVM_INFO_SIZE_KHR, 0, nullptr, nullptr))},
    {"clGetSVMPointerInfoKHR", "device", CL_INVALID_DEVICE,
     WEFT_CALL(WEFT_FIND(clGetSVMPointerInfoKHR)(at.context, h, bytes, CL_SVM_INFO_SIZE_KHR, 0, nullptr, nullptr)),
     true},
    {"clGetSVMSuggestedTypeIndexKHR", "context", CL_INVALID_CONTEXT, WEFT_CALL([&] {
       cl_uint index = 0;
       return WEFT_FIND(clGetSVMSuggestedTypeIndexKHR)(h, 0, 0, nullptr, 16, &index);
     }())},
    // Unified shared memory
    {"clHostMemAllocINTEL", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clHostMemAllocINTEL)(h, nullptr, 16, 0, e))},
    {"clDeviceMemAllocINTEL", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clDeviceMemAllocINTEL)(h, device(), nullptr, 16, 0, e))},
    {"clDeviceMemAllocINTEL", "device", CL_INVALID_DEVICE,
     WEFT_MAKE(WEFT_FIND(clDeviceMemAllocINTEL)(at.context, h, nullptr, 16, 0, e))},
    {"clSharedMemAllocINTEL", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clSharedMemAllocINTEL)(h, device(), nullptr, 16, 0, e))},
    {"clSharedMemAllocINTEL", "device", CL_INVALID_DEVICE,
     WEFT_MAKE(WEFT_FIND(clSharedMemAllocINTEL)(at.context, h, nullptr, 16, 0, e)), true},
    {"clMemFreeINTEL", "context", CL_INVALID_CONTEXT, WEFT_CALL(WEFT_FIND(clMemFreeINTEL)(h, nullptr))},
    {"clMemBlockingFreeINTEL", "context", CL_INVALID_CONTEXT, WEFT_CALL(WEFT_FIND(clMemBlockingFreeINTEL)(h, nullptr))},
    {"clGetMemAllocInfoINTEL", "context", CL_INVALID_CONTEXT,
     WEFT_CALL(WEFT_FIND(clGetMemAllocInfoINTEL)(h, bytes, CL_MEM_ALLOC_TYPE_INTEL, 0, nullptr, nullptr))},
    {"clEnqueueMemFillINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueMemFillINTEL)(h, bytes, bytes, 1, 1, 0, nullptr, nullptr))},
    {"clEnqueueMemcpyINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueMemcpyINTEL)(h, CL_TRUE, bytes, bytes + 8, 1, 0, nullptr, nullptr))},
    {"clEnqueueMigrateMemINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueMigrateMemINTEL)(h, bytes, 1, 0, 0, nullptr, nullptr))},
    {"clEnqueueMemAdviseINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueMemAdviseINTEL)(h, bytes, 1, 0, 0, nullptr, nullptr))},
    {"clGetDeviceGlobalVariablePointerINTEL", "device", CL_INVALID_DEVICE,
     WEFT_CALL(WEFT_FIND(clGetDeviceGlobalVariablePointerINTEL)(h, at.program, "v", nullptr, nullptr))},
    {"clGetDeviceGlobalVariablePointerINTEL", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(WEFT_FIND(clGetDeviceGlobalVariablePointerINTEL)(device(), h, "v", nullptr, nullptr))},
    {"clGetDeviceFunctionPointerINTEL", "device", CL_INVALID_DEVICE,
     WEFT_CALL(WEFT_FIND(clGetDeviceFunctionPointerINTEL)(h, at.program, "f", &pointerPlace))},
    {"clGetDeviceFunctionPointerINTEL", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(WEFT_FIND(clGetDeviceFunctionPointerINTEL)(device(), h, "f", &pointerPlace))},
    {"clEnqueueReadGlobalVariableINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(
         WEFT_FIND(clEnqueueReadGlobalVariableINTEL)(h, at.program, "v", CL_TRUE, 1, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueReadGlobalVariableINTEL", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(
         WEFT_FIND(clEnqueueReadGlobalVariableINTEL)(at.queue, h, "v", CL_TRUE, 1, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueWriteGlobalVariableINTEL", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(
         WEFT_FIND(clEnqueueWriteGlobalVariableINTEL)(h, at.program, "v", CL_TRUE, 1, 0, bytes, 0, nullptr, nullptr))},
    {"clEnqueueWriteGlobalVariableINTEL", "program", CL_INVALID_PROGRAM,
     WEFT_CALL(
         WEFT_FIND(clEnqueueWriteGlobalVariableINTEL)(at.queue, h, "v", CL_TRUE, 1, 0, bytes, 0, nullptr, nullptr))},
    {"clCreateBufferWithPropertiesINTEL", "context", CL_INVALID_CONTEXT,
     WEFT_MAKE(WEFT_FIND(clCreateBufferWithPropertiesINTEL)(h, nullptr, 0, 64, nullptr, e))},
    // External memory
    {"clEnqueueAcquireExternalMemObjectsKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueAcquireExternalMemObjectsKHR)(h, 0, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueAcquireExternalMemObjectsKHR", "objects", CL_INVALID_MEM_OBJECT, WEFT_CALL([&] {
       const cl_mem list[] = {h};
       return WEFT_FIND(clEnqueueAcquireExternalMemObjectsKHR)(at.queue, 1, list, 0, nullptr, nullptr);
     }())},
    {"clEnqueueReleaseExternalMemObjectsKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueReleaseExternalMemObjectsKHR)(h, 0, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueReleaseExternalMemObjectsKHR", "objects", CL_INVALID_MEM_OBJECT, WEFT_CALL([&] {
       const cl_mem list[] = {h};
       return WEFT_FIND(clEnqueueReleaseExternalMemObjectsKHR)(at.queue, 1, list, 0, nullptr, nullptr);
     }())},
    // Semaphores
    {"clCreateSemaphoreWithPropertiesKHR", "context", CL_INVALID_CONTEXT, WEFT_MAKE([&] {
       const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
       return WEFT_FIND(clCreateSemaphoreWithPropertiesKHR)(h, list, e);
     }())},
    {"clRetainSemaphoreKHR", "semaphore", CL_INVALID_SEMAPHORE_KHR, WEFT_CALL(WEFT_FIND(clRetainSemaphoreKHR)(h))},
    {"clReleaseSemaphoreKHR", "semaphore", CL_INVALID_SEMAPHORE_KHR, WEFT_CALL(WEFT_FIND(clReleaseSemaphoreKHR)(h))},
    {"clGetSemaphoreInfoKHR", "semaphore", CL_INVALID_SEMAPHORE_KHR,
     WEFT_CALL(WEFT_FIND(clGetSemaphoreInfoKHR)(h, CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr))},
    {"clEnqueueSignalSemaphoresKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueSignalSemaphoresKHR)(h, 1, &at.semaphore, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueSignalSemaphoresKHR", "semaphores", CL_INVALID_SEMAPHORE_KHR, WEFT_CALL([&] {
       const cl_semaphore_khr list[] = {at.semaphore, h};
       return WEFT_FIND(clEnqueueSignalSemaphoresKHR)(at.queue, 2, list, nullptr, 0, nullptr, nullptr);
     }())},
    {"clEnqueueWaitSemaphoresKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_FIND(clEnqueueWaitSemaphoresKHR)(h, 1, &at.semaphore, nullptr, 0, nullptr, nullptr))},
    {"clEnqueueWaitSemaphoresKHR", "semaphores", CL_INVALID_SEMAPHORE_KHR, WEFT_CALL([&] {
       const cl_semaphore_khr list[] = {at.semaphore, h};
       return WEFT_FIND(clEnqueueWaitSemaphoresKHR)(at.queue, 2, list, nullptr, 0, nullptr, nullptr);
     }())},
    {"clGetSemaphoreHandleForTypeKHR", "semaphore", CL_INVALID_SEMAPHORE_KHR,
     WEFT_CALL(WEFT_FIND(clGetSemaphoreHandleForTypeKHR)(h, device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, nullptr,
                                                         nullptr))},
    {"clGetSemaphoreHandleForTypeKHR", "device", CL_INVALID_DEVICE,
     WEFT_CALL(WEFT_FIND(clGetSemaphoreHandleForTypeKHR)(at.semaphore, h, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, nullptr,
                                                         nullptr))},
    {"clReImportSemaphoreSyncFdKHR", "semaphore", CL_INVALID_SEMAPHORE_KHR,
     WEFT_CALL(WEFT_KHR(clReImportSemaphoreSyncFdKHR)(h, nullptr, -1))},
    // Command-buffers
    {"clCreateCommandBufferKHR", "queues", CL_INVALID_COMMAND_QUEUE, WEFT_MAKE([&] {
       const cl_command_queue list[] = {h};
       return WEFT_KHR(clCreateCommandBufferKHR)(1, list, nullptr, e);
     }())},
    {"clRemapCommandBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_MAKE(WEFT_KHR(clRemapCommandBufferKHR)(h, CL_FALSE, 1, &at.queue, 0, nullptr, nullptr, e))},
    {"clRemapCommandBufferKHR", "queues", CL_INVALID_COMMAND_QUEUE, WEFT_MAKE([&] {
       const cl_command_queue list[] = {h};
       return WEFT_KHR(clRemapCommandBufferKHR)(at.commands, CL_FALSE, 1, list, 0, nullptr, nullptr, e);
     }())},
    {"clRemapCommandBufferKHR", "handles", CL_INVALID_VALUE, WEFT_MAKE([&] {
       const cl_mutable_command_khr list[] = {h};
       cl_mutable_command_khr place[1];
       return WEFT_KHR(clRemapCommandBufferKHR)(at.commands, CL_FALSE, 1, &at.queue, 1, list, place, e);
     }())},
    {"clRetainCommandBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clRetainCommandBufferKHR)(h))},
    {"clReleaseCommandBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clReleaseCommandBufferKHR)(h))},
    {"clFinalizeCommandBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clFinalizeCommandBufferKHR)(h))},
    {"clGetCommandBufferInfoKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clGetCommandBufferInfoKHR)(h, CL_COMMAND_BUFFER_STATE_KHR, 0, nullptr, nullptr))},
    {"clEnqueueCommandBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clEnqueueCommandBufferKHR)(0, nullptr, h, 0, nullptr, nullptr))},
    {"clUpdateMutableCommandsKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clUpdateMutableCommandsKHR)(h, 0, nullptr, nullptr))},
    {"clGetMutableCommandInfoKHR", "command", CL_INVALID_MUTABLE_COMMAND_KHR,
     WEFT_CALL(WEFT_KHR(clGetMutableCommandInfoKHR)(h, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, 0, nullptr, nullptr))},
    {"clCommandBarrierWithWaitListKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandBarrierWithWaitListKHR)(h, nullptr, nullptr, 0, nullptr, nullptr, nullptr))},
    {"clCommandBarrierWithWaitListKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandBarrierWithWaitListKHR)(at.commands, h, nullptr, 0, nullptr, nullptr, nullptr)), true},
    {"clCommandCopyBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferKHR)(h, nullptr, nullptr, at.buffer, at.buffer, 0, 8, 1, 0, nullptr, nullptr,
                                                nullptr))},
    {"clCommandCopyBufferKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferKHR)(at.commands, h, nullptr, at.buffer, at.buffer, 0, 8, 1, 0, nullptr,
                                                nullptr, nullptr)),
     true},
    {"clCommandCopyBufferKHR", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferKHR)(at.commands, nullptr, nullptr, h, at.buffer, 0, 8, 1, 0, nullptr,
                                                nullptr, nullptr))},
    {"clCommandCopyBufferKHR", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferKHR)(at.commands, nullptr, nullptr, at.buffer, h, 0, 8, 1, 0, nullptr,
                                                nullptr, nullptr))},
    {"clCommandCopyBufferRectKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferRectKHR)(h, nullptr, nullptr, at.buffer, at.buffer, origin, origin, region,
                                                    0, 0, 0, 0, 0, nullptr, nullptr, nullptr))},
    {"clCommandCopyBufferRectKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferRectKHR)(at.commands, h, nullptr, at.buffer, at.buffer, origin, origin,
                                                    region, 0, 0, 0, 0, 0, nullptr, nullptr, nullptr)),
     true},
    {"clCommandCopyBufferRectKHR", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferRectKHR)(at.commands, nullptr, nullptr, h, at.buffer, origin, origin, region,
                                                    0, 0, 0, 0, 0, nullptr, nullptr, nullptr))},
    {"clCommandCopyBufferRectKHR", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferRectKHR)(at.commands, nullptr, nullptr, at.buffer, h, origin, origin, region,
                                                    0, 0, 0, 0, 0, nullptr, nullptr, nullptr))},
    {"clCommandCopyBufferToImageKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferToImageKHR)(h, nullptr, nullptr, at.buffer, at.image, 0, origin, region, 0,
                                                       nullptr, nullptr, nullptr))},
    {"clCommandCopyBufferToImageKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferToImageKHR)(at.commands, h, nullptr, at.buffer, at.image, 0, origin, region,
                                                       0, nullptr, nullptr, nullptr)),
     true},
    {"clCommandCopyBufferToImageKHR", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferToImageKHR)(at.commands, nullptr, nullptr, h, at.image, 0, origin, region, 0,
                                                       nullptr, nullptr, nullptr))},
    {"clCommandCopyBufferToImageKHR", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyBufferToImageKHR)(at.commands, nullptr, nullptr, at.buffer, h, 0, origin, region,
                                                       0, nullptr, nullptr, nullptr))},
    {"clCommandCopyImageKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageKHR)(h, nullptr, nullptr, at.image, at.image, origin, origin, region, 0,
                                               nullptr, nullptr, nullptr))},
    {"clCommandCopyImageKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageKHR)(at.commands, h, nullptr, at.image, at.image, origin, origin, region, 0,
                                               nullptr, nullptr, nullptr)),
     true},
    {"clCommandCopyImageKHR", "source", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageKHR)(at.commands, nullptr, nullptr, h, at.image, origin, origin, region, 0,
                                               nullptr, nullptr, nullptr))},
    {"clCommandCopyImageKHR", "destination", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageKHR)(at.commands, nullptr, nullptr, at.image, h, origin, origin, region, 0,
                                               nullptr, nullptr, nullptr))},
    {"clCommandCopyImageToBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageToBufferKHR)(h, nullptr, nullptr, at.image, at.buffer, origin, region, 0, 0,
                                                       nullptr, nullptr, nullptr))},
    {"clCommandCopyImageToBufferKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageToBufferKHR)(at.commands, h, nullptr, at.image, at.buffer, origin, region, 0,
                                                       0, nullptr, nullptr, nullptr)),
     true},
    {"clCommandCopyImageToBufferKHR", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageToBufferKHR)(at.commands, nullptr, nullptr, h, at.buffer, origin, region, 0,
                                                       0, nullptr, nullptr, nullptr))},
    {"clCommandCopyImageToBufferKHR", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandCopyImageToBufferKHR)(at.commands, nullptr, nullptr, at.image, h, origin, region, 0, 0,
                                                       nullptr, nullptr, nullptr))},
    {"clCommandFillBufferKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandFillBufferKHR)(h, nullptr, nullptr, at.buffer, bytes, 1, 0, 1, 0, nullptr, nullptr,
                                                nullptr))},
    {"clCommandFillBufferKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandFillBufferKHR)(at.commands, h, nullptr, at.buffer, bytes, 1, 0, 1, 0, nullptr, nullptr,
                                                nullptr)),
     true},
    {"clCommandFillBufferKHR", "buffer", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandFillBufferKHR)(at.commands, nullptr, nullptr, h, bytes, 1, 0, 1, 0, nullptr, nullptr,
                                                nullptr))},
    {"clCommandFillImageKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandFillImageKHR)(h, nullptr, nullptr, at.image, bytes, origin, region, 0, nullptr,
                                               nullptr, nullptr))},
    {"clCommandFillImageKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandFillImageKHR)(at.commands, h, nullptr, at.image, bytes, origin, region, 0, nullptr,
                                               nullptr, nullptr)),
     true},
    {"clCommandFillImageKHR", "image", CL_INVALID_MEM_OBJECT,
     WEFT_CALL(WEFT_KHR(clCommandFillImageKHR)(at.commands, nullptr, nullptr, h, bytes, origin, region, 0, nullptr,
                                               nullptr, nullptr))},
    {"clCommandNDRangeKernelKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(WEFT_KHR(clCommandNDRangeKernelKHR)(h, nullptr, nullptr, at.kernel, 1, nullptr, &one, nullptr, 0,
                                                   nullptr, nullptr, nullptr))},
    {"clCommandNDRangeKernelKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(WEFT_KHR(clCommandNDRangeKernelKHR)(at.commands, h, nullptr, at.kernel, 1, nullptr, &one, nullptr, 0,
                                                   nullptr, nullptr, nullptr)),
     true},
    {"clCommandNDRangeKernelKHR", "kernel", CL_INVALID_KERNEL,
     WEFT_CALL(WEFT_KHR(clCommandNDRangeKernelKHR)(at.commands, nullptr, nullptr, h, 1, nullptr, &one, nullptr, 0,
                                                   nullptr, nullptr, nullptr))},
    {"clCommandSVMMemcpyKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(
         WEFT_KHR(clCommandSVMMemcpyKHR)(h, nullptr, nullptr, bytes, bytes + 8, 1, 0, nullptr, nullptr, nullptr))},
    {"clCommandSVMMemcpyKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(
         WEFT_KHR(clCommandSVMMemcpyKHR)(at.commands, h, nullptr, bytes, bytes + 8, 1, 0, nullptr, nullptr, nullptr)),
     true},
    {"clCommandSVMMemFillKHR", "buffer", CL_INVALID_COMMAND_BUFFER_KHR,
     WEFT_CALL(
         WEFT_KHR(clCommandSVMMemFillKHR)(h, nullptr, nullptr, bytes, bytes, 1, 1, 0, nullptr, nullptr, nullptr))},
    {"clCommandSVMMemFillKHR", "queue", CL_INVALID_COMMAND_QUEUE,
     WEFT_CALL(
         WEFT_KHR(clCommandSVMMemFillKHR)(at.commands, h, nullptr, bytes, bytes, 1, 1, 0, nullptr, nullptr, nullptr)),
     true},
};

} // namespace

std::span<const HandleCase> handleCases() { return cases; }

} // namespace weft::test
