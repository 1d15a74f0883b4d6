// A table of the entry points that allocate memory, and one of those that release memory, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/AllocatingTable.h"

#include <CL/cl_ext.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "NewNames.h"
#include "support/AllocationFailure.h"
#include "support/CommandBuffers.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

constexpr cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
const cl_image_desc line = describe(CL_MEM_OBJECT_IMAGE1D, 8);

#define WEFT_CALL(...)                                                                                                 \
  [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {                                        \
    static_cast<void>(at), static_cast<void>(made);                                                                    \
    return underTest([&]() -> cl_int { return __VA_ARGS__; });                                                         \
  }
#define WEFT_MAKE(member, ...)                                                                                         \
  [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {                                        \
    static_cast<void>(at);                                                                                             \
    cl_int error = 1, *e = &error;                                                                                     \
    made.member = Handle(underTest([&] { return __VA_ARGS__; }));                                                      \
    EXPECT_EQ(made.member.get() == nullptr, error != CL_SUCCESS);                                                      \
    return error;                                                                                                      \
  }
#define WEFT_QUERY(function, object, name)                                                                             \
  [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {                                            \
    static_cast<void>(at);                                                                                             \
    std::vector<char> bytes(1 << 16, 'x');                                                                             \
    const cl_int error = underTest([&] { return cl.function(object, name, bytes.size(), bytes.data(), nullptr); });    \
    EXPECT_EQ(error == CL_SUCCESS, bytes != std::vector<char>(bytes.size(), 'x'));                                     \
    return error;                                                                                                      \
  }

/// Calls `retain` for an existing object, and releases the new reference if the call succeeds.
#define WEFT_RETAIN(retain, release, object)                                                                           \
  [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {                                            \
    static_cast<void>(at);                                                                                             \
    const cl_int error = underTest([&] { return cl.retain(object); });                                                 \
    if (error == CL_SUCCESS)                                                                                           \
      EXPECT_EQ(CL_SUCCESS, cl.release(object));                                                                       \
    return error;                                                                                                      \
  }
/// Calls name(arguments, address of the error), a function of an extension that allocates memory for the application.
#define WEFT_ALLOCATE(name, ...)                                                                                       \
  #name, [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {                                     \
    const auto call = extension<decltype(&::name)>(cl, #name);                                                         \
    const auto free = extension<clMemFreeINTEL_fn>(cl, "clMemFreeINTEL");                                              \
    cl_int error = 1;                                                                                                  \
    void *memory = underTest([&] { return call(__VA_ARGS__, &error); });                                               \
    EXPECT_EQ(memory == nullptr, error != CL_SUCCESS);                                                                 \
    EXPECT_EQ(CL_SUCCESS, free(at.context, memory));                                                                   \
    return error;                                                                                                      \
  }
/// Calls name(arguments), a function of an extension.
#define WEFT_EXTENSION(name, ...)                                                                                      \
  #name, [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {                                     \
    const auto call = extension<decltype(&::name)>(cl, #name);                                                         \
    return underTest([&] { return call(__VA_ARGS__); });                                                               \
  }

cl_int createProgram(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const char *source = "kernel void a_source_that_is_too_long_for_the_place_within_a_string() {}";
  cl_int error = 1;
  made.program =
      Handle(underTest([&] { return cl.clCreateProgramWithSource(at.context, 1, &source, nullptr, &error); }));
  return error;
}

cl_int createKernels(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  cl_kernel kernels[2] = {};
  const cl_int error = underTest([&] { return cl.clCreateKernelsInProgram(at.program, 2, kernels, nullptr); });
  for (size_t i = 0; i < 2; ++i)
    made.kernels[i] = Handle(kernels[i]);
  EXPECT_EQ(error == CL_SUCCESS, kernels[0] != nullptr);
  EXPECT_EQ(error == CL_SUCCESS, kernels[1] != nullptr);
  return error;
}

cl_int createContext(const cl_icd_dispatch &cl, const Surroundings &, Made &made) {
  const cl_device_id one = device();
  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
  cl_int error = 1;
  made.context = Handle(underTest([&] { return cl.clCreateContext(list, 1, &one, nullptr, nullptr, &error); }));
  EXPECT_EQ(made.context.get() == nullptr, error != CL_SUCCESS);
  return error;
}

cl_int createContextFromType(const cl_icd_dispatch &cl, const Surroundings &, Made &made) {
  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
  cl_int error = 1;
  made.context =
      Handle(underTest([&] { return cl.clCreateContextFromType(list, CL_DEVICE_TYPE_CPU, nullptr, nullptr, &error); }));
  EXPECT_EQ(made.context.get() == nullptr, error != CL_SUCCESS);
  return error;
}

cl_int createSubDevice(const cl_icd_dispatch &cl, const Surroundings &, Made &made) {
  const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
                                               0};
  cl_device_id part = nullptr;
  const cl_int error = underTest([&] { return cl.clCreateSubDevices(device(), list, 1, &part, nullptr); });
  EXPECT_EQ(part == nullptr, error != CL_SUCCESS);
  made.part = Handle(part);
  // A device with a single compute unit has no sub-devices.
  return error == CL_INVALID_VALUE ? CL_SUCCESS : error;
}

Handle<cl_context> makeTerminable() {
  const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  const cl_device_id one = device();
  return Handle(::clCreateContext(list, 1, &one, nullptr, nullptr, nullptr));
}

cl_int terminate(const cl_icd_dispatch &cl, const Surroundings &, Made &made) {
  const auto call = extension<clTerminateContextKHR_fn>(cl, "clTerminateContextKHR");
  made.context = makeTerminable();
  const Handle<cl_event> gate(::clCreateUserEvent(made.context.get(), nullptr));
  made.queue = Handle(::clCreateCommandQueueWithProperties(made.context.get(), device(), nullptr, nullptr));
  const cl_event waits = gate.get();
  EXPECT_EQ(CL_SUCCESS, ::clEnqueueMarkerWithWaitList(made.queue.get(), 1, &waits, made.event.out()));
  const cl_int error = underTest([&] { return call(made.context.get()); });
  EXPECT_EQ(CL_SUCCESS, ::clSetUserEventStatus(gate.get(), CL_COMPLETE));
  return error;
}

cl_int allocateShared(const cl_icd_dispatch &cl, const Surroundings &at, Made &) {
  void *memory = underTest([&] { return cl.clSVMAlloc(at.context, CL_MEM_READ_WRITE, 64, 0); });
  ::clSVMFree(at.context, memory);
  return memory ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_int suggestSize(clGetKernelSuggestedLocalWorkSizeKHR_fn suggest, const Surroundings &at) {
  const size_t global = 12;
  size_t local = 0;
  const cl_int error = underTest([&] { return suggest(at.queue, at.objects.kernel, 1, nullptr, &global, &local); });
  EXPECT_EQ(error == CL_SUCCESS, local != 0);
  return error;
}

cl_int createSubBuffer(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const cl_buffer_region region{0, 64};
  cl_int error = 1;
  made.memory = Handle(underTest(
      [&] { return cl.clCreateSubBuffer(at.objects.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error); }));
  EXPECT_EQ(made.memory.get() == nullptr, error != CL_SUCCESS);
  return error;
}

/// Creates and finalises a command-buffer with a mutable launch, and returns the launch's handle.
cl_mutable_command_khr recordMutable(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const CommandBufferFunctions khr(cl);
  constexpr size_t one = 1;
  made.commands = makeCommandBuffer(at.queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr command = nullptr;
  EXPECT_EQ(CL_SUCCESS, khr.launch(made.commands.get(), nullptr, nullptr, at.objects.kernel, 1, nullptr, &one, nullptr,
                                   0, nullptr, nullptr, &command));
  EXPECT_EQ(CL_SUCCESS, khr.finalise(made.commands.get()));
  return command;
}

cl_int updateCommand(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const CommandBufferFunctions khr(cl);
  constexpr size_t two = 2;
  const cl_mutable_command_khr command = recordMutable(cl, at, made);
  const CommandUpdate config{.command = command, .global_work_size = &two};
  const cl_int error = underTest([&] { return update(khr, made.commands.get(), config); });
  // A failed update has changed nothing.
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS,
            khr.commandInfo(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof size, &size, nullptr));
  EXPECT_EQ(error == CL_SUCCESS ? 2u : 1u, size);
  return error;
}

cl_int remapCommandBuffer(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const CommandBufferFunctions khr(cl);
  const cl_mutable_command_khr command = recordMutable(cl, at, made);
  cl_mutable_command_khr counterpart = nullptr;
  cl_int error = 1;
  const Handle copy(underTest(
      [&] { return khr.remap(made.commands.get(), CL_TRUE, 1, &at.queue, 1, &command, &counterpart, &error); }));
  EXPECT_EQ(copy.get() == nullptr, error != CL_SUCCESS);
  EXPECT_EQ(counterpart == nullptr, error != CL_SUCCESS);
  return error;
}

cl_int describeCommand(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const CommandBufferFunctions khr(cl);
  const cl_mutable_command_khr command = recordMutable(cl, at, made);
  cl_kernel kernel = nullptr;
  return underTest(
      [&] { return khr.commandInfo(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof kernel, &kernel, nullptr); });
}

cl_int createSemaphore(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const SemaphoreFunctions khr(cl);
  const int fence = ::eventfd(0, EFD_CLOEXEC);
  const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                              CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, cl_semaphore_properties_khr(fence), 0};
  cl_int error = 1;
  made.semaphore = Handle(underTest([&] { return khr.create(at.context, list, &error); }));
  EXPECT_EQ(made.semaphore.get() == nullptr, error != CL_SUCCESS);
  if (error != CL_SUCCESS)
    EXPECT_EQ(0, ::close(fence)); // after a failure, the descriptor still belongs to the application
  return error;
}

cl_int importAgain(const cl_icd_dispatch &cl, const Surroundings &at, Made &made) {
  const SemaphoreFunctions khr(cl);
  const int fence = ::eventfd(0, EFD_CLOEXEC);
  made.semaphore = makeSemaphore(at.context, {CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, cl_semaphore_properties_khr(-1)});
  const cl_int error = underTest([&] { return khr.importAgain(made.semaphore.get(), nullptr, fence); });
  if (error != CL_SUCCESS)
    EXPECT_EQ(0, ::close(fence));
  return error;
}

const AllocatingEntry entries[] = {
    {"clCreateContext", createContext},
    {"clCreateContextFromType", createContextFromType},
    {"clCreateSubDevices", createSubDevice},
    {"clCreateCommandQueue", WEFT_MAKE(queue, cl.clCreateCommandQueue(at.context, device(), 0, e))},
    {"clCreateCommandQueueWithProperties",
     WEFT_MAKE(queue, cl.clCreateCommandQueueWithProperties(at.context, device(), nullptr, e))},
    {"clCreateCommandQueueWithPropertiesKHR",
     [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       const auto create = extension<clCreateCommandQueueWithPropertiesKHR_fn>(cl, "clCreateCommandQueueWithPropertiesKHR");
       cl_int error = 1;
       made.queue = Handle(underTest([&] { return create(at.context, device(), nullptr, &error); }));
       EXPECT_EQ(made.queue.get() == nullptr, error != CL_SUCCESS);
       return error;
     }},
    {"clCreateBuffer", WEFT_MAKE(memory, cl.clCreateBuffer(at.context, 0, 64, nullptr, e))},
    {"clCreateBufferWithProperties",
     WEFT_MAKE(memory, cl.clCreateBufferWithProperties(at.context, nullptr, 0, 64, nullptr, e))},
    {"clCreateSubBuffer", createSubBuffer},
    {"clCreatePipe", WEFT_MAKE(memory, cl.clCreatePipe(at.context, 0, 4, 16, nullptr, e))},
    {"clCreateImage", WEFT_MAKE(memory, cl.clCreateImage(at.context, 0, &format, &line, nullptr, e))},
    {"clCreateImageWithProperties",
     WEFT_MAKE(memory, cl.clCreateImageWithProperties(at.context, nullptr, 0, &format, &line, nullptr, e))},
    {"clCreateImage2D", WEFT_MAKE(memory, cl.clCreateImage2D(at.context, 0, &format, 4, 4, 0, nullptr, e))},
    {"clCreateImage3D", WEFT_MAKE(memory, cl.clCreateImage3D(at.context, 0, &format, 4, 4, 4, 0, 0, nullptr, e))},
    {"clCreateSampler",
     WEFT_MAKE(sampler, cl.clCreateSampler(at.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, e))},
    {"clCreateSamplerWithProperties",
     WEFT_MAKE(sampler, cl.clCreateSamplerWithProperties(at.context, nullptr, e))},
    {"clCreateProgramWithSource", createProgram},
    {"clCreateKernel", WEFT_MAKE(kernels[0], cl.clCreateKernel(at.program, "nothing", e))},
    {"clCreateKernelsInProgram", createKernels},
    {"clCloneKernel", WEFT_MAKE(kernels[0], cl.clCloneKernel(at.objects.kernel, e))},
    {"clCreateUserEvent", WEFT_MAKE(event, cl.clCreateUserEvent(at.context, e))},
    {"clSetKernelExecInfo", WEFT_CALL([&] {
       void *const pointer = at.objects.shared;
       return cl.clSetKernelExecInfo(at.objects.kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointer, &pointer);
     }())},
    {"clSetKernelArg", WEFT_CALL([&] {
       return cl.clSetKernelArg(at.other, 0, sizeof at.objects.buffer, &at.objects.buffer);
     }())},
    {"clSetKernelArgSVMPointer", WEFT_CALL(cl.clSetKernelArgSVMPointer(at.other, 0, at.objects.shared))},
    {WEFT_EXTENSION(clSetKernelArgDevicePointerEXT, at.other, 0, reinterpret_cast<cl_ulong>(at.objects.shared))},
    {WEFT_EXTENSION(clSetKernelArgMemPointerINTEL, at.other, 0, at.objects.shared)},
    {"clSVMAlloc", allocateShared},
    {"clSVMAllocWithPropertiesKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto allocate = extension<decltype(&::clSVMAllocWithPropertiesKHR)>(cl, "clSVMAllocWithPropertiesKHR");
       const cl_svm_alloc_properties_khr properties[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 64, 0};
       cl_int error = 1;
       void *memory = underTest([&] { return allocate(at.context, properties, 0, 64, &error); });
       EXPECT_EQ(memory == nullptr, error != CL_SUCCESS);
       ::clSVMFree(at.context, memory);
       return error;
     }},
    {"clGetSVMSuggestedTypeIndexKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto suggest = extension<decltype(&::clGetSVMSuggestedTypeIndexKHR)>(cl, "clGetSVMSuggestedTypeIndexKHR");
       const cl_svm_alloc_properties_khr properties[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 64, 0};
       cl_uint index = 0;
       return underTest([&] { return suggest(at.context, 0, 0, properties, 64, &index); });
     }},
    {WEFT_ALLOCATE(clHostMemAllocINTEL, at.context, nullptr, 64, 0)},
    {WEFT_ALLOCATE(clDeviceMemAllocINTEL, at.context, device(), nullptr, 64, 0)},
    {WEFT_ALLOCATE(clSharedMemAllocINTEL, at.context, device(), nullptr, 64, 0)},
    {"clMemBlockingFreeINTEL", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto blockingFree = extension<clMemBlockingFreeINTEL_fn>(cl, "clMemBlockingFreeINTEL");
       void *memory = extension<clHostMemAllocINTEL_fn>(cl, "clHostMemAllocINTEL")(at.context, nullptr, 64, 0, nullptr);
       const cl_int error = underTest([&] { return blockingFree(at.context, memory); });
       // After a failure, the memory still exists and can be freed.
       if (error != CL_SUCCESS)
         EXPECT_EQ(CL_SUCCESS, extension<clMemFreeINTEL_fn>(cl, "clMemFreeINTEL")(at.context, memory));
       return error;
     }},
    {"clTerminateContextKHR", terminate},
    {"clUnloadPlatformCompiler", WEFT_CALL(cl.clUnloadPlatformCompiler(platform()))},
    {"clUnloadCompiler", WEFT_CALL(cl.clUnloadCompiler())},
    {"clRetainDevice", WEFT_RETAIN(clRetainDevice, clReleaseDevice, device())},
    {"clRetainDeviceEXT", WEFT_RETAIN(clRetainDeviceEXT, clReleaseDeviceEXT, device())},
    {"clRetainContext", WEFT_RETAIN(clRetainContext, clReleaseContext, at.context)},
    {"clRetainCommandQueue", WEFT_RETAIN(clRetainCommandQueue, clReleaseCommandQueue, at.queue)},
    {"clRetainMemObject", WEFT_RETAIN(clRetainMemObject, clReleaseMemObject, at.objects.buffer)},
    {"clRetainSampler", WEFT_RETAIN(clRetainSampler, clReleaseSampler, at.sampler)},
    {"clRetainProgram", WEFT_RETAIN(clRetainProgram, clReleaseProgram, at.program)},
    {"clRetainKernel", WEFT_RETAIN(clRetainKernel, clReleaseKernel, at.other)},
    {"clRetainEvent", WEFT_RETAIN(clRetainEvent, clReleaseEvent, at.event)},
    {"clSetUserEventStatus", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       made.event = Handle(::clCreateUserEvent(at.context, nullptr));
       return underTest([&] { return cl.clSetUserEventStatus(made.event.get(), CL_COMPLETE); });
     }},
    {"clWaitForEvents", WEFT_CALL(cl.clWaitForEvents(1, &at.complete))},
    {"clEnqueueWaitForEvents", WEFT_CALL(cl.clEnqueueWaitForEvents(at.queue, 1, &at.complete))},
    {"clGetSupportedImageFormats", WEFT_CALL([&] {
       cl_uint count = 0;
       return cl.clGetSupportedImageFormats(at.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
     }())},
    {"clSetMemObjectDestructorCallback", WEFT_CALL(cl.clSetMemObjectDestructorCallback(
                                             at.objects.buffer, [](cl_mem, void *) {}, nullptr))},
    {"clSetContextDestructorCallback", WEFT_CALL(cl.clSetContextDestructorCallback(
                                           at.context, [](cl_context, void *) {}, nullptr))},
    {"clSetEventCallback", WEFT_CALL(cl.clSetEventCallback(
                               at.event, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr))},
    {"clEnqueueMarker", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       cl_event event = nullptr;
       const cl_int error = underTest([&] { return cl.clEnqueueMarker(at.queue, &event); });
       EXPECT_EQ(error == CL_SUCCESS, event != nullptr);
       made.event = Handle(event);
       return error;
     }},
    {"clEnqueueBarrier", WEFT_CALL(cl.clEnqueueBarrier(at.queue))},
    {"clFlush", WEFT_CALL(cl.clFlush(at.queue))},
    {"clFinish", WEFT_CALL(cl.clFinish(at.queue))},
    {"clGetPlatformIDs", WEFT_CALL([&] {
       cl_platform_id one = nullptr;
       return cl.clGetPlatformIDs(1, &one, nullptr);
     }())},
    {"clGetDeviceIDs", WEFT_CALL([&] {
       cl_device_id one = nullptr;
       return cl.clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &one, nullptr);
     }())},
    {"clGetHostTimer", WEFT_CALL([&] {
       cl_ulong time = 0;
       return cl.clGetHostTimer(device(), &time);
     }())},
    {"clGetDeviceAndHostTimer", WEFT_CALL([&] {
       cl_ulong one = 0, other = 0;
       return cl.clGetDeviceAndHostTimer(device(), &one, &other);
     }())},
    {"clGetKernelSuggestedLocalWorkSizeKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) {
       return suggestSize(
           extension<clGetKernelSuggestedLocalWorkSizeKHR_fn>(cl, "clGetKernelSuggestedLocalWorkSizeKHR"), at);
     }},
    {"clGetKernelSuggestedLocalWorkSize",
     [](const cl_icd_dispatch &, const Surroundings &at, Made &) { return suggestSize(suggestionOfTheCore(), at); }},
    {"clGetProgramBuildInfo", WEFT_CALL([&] {
       char log[256];
       return cl.clGetProgramBuildInfo(at.program, device(), CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
     }())},
    {"clGetKernelArgInfo", WEFT_CALL([&] {
       char name[16];
       return cl.clGetKernelArgInfo(at.other, 0, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr);
     }())},
    {"clGetKernelWorkGroupInfo", WEFT_CALL([&] {
       size_t size = 0;
       return cl.clGetKernelWorkGroupInfo(at.other, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
     }())},
    {"clGetKernelSubGroupInfo", WEFT_CALL([&] {
       size_t count = 0;
       return cl.clGetKernelSubGroupInfo(at.other, device(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, sizeof count,
                                         &count, nullptr);
     }())},
    {"clGetKernelSubGroupInfoKHR", WEFT_CALL([&] {
       const size_t local = 8;
       size_t size = 0;
       return cl.clGetKernelSubGroupInfoKHR(at.other, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR,
                                            sizeof local, &local, sizeof size, &size, nullptr);
     }())},
    {"clGetEventProfilingInfo", WEFT_CALL([&] {
       cl_ulong time = 0;
       return cl.clGetEventProfilingInfo(at.profiled, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr);
     }())},
    {"clGetImageRequirementsInfoEXT", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto query = extension<clGetImageRequirementsInfoEXT_fn>(cl, "clGetImageRequirementsInfoEXT");
       size_t bytes = 0;
       return underTest([&] {
         return query(at.context, nullptr, 0, &format, &line, CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof bytes, &bytes,
                      nullptr);
       });
     }},
    {"clGetSVMPointerInfoKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto query = extension<decltype(&::clGetSVMPointerInfoKHR)>(cl, "clGetSVMPointerInfoKHR");
       size_t bytes = 0;
       return underTest([&] {
         return query(at.context, nullptr, at.objects.shared, CL_SVM_INFO_SIZE_KHR, sizeof bytes, &bytes, nullptr);
       });
     }},
    {"clGetMemAllocInfoINTEL", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const auto query = extension<clGetMemAllocInfoINTEL_fn>(cl, "clGetMemAllocInfoINTEL");
       size_t bytes = 0;
       return underTest([&] {
         return query(at.context, at.objects.shared, CL_MEM_ALLOC_SIZE_INTEL, sizeof bytes, &bytes, nullptr);
       });
     }},
    {WEFT_EXTENSION(clGetDeviceGlobalVariablePointerINTEL, device(), at.objects.program, "variable", nullptr, nullptr)},
    {"clCreateBufferWithPropertiesINTEL", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       const auto create = extension<clCreateBufferWithPropertiesINTEL_fn>(cl, "clCreateBufferWithPropertiesINTEL");
       cl_int error = 1;
       made.memory = Handle(underTest([&] { return create(at.context, nullptr, 0, 64, nullptr, &error); }));
       EXPECT_EQ(made.memory.get() == nullptr, error != CL_SUCCESS);
       return error;
     }},
    {"clCreateCommandBufferKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       const CommandBufferFunctions khr(cl);
       const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0};
       cl_int error = 1;
       made.commands = Handle(underTest([&] { return khr.create(1, &at.queue, list, &error); }));
       EXPECT_EQ(made.commands.get() == nullptr, error != CL_SUCCESS);
       return error;
     }},
    {"clRemapCommandBufferKHR", remapCommandBuffer},
    {"clRetainCommandBufferKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const CommandBufferFunctions khr(cl);
       const cl_int error = underTest([&] { return khr.retain(at.objects.commands); });
       if (error == CL_SUCCESS)
         EXPECT_EQ(CL_SUCCESS, khr.release(at.objects.commands));
       return error;
     }},
    {"clFinalizeCommandBufferKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       const CommandBufferFunctions khr(cl);
       made.commands = makeCommandBuffer(at.queue);
       for (int i = 0; i < 2; ++i)
         EXPECT_EQ(CL_SUCCESS, khr.barrier(made.commands.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr));
       const cl_int error = underTest([&] { return khr.finalise(made.commands.get()); });
       // A command-buffer whose finalisation failed can still record commands.
       if (error != CL_SUCCESS)
         EXPECT_EQ(CL_SUCCESS, khr.barrier(made.commands.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr));
       return error;
     }},
    {"clGetCommandBufferInfoKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &) -> cl_int {
       const CommandBufferFunctions khr(cl);
       cl_context context = nullptr;
       return underTest([&] {
         return khr.info(at.objects.commands, CL_COMMAND_BUFFER_CONTEXT_KHR, sizeof context, &context, nullptr);
       });
     }},
    {"clCreateSemaphoreWithPropertiesKHR", createSemaphore},
    {"clRetainSemaphoreKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       made.semaphore = makeSemaphore(at.context);
       const SemaphoreFunctions khr(cl);
       const cl_int error = underTest([&] { return khr.retain(made.semaphore.get()); });
       if (error == CL_SUCCESS)
         EXPECT_EQ(CL_SUCCESS, khr.release(made.semaphore.get()));
       return error;
     }},
    {"clGetSemaphoreInfoKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       made.semaphore = makeSemaphore(at.context);
       const SemaphoreFunctions khr(cl);
       cl_semaphore_properties_khr list[3] = {};
       return underTest(
           [&] { return khr.info(made.semaphore.get(), CL_SEMAPHORE_PROPERTIES_KHR, sizeof list, list, nullptr); });
     }},
    {"clGetSemaphoreHandleForTypeKHR", [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       made.semaphore = makeSemaphore(at.context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                                                   CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0});
       const SemaphoreFunctions khr(cl);
       int descriptor = -1;
       const cl_int error = underTest([&] {
         return khr.handle(made.semaphore.get(), device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof descriptor,
                           &descriptor, nullptr);
       });
       EXPECT_EQ(error == CL_SUCCESS, descriptor >= 0);
       if (descriptor >= 0)
         ::close(descriptor);
       return error;
     }},
    {"clReImportSemaphoreSyncFdKHR", importAgain},
    {"clUpdateMutableCommandsKHR", updateCommand},
    {"clGetMutableCommandInfoKHR", describeCommand},
    {"clGetSamplerInfo", WEFT_QUERY(clGetSamplerInfo, at.sampler, CL_SAMPLER_CONTEXT)},
    {"clGetPlatformInfo", WEFT_QUERY(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS)},
    {"clGetDeviceInfo", WEFT_QUERY(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS)},
    {"clGetContextInfo", WEFT_QUERY(clGetContextInfo, at.context, CL_CONTEXT_DEVICES)},
    {"clGetCommandQueueInfo", WEFT_QUERY(clGetCommandQueueInfo, at.queue, CL_QUEUE_PROPERTIES_ARRAY)},
    {"clGetMemObjectInfo", WEFT_QUERY(clGetMemObjectInfo, at.objects.buffer, CL_MEM_CONTEXT)},
    {"clSetDefaultDeviceCommandQueue",
     [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
                                           CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
       made.queue = Handle(::clCreateCommandQueueWithProperties(at.context, device(), list, nullptr));
       return underTest([&] { return cl.clSetDefaultDeviceCommandQueue(at.context, device(), made.queue.get()); });
     }},
    {"clGetPipeInfo",
     [](const cl_icd_dispatch &cl, const Surroundings &at, Made &made) -> cl_int {
       made.memory = Handle(::clCreatePipe(at.context, 0, 4, 16, nullptr, nullptr));
       cl_uint bytes = 0;
       return underTest(
           [&] { return cl.clGetPipeInfo(made.memory.get(), CL_PIPE_PACKET_SIZE, sizeof bytes, &bytes, nullptr); });
     }},
    {"clGetImageInfo", WEFT_QUERY(clGetImageInfo, at.objects.image, CL_IMAGE_FORMAT)},
    {"clGetProgramInfo", WEFT_QUERY(clGetProgramInfo, at.program, CL_PROGRAM_KERNEL_NAMES)},
    {"clGetKernelInfo", WEFT_QUERY(clGetKernelInfo, at.objects.kernel, CL_KERNEL_FUNCTION_NAME)},
    {"clGetEventInfo", WEFT_QUERY(clGetEventInfo, at.event, CL_EVENT_CONTEXT)},
};

#define WEFT_RELEASE(function, ...)                                                                                    \
  #function, [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {                                         \
    static_cast<void>(at);                                                                                             \
    const auto object = __VA_ARGS__;                                                                                   \
    return object ? underTest([&] { return cl.function(object); }) : CL_INVALID_VALUE;                                 \
  }

cl_device_id makePart() {
  const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
                                               0};
  cl_device_id part = nullptr;
  // A device with a single compute unit has no sub-devices. The test then releases the root device, which has no
  // reference count.
  return ::clCreateSubDevices(device(), list, 1, &part, nullptr) == CL_SUCCESS ? part : device();
}

const GivingBack giving[] = {
    {WEFT_RELEASE(clReleaseDevice, makePart())},
    {WEFT_RELEASE(clReleaseDeviceEXT, makePart())},
    {WEFT_RELEASE(clReleaseContext, makeTerminable().release())},
    {WEFT_RELEASE(clReleaseCommandQueue, ::clCreateCommandQueueWithProperties(at.context, device(), nullptr, nullptr))},
    {WEFT_RELEASE(clReleaseMemObject, ::clCreateBuffer(at.context, 0, 64, nullptr, nullptr))},
    {WEFT_RELEASE(clReleaseSampler,
                  ::clCreateSampler(at.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr))},
    {WEFT_RELEASE(clReleaseProgram,
                  [&] {
                    const char *source = "kernel void released() {}";
                    return ::clCreateProgramWithSource(at.context, 1, &source, nullptr, nullptr);
                  }())},
    {WEFT_RELEASE(clReleaseKernel, ::clCreateKernel(at.program, "other", nullptr))},
    {WEFT_RELEASE(clReleaseEvent, ::clCreateUserEvent(at.context, nullptr))},
    {"clReleaseCommandBufferKHR",
     [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {
       const CommandBufferFunctions khr(cl);
       auto commands = makeCommandBuffer(at.queue);
       EXPECT_EQ(CL_SUCCESS, khr.barrier(commands.get(), nullptr, nullptr, 0, nullptr, nullptr, nullptr));
       return underTest([&] { return khr.release(commands.release()); });
     }},
    {"clReleaseSemaphoreKHR",
     [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {
       const SemaphoreFunctions khr(cl);
       auto semaphore = makeSemaphore(at.context);
       return underTest([&] { return khr.release(semaphore.release()); });
     }},
    {"clSVMFree",
     [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {
       void *memory = ::clSVMAlloc(at.context, CL_MEM_READ_WRITE, 64, 0);
       underTest([&] { cl.clSVMFree(at.context, memory); });
       return memory ? CL_SUCCESS : CL_INVALID_VALUE;
     }},
    {"clSVMFreeWithPropertiesKHR",
     [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {
       const auto free = extension<decltype(&::clSVMFreeWithPropertiesKHR)>(cl, "clSVMFreeWithPropertiesKHR");
       void *memory = ::clSVMAlloc(at.context, CL_MEM_READ_WRITE, 64, 0);
       return memory ? underTest([&] { return free(at.context, nullptr, 0, memory); }) : CL_INVALID_VALUE;
     }},
    {"clMemFreeINTEL",
     [](const cl_icd_dispatch &cl, const Surroundings &at) -> cl_int {
       const auto free = extension<clMemFreeINTEL_fn>(cl, "clMemFreeINTEL");
       void *memory = extension<clHostMemAllocINTEL_fn>(cl, "clHostMemAllocINTEL")(at.context, nullptr, 64, 0, nullptr);
       return memory ? underTest([&] { return free(at.context, memory); }) : CL_INVALID_VALUE;
     }},
};

constexpr std::string_view inCompiler = "allocates in the compiler library: lifecycle.starved";
constexpr std::string_view refuses = "always fails: the device hasn't got what it is about";
constexpr Exemption withoutLine[] = {
    {"clBuildProgram", inCompiler},
    {"clCompileProgram", inCompiler},
    {"clLinkProgram", inCompiler},
    {"clCreateProgramWithBinary", "where an allocation of the JSON library fails, the process ends"},
    {"clSetCommandQueueProperty", "refuses whatever it is given"},
    {"clCreateSubDevicesEXT", refuses},
    {"clCreateProgramWithIL", inCompiler},
    {"clCreateProgramWithILKHR", inCompiler},
    {"clCreateProgramWithBuiltInKernels", refuses},
    {"clSetProgramSpecializationConstant", "needs a program from IL, which the compiler library makes"},
    {"clGetDeviceFunctionPointerINTEL", "needs a program from IL, which the compiler library makes"},
    {"clSetProgramReleaseCallback", "always fails: no program has destructors"},
    {"clCreateFromGLBuffer", refuses},
    {"clCreateFromGLTexture", refuses},
    {"clCreateFromGLTexture2D", refuses},
    {"clCreateFromGLTexture3D", refuses},
    {"clCreateFromGLRenderbuffer", refuses},
    {"clGetGLObjectInfo", refuses},
    {"clGetGLTextureInfo", refuses},
    {"clEnqueueAcquireGLObjects", refuses},
    {"clEnqueueReleaseGLObjects", refuses},
    {"clGetGLContextInfoKHR", refuses},
    {"clCreateEventFromGLsyncKHR", refuses},
    {"clCreateFromEGLImageKHR", refuses},
    {"clEnqueueAcquireEGLObjectsKHR", refuses},
    {"clEnqueueReleaseEGLObjectsKHR", refuses},
    {"clCreateEventFromEGLSyncKHR", refuses},
};

} // namespace

std::span<const AllocatingEntry> allocatingEntries() { return entries; }

std::span<const GivingBack> givingBack() { return giving; }

std::span<const Exemption> withoutAllocation() { return withoutLine; }

} // namespace weft::test
