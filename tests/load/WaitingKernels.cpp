// Kernels of one queue that wait for those of another: whatever takes the workers, independent queues go on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

// `flags` is a whole cache line each.
constexpr const char *source = R"(
  #define FLAG(i) ((global atomic_int *)flags + (i) * 16)
  kernel void wait(global int *flags, int own, int awaited, global int *results) {
    while (atomic_load_explicit(FLAG(awaited), memory_order_acquire, memory_scope_device) == 0) {}
    results[get_global_id(0)] = 1;
    atomic_store_explicit(FLAG(own), 1, memory_order_release, memory_scope_device);
  }
  kernel void set(global int *flags, int own) {
    atomic_store_explicit(FLAG(own), 1, memory_order_release, memory_scope_device);
  })";
constexpr size_t mostItems = 4096;

struct Scene {
  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source, "-cl-std=CL3.0");
  Ref<cl_mem> flags = makeBuffer(context.get(), 64 * 64), results = makeBuffer(context.get(), mostItems * 4);
  std::vector<Ref<cl_command_queue>> queues;
  std::vector<Ref<cl_kernel>> kernels;

  cl_command_queue addQueue() {
    queues.push_back(makeQueue(context.get(), device, 0));
    return queues.back().get();
  }
  void clear() {
    const Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
    const cl_int zero = 0;
    for (cl_mem buffer : {flags.get(), results.get()})
      check(clEnqueueFillBuffer(queue.get(), buffer, &zero, sizeof zero, 0, 64 * 64, 0, nullptr, nullptr), "fill");
    check(clFinish(queue.get()), "clFinish");
    queues.clear();
    kernels.clear();
  }
  /// Groups of one work-item each that wait for flag `awaited` and set flag `own`.
  void enqueueWait(cl_command_queue queue, size_t groups, cl_int own, cl_int awaited) {
    kernels.push_back(makeKernel(program.get(), "wait"));
    cl_kernel kernel = kernels.back().get();
    setArgument(kernel, 0, flags.get());
    check(clSetKernelArg(kernel, 1, sizeof own, &own), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof awaited, &awaited), "clSetKernelArg");
    setArgument(kernel, 3, results.get());
    const size_t one = 1;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &groups, &one, 0, nullptr, nullptr), "launch");
    check(clFlush(queue), "clFlush");
  }
  void enqueueSet(cl_command_queue queue, cl_int own, Ref<cl_event> *event = nullptr) {
    kernels.push_back(makeKernel(program.get(), "set"));
    setArgument(kernels.back().get(), 0, flags.get());
    check(clSetKernelArg(kernels.back().get(), 1, sizeof own, &own), "clSetKernelArg");
    launch(queue, kernels.back().get(), 1, {}, event);
  }
  void expectResults(size_t groups) {
    std::vector<cl_int> values(groups);
    check(clEnqueueReadBuffer(queues.front().get(), results.get(), CL_TRUE, 0, groups * 4, values.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    if (std::ranges::count(values, 1) != cl_int(groups))
      fail("not all of " + std::to_string(groups) + " groups ran");
  }
};

/// One thread waits for the queue whose kernel all others wait for.
void awaitTheOther(Scene &scene, size_t groups) {
  scene.clear();
  cl_command_queue waiting = scene.addQueue(), setting = scene.addQueue();
  scene.enqueueWait(waiting, groups, 1, 0);
  scene.enqueueSet(setting, 0);
  check(clFinish(setting), "clFinish");
  check(clFinish(waiting), "clFinish");
  scene.expectResults(groups);
}

/// The thread waits for the kernels that wait; nobody waits for the one that they wait for.
void awaitThoseThatWait(Scene &scene, size_t groups) {
  scene.clear();
  cl_command_queue waiting = scene.addQueue(), setting = scene.addQueue();
  scene.enqueueWait(waiting, groups, 1, 0);
  scene.enqueueSet(setting, 0);
  check(clFlush(setting), "clFlush");
  check(clFinish(waiting), "clFinish");
  scene.expectResults(groups);
}

/// Nobody waits at all: the last kernel's end is told by a callback.
void awaitACallback(Scene &scene, size_t groups) {
  scene.clear();
  cl_command_queue waiting = scene.addQueue(), setting = scene.addQueue();
  scene.enqueueWait(waiting, groups, 1, 0);
  Ref<cl_event> event;
  scene.enqueueSet(setting, 0, &event);
  std::atomic<bool> called{false};
  const auto callback = [](cl_event, cl_int, void *flag) { static_cast<std::atomic<bool> *>(flag)->store(true); };
  check(clSetEventCallback(event.get(), CL_COMPLETE, callback, &called), "clSetEventCallback");
  check(clFlush(setting), "clFlush");
  while (!called)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  check(clFinish(waiting), "clFinish");
  scene.expectResults(groups);
}

/// Each of several queues waits for the next one.
void awaitAChain(Scene &scene, size_t groups) {
  scene.clear();
  constexpr cl_int length = 4;
  for (cl_int i = 0; i < length; ++i)
    scene.enqueueWait(scene.addQueue(), i == 0 ? groups : 1, i, i + 1);
  cl_command_queue setting = scene.addQueue();
  scene.enqueueSet(setting, length);
  check(clFlush(setting), "clFlush");
  check(clFinish(scene.queues.front().get()), "clFinish");
  scene.expectResults(groups);
}

} // namespace

void runWaitingKernels() {
  Scene scene;
  const unsigned cpus = std::max(1u, std::thread::hardware_concurrency());
  const char *given = std::getenv("WEFT_WORKERS");
  const size_t workers = given ? std::strtoul(given, nullptr, 10) : cpus;
  // As many as there are workers, fewer, and more than all of them.
  for (const size_t groups : {std::max<size_t>(workers, 1), size_t(1), workers * 4 + 1}) {
    awaitTheOther(scene, groups);
    awaitThoseThatWait(scene, groups);
    if (workers > 0) // else only threads that wait run anything
      awaitACallback(scene, groups);
    awaitAChain(scene, groups);
  }
}

} // namespace weft::load
