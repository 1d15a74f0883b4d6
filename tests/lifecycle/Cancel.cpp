// weft-cancel deferred|asynchronous: threads are cancelled in the midst of OpenCL calls; all goes on without them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "Objects.h"

namespace {

using namespace weft::load;

constexpr const char *source = R"(
  #ifndef STEP
  #define STEP 1
  #endif
  kernel void add(global uint *values) {
    for (uint i = 0; i < 1000; ++i)
      values[get_global_id(0)] += STEP;
  })";
constexpr size_t items = 4096;

/// What one thread works with. The main thread owns it: a cancelled one has nothing to clean up.
struct Tools {
  Ref<cl_context> context;
  Ref<cl_command_queue> queue;
  Ref<cl_program> program;
  Ref<cl_kernel> kernel;
  Ref<cl_mem> buffer;
  Ref<cl_event> gate; ///< a user event
  std::vector<cl_uint> host = std::vector<cl_uint>(items);
  unsigned builds = 0;

  explicit Tools(const Ref<cl_context> &itsContext) : context(itsContext) {
    queue = makeQueue(context.get(), firstDevice(), 0);
    program = buildProgram(context.get(), source);
    const Ref<cl_program> forKernel = buildProgram(context.get(), source);
    kernel = makeKernel(forKernel.get(), "add");
    buffer = makeBuffer(context.get(), items * sizeof(cl_uint));
    setArgument(kernel.get(), 0, buffer.get());
  }
};

// Each is called again and again while the thread may be cancelled, also between any two instructions of it: nothing
// here may have a destructor.

void build(Tools &tools) {
  char options[32];
  std::snprintf(options, sizeof options, "-DSTEP=%u", ++tools.builds);
  clBuildProgram(tools.program.get(), 0, nullptr, options, nullptr, nullptr);
}

void launchAndFinish(Tools &tools) {
  clEnqueueNDRangeKernel(tools.queue.get(), tools.kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  clFinish(tools.queue.get());
}

void launchMany(Tools &tools) {
  for (int i = 0; i < 20; ++i)
    clEnqueueNDRangeKernel(tools.queue.get(), tools.kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  clFlush(tools.queue.get());
  clFinish(tools.queue.get());
}

void read(Tools &tools) {
  clEnqueueReadBuffer(tools.queue.get(), tools.buffer.get(), CL_TRUE, 0, items * sizeof(cl_uint), tools.host.data(), 0,
                      nullptr, nullptr);
}

void write(Tools &tools) {
  clEnqueueWriteBuffer(tools.queue.get(), tools.buffer.get(), CL_TRUE, 0, items * sizeof(cl_uint), tools.host.data(), 0,
                       nullptr, nullptr);
}

void waitForEvent(Tools &tools) {
  cl_event event = nullptr;
  clEnqueueNDRangeKernel(tools.queue.get(), tools.kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, &event);
  clWaitForEvents(1, &event);
  clReleaseEvent(event);
}

/// Until the main thread opens the gate, which it does after it has cancelled.
void waitForGate(Tools &tools) {
  cl_event gate = tools.gate.get();
  clWaitForEvents(1, &gate);
}

void makeAndDrop(Tools &tools) {
  cl_mem buffer = clCreateBuffer(tools.context.get(), CL_MEM_READ_WRITE, 65536, nullptr, nullptr);
  clReleaseMemObject(buffer);
  clCreateBuffer(tools.context.get(), CL_MEM_READ_WRITE, 0, nullptr, nullptr); // an error, which is logged
}

using Action = void (*)(Tools &);
constexpr std::array<Action, 8> actions = {build, launchAndFinish, launchMany,  read,
                                           write, waitForEvent,    waitForGate, makeAndDrop};

struct Worker {
  Tools *tools;
  Action action;
  bool asynchronous;
  pthread_t thread;
};

void *work(void *argument) {
  const auto &worker = *static_cast<Worker *>(argument);
  if (worker.asynchronous)
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
  for (;;) {
    worker.action(*worker.tools);
    pthread_testcancel();
  }
}

void expectWorks(Tools &tools) {
  check(clFinish(tools.queue.get()), "clFinish");
  const cl_uint zero = 0;
  check(clEnqueueFillBuffer(tools.queue.get(), tools.buffer.get(), &zero, sizeof zero, 0, items * sizeof zero, 0,
                            nullptr, nullptr),
        "clEnqueueFillBuffer");
  launch(tools.queue.get(), tools.kernel.get(), items);
  check(clEnqueueReadBuffer(tools.queue.get(), tools.buffer.get(), CL_TRUE, 0, items * sizeof zero, tools.host.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (const cl_uint value : tools.host)
    if (value != 1000)
      fail("a launch after the cancelled threads gave " + std::to_string(value));
  check(clBuildProgram(tools.program.get(), 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
}

void cancelOnce(std::vector<Tools> &tools, bool asynchronous, std::chrono::microseconds after) {
  std::vector<Worker> workers;
  for (size_t i = 0; i < tools.size(); ++i) {
    tools[i].gate =
        make("clCreateUserEvent", [&](cl_int *error) { return clCreateUserEvent(tools[i].context.get(), error); });
    workers.push_back({&tools[i], actions[i % actions.size()], asynchronous, {}});
  }
  for (Worker &worker : workers)
    if (pthread_create(&worker.thread, nullptr, work, &worker) != 0)
      fail("there is no thread");
  std::this_thread::sleep_for(after);
  for (const Worker &worker : workers)
    pthread_cancel(worker.thread);
  for (Tools &its : tools)
    check(clSetUserEventStatus(its.gate.get(), CL_COMPLETE), "clSetUserEventStatus");
  // Their loops have no other end.
  for (const Worker &worker : workers)
    if (pthread_join(worker.thread, nullptr) != 0)
      fail("a thread can't be joined");
}

} // namespace

int main(int count, char **arguments) {
  const bool asynchronous = count == 2 && std::strcmp(arguments[1], "asynchronous") == 0;
  if (!asynchronous && (count != 2 || std::strcmp(arguments[1], "deferred") != 0))
    fail("usage: weft-cancel deferred|asynchronous");
  const Ref<cl_context> context = makeContext(firstDevice());
  std::vector<Tools> tools;
  for (size_t i = 0; i < actions.size(); ++i)
    tools.emplace_back(context);
  std::minstd_rand random(1);
  for (int round = 0; round < 60; ++round)
    cancelOnce(tools, asynchronous, std::chrono::microseconds(random() % 5000));
  for (Tools &its : tools)
    expectWorks(its);
  return EXIT_SUCCESS;
}
