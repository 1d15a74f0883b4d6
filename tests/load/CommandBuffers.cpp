// Threads that record command-buffers, enqueue and change those of each other, and release them while they run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"
#include "core/objects/MutableDispatchNames.h"

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

/// One that other threads know, too.
struct Recorded {
  cl_command_buffer_khr buffer = nullptr;
  cl_uint sum = 0; ///< what each execution adds to the sum of the counts
  std::shared_ptr<const std::vector<cl_mutable_command_khr>> commands;
};

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
  decltype(&khr::clUpdateMutableCommandsKHR) update =
      find<decltype(khr::clUpdateMutableCommandsKHR)>("clUpdateMutableCommandsKHR");

  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source);
  Ref<cl_mem> counts = makeBuffer(context.get(), places * sizeof(cl_uint)),
              otherCounts = makeBuffer(context.get(), places * sizeof(cl_uint));
  std::mutex mutex;
  std::vector<Recorded> buffers; // guarded by mutex
};

/// Records some launches of all sizes with edges as they come.
Recorded record(Shared &shared, cl_command_buffer_khr buffer, cl_kernel kernel, std::mt19937 &random) {
  std::vector<cl_sync_point_khr> points;
  std::vector<cl_mutable_command_khr> commands;
  cl_uint sum = 0;
  for (unsigned i = 0, count = random() % 30; i < count; ++i) {
    const size_t items = random() % 10 == 0 ? 20000 : 1 + random() % 200;
    std::vector<cl_sync_point_khr> behind;
    for (unsigned edges = random() % 4; edges > 0 && !points.empty(); --edges)
      behind.push_back(points[random() % points.size()]);
    cl_sync_point_khr point = 0;
    cl_mutable_command_khr command = nullptr;
    const bool isMutable = random() % 2 == 0;
    check(shared.record(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, nullptr, cl_uint(behind.size()),
                        behind.empty() ? nullptr : behind.data(), &point, isMutable ? &command : nullptr),
          "clCommandNDRangeKernelKHR");
    points.push_back(point);
    if (isMutable)
      commands.push_back(command);
    sum += cl_uint(items);
  }
  return {buffer, sum, std::make_shared<const std::vector<cl_mutable_command_khr>>(std::move(commands))};
}

/// Has some of its launches count elsewhere.
void change(Shared &shared, const Recorded &recorded, std::mt19937 &random) {
  std::vector<khr::cl_mutable_dispatch_config_khr> configs;
  const cl_mem counts[] = {shared.counts.get(), shared.otherCounts.get()};
  const khr::cl_mutable_dispatch_arg_khr arguments[] = {{0, sizeof(cl_mem), &counts[0]},
                                                        {0, sizeof(cl_mem), &counts[1]}};
  for (cl_mutable_command_khr command : *recorded.commands)
    if (random() % 2 == 0) {
      khr::cl_mutable_dispatch_config_khr config{};
      config.command = command;
      config.num_args = 1;
      config.arg_list = &arguments[random() % 2];
      configs.push_back(config);
    }
  if (configs.empty())
    return;
  const std::vector<cl_command_buffer_update_type_khr> types(configs.size(), khr::mutableDispatchConfig);
  std::vector<const void *> list;
  for (const auto &config : configs)
    list.push_back(&config);
  check(shared.update(recorded.buffer, cl_uint(list.size()), types.data(), list.data()), "clUpdateMutableCommandsKHR");
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
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    const cl_command_buffer_khr made = shared.create(1, &queue, list, &error);
    check(error, "clCreateCommandBufferKHR");
    Recorded taken = record(shared, made, kernel.get(), random);
    check(shared.finalise(made), "clFinalizeCommandBufferKHR");
    {
      const std::lock_guard lock(shared.mutex);
      shared.buffers.push_back(taken);
      std::swap(shared.buffers[random() % shared.buffers.size()], shared.buffers.back());
      taken = shared.buffers.back();
      if (shared.buffers.size() > 20)
        shared.buffers.pop_back(); // its reference is this thread's now
      else
        check(shared.retain(taken.buffer), "clRetainCommandBufferKHR");
    }
    if (random() % 2 == 0)
      change(shared, taken, random);
    for (unsigned times = random() % 4; times > 0; --times) {
      cl_command_queue its = queues[random() % 2].get();
      check(shared.enqueue(1, &its, taken.buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      added += taken.sum;
    }
    check(shared.release(taken.buffer), "clReleaseCommandBufferKHR");
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
  for (const Recorded &recorded : shared.buffers)
    check(shared.release(recorded.buffer), "clReleaseCommandBufferKHR");
  const auto queue = makeQueue(shared.context.get(), shared.device, 0);
  cl_uint expected = 0, found = 0;
  for (cl_uint one : added)
    expected += one;
  for (cl_mem buffer : {shared.counts.get(), shared.otherCounts.get()}) {
    cl_uint counts[places] = {};
    check(clEnqueueReadBuffer(queue.get(), buffer, CL_TRUE, 0, sizeof counts, counts, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (cl_uint one : counts)
      found += one;
  }
  if (found != expected)
    fail("work-items ran " + std::to_string(found) + " times, not " + std::to_string(expected));
}

} // namespace weft::load
