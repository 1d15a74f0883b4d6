// Processes that end, or fork, while commands of extensions are in flight: command-buffers whose launches change,
// semaphores of all kinds that nobody signals, memory of a file, pipes, kernels that enqueue kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "Cases.h"
#include "core/objects/ExternalMemoryNames.h"
#include "core/objects/MutableDispatchNames.h"
#include "core/objects/SemaphoreNames.h"

namespace weft::load {
namespace {

constexpr size_t places = 16;

/// A command-buffer of slow launches, of which the last can change.
class Recording {
public:
  Recording(cl_command_queue queue, cl_kernel kernel, cl_uint launches, size_t items) {
    const cl_command_buffer_properties_khr flags[] = {
        CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
    cl_int error = CL_SUCCESS;
    buffer_ = extension<decltype(khr::clCreateCommandBufferKHR)>("clCreateCommandBufferKHR")(1, &queue, flags, &error);
    check(error, "clCreateCommandBufferKHR");
    const auto record = extension<decltype(khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
    for (cl_uint i = 0; i < launches; ++i)
      check(record(buffer_, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr, &last_),
            "clCommandNDRangeKernelKHR");
    check(extension<decltype(khr::clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR")(buffer_),
          "clFinalizeCommandBufferKHR");
  }
  void enqueue() const {
    const auto call = extension<decltype(khr::clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
    check(call(0, nullptr, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  }
  /// Has the last launch use other memory, from the next execution on.
  void change(cl_mem memory) const {
    const khr::cl_mutable_dispatch_arg_khr argument{0, sizeof memory, &memory};
    khr::cl_mutable_dispatch_config_khr config{};
    config.command = last_;
    config.num_args = 1;
    config.arg_list = &argument;
    const cl_command_buffer_update_type_khr type = khr::mutableDispatchConfig;
    const void *list = &config;
    check(extension<decltype(khr::clUpdateMutableCommandsKHR)>("clUpdateMutableCommandsKHR")(buffer_, 1, &type, &list),
          "clUpdateMutableCommandsKHR");
  }

private:
  cl_command_buffer_khr buffer_ = nullptr;
  cl_mutable_command_khr last_ = nullptr;
};

/// Of the process alone, or one that others may have as well.
cl_semaphore_khr makeSemaphore(cl_context context, bool isShared) {
  std::vector<cl_semaphore_properties_khr> properties{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
  if (isShared)
    properties.insert(properties.end(), {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0});
  properties.push_back(0);
  cl_int error = CL_SUCCESS;
  const cl_semaphore_khr made = extension<decltype(clCreateSemaphoreWithPropertiesKHR)>(
      "clCreateSemaphoreWithPropertiesKHR")(context, properties.data(), &error);
  check(error, "clCreateSemaphoreWithPropertiesKHR");
  return made;
}

/// Commands behind a semaphore that is never signalled.
void waitForever(const World &world, bool isShared) {
  const auto queue = makeQueue(world.context.get(), world.device, 0);
  const cl_semaphore_khr semaphore = makeSemaphore(world.context.get(), isShared);
  check(extension<decltype(clEnqueueWaitSemaphoresKHR)>("clEnqueueWaitSemaphoresKHR")(queue.get(), 1, &semaphore,
                                                                                      nullptr, 0, nullptr, nullptr),
        "clEnqueueWaitSemaphoresKHR");
  launch(queue.get(), world.slow.get(), 16);
  check(clFlush(queue.get()), "clFlush");
  check(extension<decltype(clReleaseSemaphoreKHR)>("clReleaseSemaphoreKHR")(semaphore), "clReleaseSemaphoreKHR");
}

/// A buffer whose bytes are a file's. Gives the file, too.
Ref<cl_mem> externalBuffer(const World &world, int &file) {
  file = ::memfd_create("weft-lifecycle", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, places * sizeof(cl_uint)) != 0)
    fail("no file");
  const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(::dup(file)), 0};
  return make("clCreateBufferWithProperties", [&](cl_int *error) {
    return clCreateBufferWithProperties(world.context.get(), list, 0, places * sizeof(cl_uint), nullptr, error);
  });
}

/// Slow launches on a buffer of a file, taken for the device and never given back.
void keepFileBusy(const World &world) {
  const auto queue = makeQueue(world.context.get(), world.device, 0);
  const auto kernel = makeKernel(world.program.get(), "slow");
  int file = -1;
  const auto buffer = externalBuffer(world, file);
  const cl_mem its = buffer.get();
  setArgument(kernel.get(), 0, its);
  check(extension<decltype(clEnqueueAcquireExternalMemObjectsKHR)>("clEnqueueAcquireExternalMemObjectsKHR")(
            queue.get(), 1, &its, 0, nullptr, nullptr),
        "clEnqueueAcquireExternalMemObjectsKHR");
  for (int i = 0; i < 10; ++i)
    launch(queue.get(), kernel.get(), size_t(1) << 24);
  check(clFlush(queue.get()), "clFlush");
  ::close(file);
}

/// A kernel that writes a pipe for hours.
void keepPipeBusy(const World &world) {
  const char *source = R"(kernel void put(write_only pipe uint to) {
    for (uint i = 0; i < 100000; ++i) write_pipe(to, &i);
  })";
  const auto program = buildProgram(world.context.get(), source, "-cl-std=CL3.0");
  const auto kernel = makeKernel(program.get(), "put");
  const auto pipe =
      make("clCreatePipe", [&](cl_int *error) { return clCreatePipe(world.context.get(), 0, 4, 100, nullptr, error); });
  const auto queue = makeQueue(world.context.get(), world.device, 0);
  setArgument(kernel.get(), 0, pipe.get());
  launch(queue.get(), kernel.get(), size_t(1) << 24);
  check(clFlush(queue.get()), "clFlush");
}

/// A kernel that enqueues another, which does the same, and so on for ever.
void keepDeviceQueueBusy(const World &world) {
  const char *source = R"(
    void again(queue_t queue, global uint *count) {
      atomic_inc(count);
      enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1000), ^{
        if (get_global_id(0) == 0)
          again(queue, count);
      });
    }
    kernel void start(queue_t queue, global uint *count) { again(queue, count); })";
  const auto program = buildProgram(world.context.get(), source, "-cl-std=CL3.0");
  const auto kernel = makeKernel(program.get(), "start");
  const auto onDevice = makeDeviceQueue(world.context.get(), world.device, 1u << 20);
  const auto queue = makeQueue(world.context.get(), world.device, 0);
  const auto count = makeBuffer(world.context.get(), sizeof(cl_uint));
  const cl_command_queue its = onDevice.get();
  check(clSetKernelArg(kernel.get(), 0, sizeof its, &its), "clSetKernelArg");
  setArgument(kernel.get(), 1, count.get());
  launch(queue.get(), kernel.get(), 1);
  check(clFlush(queue.get()), "clFlush");
}

/// Hours of work of all kinds. What could be released has been.
void leaveAllInFlight() {
  World &world = leftBehind();
  const Recording recording(world.queue.get(), world.slow.get(), 50, size_t(1) << 24);
  for (int i = 0; i < 3; ++i)
    recording.enqueue();
  recording.change(makeBuffer(world.context.get(), places * sizeof(cl_uint)).get());
  recording.enqueue();
  check(clFlush(world.queue.get()), "clFlush");
  waitForever(world, false);
  waitForever(world, true);
  keepFileBusy(world);
  keepPipeBusy(world);
  keepDeviceQueueBusy(world);
}

/// The file's numbers, once the command-buffer has doubled each of them twice.
bool doublesTwice(const World &world) {
  int file = -1;
  const auto buffer = externalBuffer(world, file);
  std::array<cl_uint, places> numbers;
  numbers.fill(3);
  if (::pwrite(file, numbers.data(), sizeof numbers, 0) != ssize_t(sizeof numbers))
    fail("the file can't be written");
  const auto queue = makeQueue(world.context.get(), world.device, 0);
  const auto kernel = makeKernel(world.program.get(), "twice");
  setArgument(kernel.get(), 0, buffer.get());
  const Recording recording(queue.get(), kernel.get(), 2, places);
  const cl_semaphore_khr semaphore = makeSemaphore(world.context.get(), true);
  const auto signal = extension<decltype(clEnqueueSignalSemaphoresKHR)>("clEnqueueSignalSemaphoresKHR");
  const auto wait = extension<decltype(clEnqueueWaitSemaphoresKHR)>("clEnqueueWaitSemaphoresKHR");
  check(signal(queue.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr), "clEnqueueSignalSemaphoresKHR");
  check(wait(queue.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr), "clEnqueueWaitSemaphoresKHR");
  recording.enqueue();
  check(clFinish(queue.get()), "clFinish");
  const bool isRead = ::pread(file, numbers.data(), sizeof numbers, 0) == ssize_t(sizeof numbers);
  ::close(file);
  return isRead && numbers.front() == 12 && numbers.back() == 12;
}

} // namespace

int exitWithExtensionsInFlight() {
  leaveAllInFlight();
  return EXIT_SUCCESS;
}

int quickExitWithExtensionsInFlight() {
  leaveAllInFlight();
  std::quick_exit(EXIT_SUCCESS);
}

/// What is in flight stays the parent's. The child goes on with the context, the device and the program in new queues.
int forkWithExtensionsInFlight() {
  World &world = leftBehind();
  keepDeviceQueueBusy(world);
  const Recording recording(world.queue.get(), world.slow.get(), 4, 20'000);
  waitForever(world, false);
  waitForever(world, true);
  for (int i = 0; i < 3; ++i)
    recording.enqueue();
  check(clFlush(world.queue.get()), "clFlush");
  const pid_t child = fork();
  const bool works = doublesTwice(world);
  if (child == 0)
    std::_Exit(works ? EXIT_SUCCESS : EXIT_FAILURE);
  check(clFinish(world.queue.get()), "clFinish");
  return works && world.works() && childSucceeds(child) ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace weft::load
