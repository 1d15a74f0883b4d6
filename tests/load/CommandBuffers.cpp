// Threads that record command-buffers, enqueue and change those of each other, and release them while they run: for one
// queue, or for a queue of each of several devices.
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

/// One that other threads know, too.
struct Recorded {
  cl_command_buffer_khr buffer = nullptr;
  cl_uint sum = 0; ///< what each execution adds to the sum of the counts
  std::shared_ptr<const std::vector<cl_mutable_command_khr>> commands;
};

struct Shared {
  decltype(&khr::clCreateCommandBufferKHR) create =
      extension<decltype(khr::clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
  decltype(&khr::clRetainCommandBufferKHR) retain =
      extension<decltype(khr::clRetainCommandBufferKHR)>("clRetainCommandBufferKHR");
  decltype(&khr::clReleaseCommandBufferKHR) release =
      extension<decltype(khr::clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR");
  decltype(&khr::clFinalizeCommandBufferKHR) finalise =
      extension<decltype(khr::clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
  decltype(&khr::clEnqueueCommandBufferKHR) enqueue =
      extension<decltype(khr::clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
  decltype(&khr::clCommandNDRangeKernelKHR) record =
      extension<decltype(khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
  decltype(&khr::clUpdateMutableCommandsKHR) update =
      extension<decltype(khr::clUpdateMutableCommandsKHR)>("clUpdateMutableCommandsKHR");

  explicit Shared(std::vector<cl_device_id> its) : devices(std::move(its)) {}

  std::vector<cl_device_id> devices; ///< a command-buffer has a queue of each
  Ref<cl_context> context = make("clCreateContext", [this](cl_int *error) {
    return clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr, nullptr, error);
  });
  Ref<cl_program> program = buildProgram(context.get(), source);
  Ref<cl_mem> counts = makeBuffer(context.get(), places * sizeof(cl_uint)),
              otherCounts = makeBuffer(context.get(), places * sizeof(cl_uint));
  std::mutex mutex;
  std::vector<Recorded> buffers; // guarded by mutex
};

/// A queue of each device.
class Queues {
public:
  Queues(const Shared &shared, cl_command_queue_properties properties) {
    for (cl_device_id device : shared.devices) {
      queues_.push_back(makeQueue(shared.context.get(), device, properties));
      list_.push_back(queues_.back().get());
    }
  }
  const std::vector<cl_command_queue> &list() const { return list_; }
  void finish() const {
    for (cl_command_queue queue : list_)
      check(clFinish(queue), "clFinish");
  }

private:
  std::vector<Ref<cl_command_queue>> queues_;
  std::vector<cl_command_queue> list_;
};

/// Records some launches of all sizes for these queues with edges as they come.
Recorded record(Shared &shared, cl_command_buffer_khr buffer, const Queues &queues, cl_kernel kernel,
                std::mt19937 &random) {
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
    const cl_command_queue queue = queues.list()[random() % queues.list().size()];
    check(shared.record(buffer, queue, nullptr, kernel, 1, nullptr, &items, nullptr, cl_uint(behind.size()),
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

/// The device and two parts of it, or the device alone where it has a single compute unit.
std::vector<cl_device_id> partsOf(cl_device_id device) {
  std::vector<cl_device_id> all(3, device);
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  if (clCreateSubDevices(device, counts, 2, &all[1], nullptr) != CL_SUCCESS)
    all.resize(1);
  return all;
}

/// What the thread's executions have added.
cl_uint work(Shared &shared, unsigned number, unsigned rounds) {
  std::mt19937 random(number);
  const auto kernel = makeKernel(shared.program.get(), "count");
  setArgument(kernel.get(), 0, shared.counts.get());
  const Queues kinds[] = {Queues(shared, 0), Queues(shared, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  cl_uint added = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const Queues &queues = kinds[random() % 2];
    cl_int error = CL_SUCCESS;
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    const cl_command_buffer_khr made = shared.create(cl_uint(queues.list().size()), queues.list().data(), list, &error);
    check(error, "clCreateCommandBufferKHR");
    Recorded taken = record(shared, made, queues, kernel.get(), random);
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
      std::vector<cl_command_queue> its = kinds[random() % 2].list();
      check(shared.enqueue(cl_uint(its.size()), its.data(), taken.buffer, 0, nullptr, nullptr),
            "clEnqueueCommandBufferKHR");
      added += taken.sum;
    }
    check(shared.release(taken.buffer), "clReleaseCommandBufferKHR");
    if (random() % 4 == 0)
      queues.finish();
  }
  for (const Queues &queues : kinds)
    queues.finish();
  return added;
}

} // namespace

void runCommandBuffers(unsigned threads, unsigned rounds, bool ofParts) {
  Shared shared(ofParts ? partsOf(firstDevice()) : std::vector{firstDevice()});
  for (size_t i = 1; i < shared.devices.size(); ++i)
    check(clReleaseDevice(shared.devices[i]), "clReleaseDevice"); // the context keeps them
  std::vector<cl_uint> added(threads);
  {
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back([&, thread] { added[thread] = work(shared, thread, rounds); });
  }
  for (const Recorded &recorded : shared.buffers)
    check(shared.release(recorded.buffer), "clReleaseCommandBufferKHR");
  const auto queue = makeQueue(shared.context.get(), shared.devices[0], 0);
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
