// Large numbers of builds, launches and queued commands, and what memory they take.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

constexpr size_t mebibyte = 1024 * 1024;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memoryCounts = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool memoryCounts = false; // sanitizers keep what has been freed
#else
constexpr bool memoryCounts = true;
#endif
#else
constexpr bool memoryCounts = true;
#endif

/// Runs `step` that often. The memory in use at the end must not be more than after the first fifth plus `allowed`.
template <typename Step> void expectFlat(unsigned count, size_t allowed, Step step) {
  size_t settled = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (i == count / 5)
      settled = residentBytes();
    step(i);
  }
  const size_t end = residentBytes();
  std::printf("%u rounds: %zu KiB after a fifth, %zu KiB in the end\n", count, settled / 1024, end / 1024);
  if (memoryCounts && end > settled + allowed)
    fail("memory grows");
}

/// A kernel that counts its launches, which run one after the other.
struct LaunchCounter {
  LaunchCounter() {
    const cl_uint zero = 0;
    check(clEnqueueFillBuffer(queue.get(), buffer.get(), &zero, sizeof zero, 0, sizeof zero, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    setArgument(kernel.get(), 0, buffer.get());
  }
  /// Waits for them.
  cl_uint count() const {
    cl_uint found = 0;
    check(clEnqueueReadBuffer(queue.get(), buffer.get(), CL_TRUE, 0, sizeof found, &found, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return found;
  }

  cl_device_id device = firstDevice();
  Ref<cl_context> context = makeContext(device);
  Ref<cl_command_queue> queue = makeQueue(context.get(), device, 0);
  Ref<cl_program> program = buildProgram(context.get(), "kernel void count(global uint *out) { *out += 1; }");
  Ref<cl_kernel> kernel = makeKernel(program.get(), "count");
  Ref<cl_mem> buffer = makeBuffer(context.get(), sizeof(cl_uint));
};

} // namespace

void runBuilds(unsigned builds) {
  const cl_device_id device = firstDevice();
  const auto context = makeContext(device);
  const auto queue = makeQueue(context.get(), device, 0);
  const auto buffer = makeBuffer(context.get(), sizeof(cl_uint));
  expectFlat(builds, 24 * mebibyte, [&](unsigned i) {
    const std::string number = std::to_string(i);
    const auto program = buildProgram(context.get(), "constant uint table[4] = {" + number +
                                                         ", 1, 2, 3}; kernel void k(global uint *out) {"
                                                         " local uint sum; sum = table[get_global_id(0)];"
                                                         " barrier(CLK_LOCAL_MEM_FENCE); *out = sum; }");
    const cl_uint found = numberOf(queue.get(), program.get(), buffer.get());
    if (found != i)
      fail("build " + number + " gave " + std::to_string(found));
  });
}

void runLaunches(unsigned launches) {
  constexpr unsigned batch = 500;
  const LaunchCounter counter;
  const Ref<cl_command_queue> &queue = counter.queue;
  const Ref<cl_kernel> &kernel = counter.kernel;
  const unsigned rounds = std::max(1u, launches / batch);
  expectFlat(rounds, 4 * mebibyte, [&](unsigned round) {
    Ref<cl_event> event;
    for (unsigned i = 0; i < batch; ++i)
      launch(queue.get(), kernel.get(), 1, {}, i % 2 ? &event : nullptr);
    check(round % 2 ? clFinish(queue.get()) : clFlush(queue.get()), "clFinish");
  });
  if (counter.count() != rounds * batch)
    fail("launches got lost");
}

void runQueued(unsigned commands) {
  const LaunchCounter counter;
  const Ref<cl_command_queue> &queue = counter.queue;
  const Ref<cl_kernel> &kernel = counter.kernel;
  launch(queue.get(), kernel.get(), 1); // compiled before memory is looked at
  check(clFinish(queue.get()), "clFinish");
  const size_t before = residentBytes();
  const auto start =
      make("clCreateUserEvent", [&](cl_int *error) { return clCreateUserEvent(counter.context.get(), error); });
  for (unsigned i = 0; i < commands; ++i) {
    if (i % 2 == 0) {
      launch(queue.get(), kernel.get(), 1, i == 0 ? start : Ref<cl_event>());
    } else {
      check(clEnqueueMarkerWithWaitList(queue.get(), 0, nullptr, nullptr), "clEnqueueMarkerWithWaitList");
    }
  }
  check(clFlush(queue.get()), "clFlush");
  const size_t each = (residentBytes() - before) / std::max(1u, commands);
  std::printf("%u commands: %zu bytes each\n", commands, each);
  if (memoryCounts && commands >= 10000 && each > 1024)
    fail("a queued command takes more than 1 KiB");
  // The chain of markers and launches must not become a chain of calls.
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 256 * 1024);
  pthread_t thread;
  const auto letGo = [](void *event) -> void * {
    check(clSetUserEventStatus(static_cast<cl_event>(event), CL_COMPLETE), "clSetUserEventStatus");
    return nullptr;
  };
  if (pthread_create(&thread, &small, letGo, start.get()) != 0)
    fail("no thread");
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&small);
  check(clFinish(queue.get()), "clFinish");
  if (counter.count() != (commands + 1) / 2 + 1)
    fail("commands got lost");
}

} // namespace weft::load
