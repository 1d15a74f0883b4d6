// Threads whose kernels enqueue kernels to one queue on the device and to others, which are released in use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

// Each work-item counts what it has enqueued, and what it has run counts itself: `depth` generations of two children
// each, as far as the queue has room.
constexpr const char *source = R"(
  void grow(queue_t queue, global uint *counts, uint depth) {
    atomic_inc(counts);
    if (depth == 0)
      return;
    for (uint i = 0; i < 2; ++i) {
      clk_event_t start = create_user_event(), done;
      if (enqueue_kernel(queue, i == 0 ? CLK_ENQUEUE_FLAGS_WAIT_KERNEL : CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1,
                         &start, &done, ^{ grow(queue, counts, depth - 1); }) == CLK_SUCCESS) {
        atomic_inc(counts + 1);
        release_event(done);
      }
      set_user_event_status(start, CL_COMPLETE);
      release_event(start);
    }
  }
  kernel void parent(queue_t queue, global uint *counts, uint depth) { grow(queue, counts, depth); })";

struct Shared {
  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_program> program = buildProgram(context.get(), source, "-cl-std=CL3.0");
  // So small that it is full now and then.
  Ref<cl_command_queue> queue = makeDeviceQueue(context.get(), device, 50 * 1024);
};

struct Counts {
  cl_uint run, enqueued;
};

/// Reads them when all that was launched is complete: each launch's work-items, and all that was enqueued, have run.
void expectAllRan(cl_command_queue queue, cl_mem counts, size_t launched) {
  Counts found{};
  check(clEnqueueReadBuffer(queue, counts, CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  if (found.run != launched + found.enqueued)
    fail(std::to_string(found.run) + " kernels have run, of " + std::to_string(launched) + " launched and " +
         std::to_string(found.enqueued) + " enqueued");
}

void work(const Shared &shared, unsigned number, unsigned rounds) {
  std::mt19937 random(number);
  const auto queue = makeQueue(shared.context.get(), shared.device, 0);
  const auto counts = makeBuffer(shared.context.get(), sizeof(Counts));
  const Counts none{};
  check(clEnqueueWriteBuffer(queue.get(), counts.get(), CL_TRUE, 0, sizeof none, &none, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  size_t launched = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const auto kernel = makeKernel(shared.program.get(), "parent");
    const auto own =
        random() % 2 == 0 ? makeDeviceQueue(shared.context.get(), shared.device, 1u << 20) : Ref<cl_command_queue>();
    const cl_command_queue its = own ? own.get() : shared.queue.get();
    const cl_uint depth = random() % 5;
    check(clSetKernelArg(kernel.get(), 0, sizeof its, &its), "clSetKernelArg");
    setArgument(kernel.get(), 1, counts.get());
    check(clSetKernelArg(kernel.get(), 2, sizeof depth, &depth), "clSetKernelArg");
    const size_t items = random() % 20 + 1;
    launch(queue.get(), kernel.get(), items);
    launched += items;
    // The kernel and its queue go while they run.
    if (random() % 8 == 0)
      expectAllRan(queue.get(), counts.get(), launched);
    else
      check(clFlush(queue.get()), "clFlush");
  }
  expectAllRan(queue.get(), counts.get(), launched);
}

} // namespace

void runEnqueues(unsigned threads, unsigned rounds) {
  const Shared shared;
  std::vector<std::jthread> running;
  for (unsigned thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] { work(shared, thread, rounds); });
}

} // namespace weft::load
