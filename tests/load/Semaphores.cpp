// Threads that hand a number round by semaphores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

constexpr const char *source = "kernel void add(global uint *n) { *n += 1; }";

struct Functions {
  decltype(&clCreateSemaphoreWithPropertiesKHR) create =
      extension<decltype(clCreateSemaphoreWithPropertiesKHR)>("clCreateSemaphoreWithPropertiesKHR");
  decltype(&clReleaseSemaphoreKHR) release = extension<decltype(clReleaseSemaphoreKHR)>("clReleaseSemaphoreKHR");
  decltype(&clEnqueueSignalSemaphoresKHR) signal =
      extension<decltype(clEnqueueSignalSemaphoresKHR)>("clEnqueueSignalSemaphoresKHR");
  decltype(&clEnqueueWaitSemaphoresKHR) wait =
      extension<decltype(clEnqueueWaitSemaphoresKHR)>("clEnqueueWaitSemaphoresKHR");
  decltype(&clGetSemaphoreHandleForTypeKHR) handle =
      extension<decltype(clGetSemaphoreHandleForTypeKHR)>("clGetSemaphoreHandleForTypeKHR");
};

/// From one thread of the ring to the next.
struct Link {
  cl_semaphore_khr sender = nullptr, receiver = nullptr; ///< the same one, or one made of the other
};

cl_semaphore_khr makeSemaphore(const Functions &khr, cl_context context,
                               std::vector<cl_semaphore_properties_khr> properties = {}) {
  properties.insert(properties.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
  properties.push_back(0);
  cl_int error = CL_SUCCESS;
  const cl_semaphore_khr made = khr.create(context, properties.data(), &error);
  check(error, "clCreateSemaphoreWithPropertiesKHR");
  return made;
}

Link makeLink(const Functions &khr, cl_context context, cl_device_id device, bool isShared) {
  if (!isShared) {
    const cl_semaphore_khr one = makeSemaphore(khr, context);
    return {one, one};
  }
  const cl_semaphore_khr sender =
      makeSemaphore(khr, context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0});
  int descriptor = -1;
  check(khr.handle(sender, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof descriptor, &descriptor, nullptr),
        "clGetSemaphoreHandleForTypeKHR");
  return {sender,
          makeSemaphore(khr, context, {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, cl_semaphore_properties_khr(descriptor)})};
}

} // namespace

void runSemaphores(unsigned threads, unsigned rounds) {
  const cl_device_id device = firstDevice();
  const Functions khr;
  const auto context = makeContext(device);
  const auto program = buildProgram(context.get(), source);
  const auto number = makeBuffer(context.get(), sizeof(cl_uint));
  std::vector<Link> links;
  for (unsigned i = 0; i < threads; ++i)
    links.push_back(makeLink(khr, context.get(), device, i % 2 == 1));

  const auto run = [&](unsigned place) {
    std::mt19937 random(place);
    const auto kernel = makeKernel(program.get(), "add");
    setArgument(kernel.get(), 0, number.get());
    const auto queue = makeQueue(context.get(), device, 0);
    const cl_semaphore_khr from = links[place].receiver, to = links[(place + 1) % threads].sender;
    const size_t one = 1;
    for (unsigned round = 0; round < rounds; ++round) {
      check(khr.wait(queue.get(), 1, &from, nullptr, 0, nullptr, nullptr), "clEnqueueWaitSemaphoresKHR");
      check(clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      check(khr.signal(queue.get(), 1, &to, nullptr, 0, nullptr, nullptr), "clEnqueueSignalSemaphoresKHR");
      if (random() % 8 == 0)
        check(clFlush(queue.get()), "clFlush");
    }
    check(clFlush(queue.get()), "clFlush");
    // The last one that waits is under way still.
    if (links[place].receiver != links[place].sender)
      check(khr.release(from), "clReleaseSemaphoreKHR");
    check(clFinish(queue.get()), "clFinish");
  };
  {
    const auto queue = makeQueue(context.get(), device, 0);
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back(run, thread);
    check(khr.signal(queue.get(), 1, &links[0].sender, nullptr, 0, nullptr, nullptr), "clEnqueueSignalSemaphoresKHR");
    check(clFinish(queue.get()), "clFinish");
  }
  const auto queue = makeQueue(context.get(), device, 0);
  cl_uint found = 0;
  check(clEnqueueReadBuffer(queue.get(), number.get(), CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (const Link &link : links)
    check(khr.release(link.sender), "clReleaseSemaphoreKHR");
  if (found != threads * rounds)
    fail("the number is " + std::to_string(found) + ", not " + std::to_string(threads * rounds));
}

} // namespace weft::load
