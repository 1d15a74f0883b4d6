// Threads that record command-buffers, enqueue those of each other, and release them while they run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"
#include "core/objects/CommandBufferNames.h"

namespace weft::load {

namespace {

constexpr const char *source = "kernel void count(global uint *n) { atomic_inc(n + get_global_id(0) % 16); }";
constexpr size_t places = 16;

template <typename Function> Function *find(const char *name) {
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  void *function = clGetExtensionFunctionAddressForPlatform(platform, name);
  if (!function)
    fail(std::string("there is no ") + name);
  return reinterpret_cast<Function *>(function);
}

struct Shared {
  decltype(&khr::clCreateCommandBufferKHR) create =
      find<decltype(khr::clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
  decltype(&khr::clRetainCommandBufferKHR) retain =
      find<decltype(khr::clRetainCommandBufferKHR)>("clRetainCommandBufferKHR");
  decltype(&khr::clReleaseCommandBufferKHR) release =
      find<decltype(khr::clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR");
  decltype(&khr::clFinalizeCommandBufferKHR) finalise =
      find<decltype(khr::clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
  decltype(&khr::clEnqueueCommandBufferKHR) enqueue =
      find<decltype(khr::clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
  decltype(&khr::clCommandNDRangeKernelKHR) record =
      find<decltype(khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");

  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source);
  Ref<cl_mem> counts = makeBuffer(context.get(), places * sizeof(cl_uint));
  std::mutex mutex;
  std::vector<std::pair<cl_command_buffer_khr, cl_uint>> buffers; // with what each adds; guarded by mutex
};

/// Records some launches of all sizes with edges as they come. What each execution adds to the sum of the counts.
cl_uint record(Shared &shared, cl_command_buffer_khr buffer, cl_kernel kernel, std::mt19937 &random) {
  std::vector<cl_sync_point_khr> points;
  cl_uint sum = 0;
  for (unsigned i = 0, count = random() % 30; i < count; ++i) {
    const size_t items = random() % 10 == 0 ? 20000 : 1 + random() % 200;
    std::vector<cl_sync_point_khr> behind;
    for (unsigned edges = random() % 4; edges > 0 && !points.empty(); --edges)
      behind.push_back(points[random() % points.size()]);
    cl_sync_point_khr point = 0;
    check(shared.record(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr, cl_uint(behind.size()),
                        behind.empty() ? nullptr : behind.data(), &point, nullptr),
          "clCommandNDRangeKernelKHR");
    points.push_back(point);
    sum += cl_uint(items);
  }
  return sum;
}

/// What the thread's executions have added.
cl_uint work(Shared &shared, unsigned number, unsigned rounds) {
  std::mt19937 random(number);
  const auto kernel = makeKernel(shared.program.get(), "count");
  setArgument(kernel.get(), 0, shared.counts.get());
  const Ref<cl_command_queue> queues[] = {
      makeQueue(shared.context.get(), shared.device, 0),
      makeQueue(shared.context.get(), shared.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  cl_uint added = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    cl_command_queue queue = queues[random() % 2].get();
    cl_int error = CL_SUCCESS;
    const cl_command_buffer_khr made = shared.create(1, &queue, nullptr, &error);
    check(error, "clCreateCommandBufferKHR");
    const cl_uint sum = record(shared, made, kernel.get(), random);
    check(shared.finalise(made), "clFinalizeCommandBufferKHR");
    std::pair<cl_command_buffer_khr, cl_uint> taken{made, sum};
    {
      const std::lock_guard lock(shared.mutex);
      shared.buffers.emplace_back(made, sum);
      std::swap(shared.buffers[random() % shared.buffers.size()], shared.buffers.back());
      taken = shared.buffers.back();
      if (shared.buffers.size() > 20)
        shared.buffers.pop_back(); // its reference is this thread's now
      else
        check(shared.retain(taken.first), "clRetainCommandBufferKHR");
    }
    for (unsigned times = random() % 4; times > 0; --times) {
      cl_command_queue its = queues[random() % 2].get();
      check(shared.enqueue(1, &its, taken.first, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      added += taken.second;
    }
    check(shared.release(taken.first), "clReleaseCommandBufferKHR");
    if (random() % 4 == 0)
      check(clFinish(queue), "clFinish");
  }
  for (const auto &queue : queues)
    check(clFinish(queue.get()), "clFinish");
  return added;
}

} // namespace

void runCommandBuffers(unsigned threads, unsigned rounds) {
  Shared shared;
  std::vector<cl_uint> added(threads);
  {
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back([&, thread] { added[thread] = work(shared, thread, rounds); });
  }
  for (const auto &[buffer, sum] : shared.buffers)
    check(shared.release(buffer), "clReleaseCommandBufferKHR");
  const auto queue = makeQueue(shared.context.get(), shared.device, 0);
  cl_uint counts[places] = {};
  check(clEnqueueReadBuffer(queue.get(), shared.counts.get(), CL_TRUE, 0, sizeof counts, counts, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  cl_uint expected = 0, found = 0;
  for (cl_uint one : added)
    expected += one;
  for (cl_uint one : counts)
    found += one;
  if (found != expected)
    fail("work-items ran " + std::to_string(found) + " times, not " + std::to_string(expected));
}

} // namespace weft::load
