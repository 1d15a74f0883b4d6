// A table of all entry points that enqueue a command with a wait list, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/EnqueueTable.h"

#include <sys/mman.h>
#include <unistd.h>

#include "NewNames.h"
#include "support/AllocationFailure.h"
#include "support/CommandBuffers.h"
#include "support/Extension.h"
#include "support/Semaphores.h"

namespace weft::test {

namespace {

using Cl = cl_icd_dispatch;
using On = CommandObjects;
using Events = EventArguments;

constexpr size_t origin[3] = {0, 0, 0}, region[3] = {8, 2, 1}, one = 1;
constexpr auto buffer = &On::buffer, other = &On::other, image = &On::image, picture = &On::picture;

#define WEFT_EVENTS events.count, events.list, events.event
/// The name and the call of an entry, which calls name(queue, the other arguments, events). After it, an entry says
/// whether the call blocks and which objects it takes.
#define WEFT_CALL(name, ...)                                                                                           \
  #name, [](const Cl &cl, const On &on, const Events &events) -> cl_int {                                              \
    return underTest([&] { return cl.name(on.queue, __VA_ARGS__ WEFT_EVENTS); });                                      \
  }
/// Like WEFT_CALL, for a function of an extension.
#define WEFT_EXTENSION(name, ...)                                                                                      \
  #name, [](const Cl &cl, const On &on, const Events &events) -> cl_int {                                              \
    const auto call = extension<decltype(&::name)>(cl, #name);                                                         \
    return underTest([&] { return call(on.queue, __VA_ARGS__ WEFT_EVENTS); });                                         \
  }

cl_int migrateShared(const Cl &cl, const On &on, const Events &events) {
  const void *pointer = on.shared;
  return underTest([&] { return cl.clEnqueueSVMMigrateMem(on.queue, 1, &pointer, nullptr, 0, WEFT_EVENTS); });
}

/// Unmaps with a new queue of the memory object's context, because the queue under test may belong to another context.
cl_int unmap(cl_mem memory, void *mapped) {
  cl_context context = nullptr;
  cl_int error = ::clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof context, &context, nullptr);
  const Handle<cl_command_queue> queue(::clCreateCommandQueueWithProperties(context, device(), nullptr, &error));
  error = ::clEnqueueUnmapMemObject(queue.get(), memory, mapped, 0, nullptr, nullptr);
  return error == CL_SUCCESS ? ::clFinish(queue.get()) : error;
}

cl_int finishMap(cl_mem memory, void *mapped, cl_int error) {
  EXPECT_EQ(mapped == nullptr, error != CL_SUCCESS);
  return mapped ? unmap(memory, mapped) : error;
}

cl_int mapBuffer(const Cl &cl, const On &on, const Events &events) {
  cl_int error = 1;
  void *mapped = underTest(
      [&] { return cl.clEnqueueMapBuffer(on.queue, on.buffer, CL_TRUE, CL_MAP_READ, 0, 16, WEFT_EVENTS, &error); });
  return finishMap(on.buffer, mapped, error);
}

cl_int mapImage(const Cl &cl, const On &on, const Events &events) {
  cl_int error = 1;
  size_t pitch = 0;
  void *mapped = underTest([&] {
    return cl.clEnqueueMapImage(on.queue, on.image, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, WEFT_EVENTS,
                                &error);
  });
  return finishMap(on.image, mapped, error);
}

cl_int unmapBuffer(const Cl &cl, const On &on, const Events &events) {
  cl_context context = nullptr;
  cl_int error = ::clGetMemObjectInfo(on.buffer, CL_MEM_CONTEXT, sizeof context, &context, nullptr);
  const Handle<cl_command_queue> queue(::clCreateCommandQueueWithProperties(context, device(), nullptr, &error));
  void *mapped = ::clEnqueueMapBuffer(queue.get(), on.buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
  EXPECT_EQ(CL_SUCCESS, error);
  const cl_int result = underTest([&] { return cl.clEnqueueUnmapMemObject(on.queue, on.buffer, mapped, WEFT_EVENTS); });
  // If the call fails, the buffer stays mapped, unless the test has released the buffer meanwhile.
  if (result != CL_SUCCESS && ::clGetMemObjectInfo(on.buffer, CL_MEM_CONTEXT, 0, nullptr, nullptr) == CL_SUCCESS)
    EXPECT_EQ(CL_SUCCESS, unmap(on.buffer, mapped));
  return result;
}

cl_int nativeKernel(const Cl &cl, const On &on, const Events &events) {
  const void *arguments[1] = {nullptr};
  const void *place = &arguments[0];
  const auto nothing = [](void *) {};
  return underTest([&] {
    return cl.clEnqueueNativeKernel(on.queue, nothing, arguments, sizeof arguments, 1, &on.buffer, &place, WEFT_EVENTS);
  });
}

cl_context contextOf(cl_command_queue queue) {
  cl_context context = nullptr;
  EXPECT_EQ(CL_SUCCESS, ::clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr));
  return context;
}

cl_int commandBuffer(const Cl &cl, const On &on, const Events &events) {
  const CommandBufferFunctions khr(cl);
  cl_command_queue queue = on.queue;
  return underTest([&] { return khr.enqueue(1, &queue, on.commands, WEFT_EVENTS); });
}

cl_int signalSemaphore(const Cl &cl, const On &on, const Events &events) {
  const SemaphoreFunctions khr(cl);
  return underTest([&] { return khr.signal(on.queue, 1, &on.semaphore, nullptr, WEFT_EVENTS); });
}

/// Enqueues a wait for the semaphore. Another queue signals the semaphore first, unless the queue's context is gone.
cl_int waitForSemaphore(const Cl &cl, const On &on, const Events &events) {
  const SemaphoreFunctions khr(cl);
  cl_int error = CL_SUCCESS;
  const Handle<cl_command_queue> other(
      ::clCreateCommandQueueWithProperties(contextOf(on.queue), device(), nullptr, &error));
  if (other.get())
    EXPECT_EQ(CL_SUCCESS, khr.signal(other.get(), 1, &on.semaphore, nullptr, 0, nullptr, nullptr));
  return underTest([&] { return khr.wait(on.queue, 1, &on.semaphore, nullptr, WEFT_EVENTS); });
}

/// Calls the function `name`, which acquires or releases the external memory of a file.
cl_int moveExternal(const Cl &cl, const On &on, const Events &events, const char *name) {
  const auto call = extension<decltype(&::clEnqueueAcquireExternalMemObjectsKHR)>(cl, name);
  return underTest([&] { return call(on.queue, 1, &on.external, WEFT_EVENTS); });
}

const EnqueueEntry entries[] = {
    {"clEnqueueAcquireExternalMemObjectsKHR",
     [](const Cl &cl, const On &on, const Events &events) {
       return moveExternal(cl, on, events, "clEnqueueAcquireExternalMemObjectsKHR");
     },
     true},
    {"clEnqueueReleaseExternalMemObjectsKHR",
     [](const Cl &cl, const On &on, const Events &events) {
       return moveExternal(cl, on, events, "clEnqueueReleaseExternalMemObjectsKHR");
     },
     true},
    {"clEnqueueSignalSemaphoresKHR", signalSemaphore, true},
    {"clEnqueueWaitSemaphoresKHR", waitForSemaphore, true},
    {WEFT_CALL(clEnqueueReadBuffer, on.buffer, CL_TRUE, 0, 16, on.bytes, ), true, {buffer}},
    {WEFT_CALL(clEnqueueWriteBuffer, on.buffer, CL_TRUE, 0, 16, on.bytes, ), true, {buffer}},
    {WEFT_CALL(clEnqueueCopyBuffer, on.buffer, on.other, 0, 0, 16, ), false, {buffer, other}},
    {WEFT_CALL(clEnqueueFillBuffer, on.buffer, on.bytes, 4, 0, 16, ), false, {buffer}},
    {WEFT_CALL(clEnqueueReadBufferRect, on.buffer, CL_TRUE, origin, origin, region, 16, 0, 16, 0, on.bytes, ),
     true,
     {buffer}},
    {WEFT_CALL(clEnqueueWriteBufferRect, on.buffer, CL_TRUE, origin, origin, region, 16, 0, 16, 0, on.bytes, ),
     true,
     {buffer}},
    {WEFT_CALL(clEnqueueCopyBufferRect, on.buffer, on.other, origin, origin, region, 16, 0, 16, 0, ),
     false,
     {buffer, other}},
    {"clEnqueueMapBuffer", mapBuffer, true, {buffer}},
    {"clEnqueueUnmapMemObject", unmapBuffer, false, {buffer}},
    {WEFT_CALL(clEnqueueMigrateMemObjects, 1, &on.buffer, 0, ), false, {buffer}},
    {WEFT_CALL(clEnqueueReadImage, on.image, CL_TRUE, origin, region, 0, 0, on.bytes, ), true, {image}},
    {WEFT_CALL(clEnqueueWriteImage, on.image, CL_TRUE, origin, region, 0, 0, on.bytes, ), true, {image}},
    {WEFT_CALL(clEnqueueCopyImage, on.image, on.picture, origin, origin, region, ), false, {image, picture}},
    {WEFT_CALL(clEnqueueFillImage, on.image, on.bytes, origin, region, ), false, {image}},
    {WEFT_CALL(clEnqueueCopyImageToBuffer, on.image, on.buffer, origin, region, 0, ), false, {image, buffer}},
    {WEFT_CALL(clEnqueueCopyBufferToImage, on.buffer, on.image, 0, origin, region, ), false, {buffer, image}},
    {"clEnqueueMapImage", mapImage, true, {image}},
    {WEFT_CALL(clEnqueueNDRangeKernel, on.kernel, 1, nullptr, &one, nullptr, ), false, {}, true},
    {WEFT_CALL(clEnqueueTask, on.kernel, ), false, {}, true},
    {"clEnqueueCommandBufferKHR", commandBuffer},
    {"clEnqueueNativeKernel", nativeKernel, false, {buffer}},
    {WEFT_CALL(clEnqueueMarkerWithWaitList, )},
    {WEFT_CALL(clEnqueueBarrierWithWaitList, )},
    {WEFT_CALL(clEnqueueSVMFree, 0, nullptr, nullptr, nullptr, )},
    {WEFT_CALL(clEnqueueSVMMemcpy, CL_TRUE, on.shared, on.bytes, 16, ), true},
    {WEFT_CALL(clEnqueueSVMMemFill, on.shared, on.bytes, 4, 16, )},
    {WEFT_CALL(clEnqueueSVMMap, CL_TRUE, CL_MAP_READ, on.shared, 16, ), true},
    {WEFT_CALL(clEnqueueSVMUnmap, on.shared, )},
    {"clEnqueueSVMMigrateMem", migrateShared},
    {WEFT_EXTENSION(clEnqueueMemFillINTEL, on.shared, on.bytes, 4, 16, )},
    {WEFT_EXTENSION(clEnqueueMemcpyINTEL, CL_TRUE, on.shared, on.bytes, 16, ), true},
    {WEFT_EXTENSION(clEnqueueMigrateMemINTEL, on.shared, 16, 0, )},
    {WEFT_EXTENSION(clEnqueueMemAdviseINTEL, on.shared, 16, 0, )},
    {WEFT_EXTENSION(clEnqueueReadGlobalVariableINTEL, on.program, "variable", CL_TRUE, 16, 0, on.bytes, ),
     true,
     {},
     false,
     true},
    {WEFT_EXTENSION(clEnqueueWriteGlobalVariableINTEL, on.program, "variable", CL_TRUE, 16, 0, on.bytes, ),
     true,
     {},
     false,
     true},
};

} // namespace

std::span<const EnqueueEntry> enqueueEntries() { return entries; }

cl_program EnqueueTableTest::makeTablesProgram(cl_context its) {
  const char *source = "kernel void nothing() {} global int variable[4];";
  programs_.push_back(
      make([&](cl_int *error) { return ::clCreateProgramWithSource(its, 1, &source, nullptr, error); }));
  const cl_program program = programs_.back().get();
  EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  // The query makes sure that the program's variables exist. Their memory belongs to the device.
  const auto find =
      extension<decltype(&::clGetDeviceGlobalVariablePointerINTEL)>(cl, "clGetDeviceGlobalVariablePointerINTEL");
  EXPECT_EQ(CL_SUCCESS, find(device(), program, "variable", nullptr, nullptr));
  return program;
}

CommandObjects EnqueueTableTest::makeObjects(cl_context its, cl_command_queue itsQueue) {
  return makeObjects(its, itsQueue, makeTablesProgram(its));
}

CommandObjects EnqueueTableTest::makeObjects(cl_context its, cl_command_queue itsQueue, cl_program program) {
  kernels_.push_back(makeKernel(program, "nothing"));
  CommandObjects made{.queue = itsQueue, .kernel = kernels_.back().get(), .program = program, .bytes = bytes.data()};
  const cl_image_desc square = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  for (cl_mem CommandObjects::*one : {buffer, other, image, picture}) {
    memory_.push_back(make([&](cl_int *error) {
      return one == buffer || one == other ? ::clCreateBuffer(its, 0, 128, nullptr, error)
                                           : ::clCreateImage(its, 0, &r8, &square, nullptr, error);
    }));
    made.*one = memory_.back().get();
  }
  const CommandBufferFunctions khr(cl);
  commandBuffers_.push_back(makeCommandBuffer(itsQueue));
  made.commands = commandBuffers_.back().get();
  EXPECT_EQ(CL_SUCCESS, khr.launch(made.commands, nullptr, nullptr, made.kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                   nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, khr.finalise(made.commands));
  semaphores_.push_back(makeSemaphore(its));
  made.semaphore = semaphores_.back().get();
  const int file = ::memfd_create("weft-test", MFD_CLOEXEC);
  EXPECT_EQ(0, ::ftruncate(file, 64));
  const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(file), 0};
  memory_.push_back(
      make([&](cl_int *error) { return ::clCreateBufferWithProperties(its, list, 0, 64, nullptr, error); }));
  made.external = memory_.back().get();
  made.shared = static_cast<char *>(::clSVMAlloc(its, CL_MEM_READ_WRITE, 128, 0));
  shared_.emplace_back(its, made.shared);
  return made;
}

void EnqueueTableTest::releaseObjects() {
  kernels_.clear();
  memory_.clear();
  commandBuffers_.clear();
  semaphores_.clear();
}

void EnqueueTableTest::SetUp() {
  ImageTest::SetUp();
  on = makeObjects(context, queue);
}

void EnqueueTableTest::TearDown() {
  ::clFinish(queue);
  for (const auto &[its, pointer] : shared_)
    ::clSVMFree(its, pointer);
  ImageTest::TearDown();
}

Handle<cl_semaphore_khr> makeSemaphore(cl_context context, std::vector<cl_semaphore_properties_khr> properties) {
  properties.insert(properties.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
  properties.push_back(0);
  cl_int error = 1;
  Handle made(SemaphoreFunctions(entryPoints(Route::loader)).create(context, properties.data(), &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return made;
}

} // namespace weft::test
