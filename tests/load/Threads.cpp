// Many threads that make, use and release objects of one context, with releases and waits in flight.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "Loads.h"
#include "Objects.h"
#include "api/UnifiedSvmNames.h"

namespace weft::load {

namespace {

constexpr const char *source = R"(
  kernel void add(global uint *values, uint what) { values[get_global_id(0)] += what; }
  kernel void sum(global uint *values, local uint *scratch) {
    scratch[get_local_id(0)] = values[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    values[get_global_id(0)] = scratch[get_local_size(0) - 1 - get_local_id(0)];
  })";
constexpr size_t items = 256;

/// What all threads share: objects to be used by any, and events to wait for that other threads have left.
struct Shared {
  std::vector<cl_device_id> devices;
  Ref<cl_context> context;
  Ref<cl_program> program;
  std::mutex mutex;
  std::array<Ref<cl_event>, 64> events; // guarded by mutex
  std::atomic<unsigned> callbacksDue{0}, callbacksCalled{0};
};

void CL_CALLBACK called(cl_event, cl_int, void *shared) {
  static_cast<Shared *>(shared)->callbacksCalled.fetch_add(1, std::memory_order_relaxed);
}

/// One thread's work: its own buffer, whose values it knows.
class Worker {
public:
  Worker(Shared &shared, unsigned number)
      : shared_(shared), random_(number), device_(shared.devices[number % shared.devices.size()]),
        add_(makeKernel(shared.program.get(), "add")), sum_(makeKernel(shared.program.get(), "sum")) {
    renewQueue();
    renewBuffer();
  }

  void run(unsigned rounds) {
    for (unsigned round = 0; round < rounds; ++round)
      step();
    compare();
  }

private:
  unsigned pick(unsigned below) { return random_() % below; }

  void step() {
    switch (pick(13)) {
    case 0:
      return renewQueue();
    case 1:
      compare();
      return renewBuffer();
    case 2:
      return compare();
    case 3:
      return reverse();
    case 4:
      return waitForSomebody();
    case 5:
      return passThroughUserEvent();
    case 6:
      return mapAndAdd();
    case 7:
      check(clFlush(queue_.get()), "clFlush");
      return;
    case 8:
      return addToSharedMemory();
    default:
      return add();
    }
  }

  /// The old one is released with its commands in flight; the next command waits for their last event.
  void renewQueue() {
    const bool outOfOrder = pick(2) == 0;
    queue_ = makeQueue(shared_.context.get(), device_,
                       (outOfOrder ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0) |
                           (pick(2) ? CL_QUEUE_PROFILING_ENABLE : 0));
  }

  void renewBuffer() {
    buffer_ = makeBuffer(shared_.context.get(), items * sizeof(cl_uint));
    expected_ = pick(1000);
    const cl_event before = last_.get();
    Ref<cl_event> event;
    check(clEnqueueFillBuffer(queue_.get(), buffer_.get(), &expected_, sizeof expected_, 0, items * sizeof(cl_uint),
                              before ? 1 : 0, before ? &before : nullptr, event.out()),
          "clEnqueueFillBuffer");
    last_ = std::move(event);
  }

  void add() {
    const cl_uint what = pick(100);
    setArgument(add_.get(), 0, buffer_.get());
    check(clSetKernelArg(add_.get(), 1, sizeof what, &what), "clSetKernelArg");
    Ref<cl_event> event;
    launch(queue_.get(), add_.get(), items, last_, &event);
    expected_ += what;
    last_ = std::move(event);
    if (pick(4) == 0) {
      shared_.callbacksDue.fetch_add(1, std::memory_order_relaxed);
      check(clSetEventCallback(last_.get(), pick(2) ? CL_COMPLETE : CL_RUNNING, called, &shared_),
            "clSetEventCallback");
    }
    std::lock_guard lock(shared_.mutex);
    shared_.events[pick(shared_.events.size())] = last_;
  }

  /// All values are the same, so turning them round changes none.
  void reverse() {
    setArgument(sum_.get(), 0, buffer_.get());
    check(clSetKernelArg(sum_.get(), 1, 64 * sizeof(cl_uint), nullptr), "clSetKernelArg");
    const size_t local = 64;
    const cl_event before = last_.get();
    Ref<cl_event> event;
    check(clEnqueueNDRangeKernel(queue_.get(), sum_.get(), 1, nullptr, &items, &local, 1, &before, event.out()),
          "clEnqueueNDRangeKernel");
    last_ = std::move(event);
  }

  void waitForSomebody() {
    Ref<cl_event> event;
    {
      std::lock_guard lock(shared_.mutex);
      event = shared_.events[pick(shared_.events.size())];
    }
    if (!event)
      return;
    if (pick(2)) {
      check(clFlush(queue_.get()), "clFlush");
      const cl_event one = event.get();
      check(clWaitForEvents(1, &one), "clWaitForEvents");
      return;
    }
    const cl_event both[] = {event.get(), last_.get()};
    Ref<cl_event> joined;
    check(clEnqueueBarrierWithWaitList(queue_.get(), 2, both, joined.out()), "clEnqueueBarrierWithWaitList");
    last_ = std::move(joined);
  }

  void passThroughUserEvent() {
    const auto gate =
        make("clCreateUserEvent", [&](cl_int *error) { return clCreateUserEvent(shared_.context.get(), error); });
    const cl_event both[] = {gate.get(), last_.get()};
    Ref<cl_event> joined;
    check(clEnqueueMarkerWithWaitList(queue_.get(), 2, both, joined.out()), "clEnqueueMarkerWithWaitList");
    last_ = std::move(joined);
    if (pick(2))
      add();
    check(clSetUserEventStatus(gate.get(), CL_COMPLETE), "clSetUserEventStatus");
  }

  void mapAndAdd() {
    const cl_event before = last_.get();
    cl_int error = CL_SUCCESS;
    auto *values =
        static_cast<cl_uint *>(clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                  items * sizeof(cl_uint), 1, &before, nullptr, &error));
    check(error, "clEnqueueMapBuffer");
    for (size_t i = 0; i < items; ++i)
      values[i] += 1;
    ++expected_;
    Ref<cl_event> event;
    check(clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), values, 0, nullptr, event.out()),
          "clEnqueueUnmapMemObject");
    last_ = std::move(event);
  }

  /// In shared virtual memory of any type, which a command frees.
  void addToSharedMemory() {
    static const auto allocate = extension<decltype(clSVMAllocWithPropertiesKHR)>("clSVMAllocWithPropertiesKHR");
    static const auto query = extension<decltype(clGetSVMPointerInfoKHR)>("clGetSVMPointerInfoKHR");
    const cl_svm_alloc_properties_khr properties[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                      reinterpret_cast<cl_svm_alloc_properties_khr>(device_), 0};
    const cl_uint type = pick(6), start = pick(1000), what = pick(100);
    cl_int error = CL_SUCCESS;
    void *memory = allocate(shared_.context.get(), properties, type, items * sizeof(cl_uint), &error);
    check(error, "clSVMAllocWithPropertiesKHR");
    Ref<cl_event> filled, event;
    check(
        clEnqueueSVMMemFill(queue_.get(), memory, &start, sizeof start, items * sizeof start, 0, nullptr, filled.out()),
        "clEnqueueSVMMemFill");
    check(clSetKernelArgSVMPointer(add_.get(), 0, memory), "clSetKernelArgSVMPointer");
    check(clSetKernelArg(add_.get(), 1, sizeof what, &what), "clSetKernelArg");
    launch(queue_.get(), add_.get(), items, filled, &event);
    cl_uint found = 0;
    check(query(shared_.context.get(), nullptr, memory, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof found, &found, nullptr),
          "clGetSVMPointerInfoKHR");
    if (found != type)
      fail("shared memory of another type than was asked for");
    std::array<cl_uint, items> values;
    const cl_event before = event.get();
    check(clEnqueueSVMMemcpy(queue_.get(), CL_TRUE, values.data(), memory, sizeof values, 1, &before, nullptr),
          "clEnqueueSVMMemcpy");
    for (cl_uint value : values)
      if (value != start + what)
        fail("shared memory has " + std::to_string(value) + " where " + std::to_string(start + what) + " belongs");
    check(clEnqueueSVMFree(queue_.get(), 1, &memory, nullptr, nullptr, 1, &before, nullptr), "clEnqueueSVMFree");
  }

  void compare() {
    std::array<cl_uint, items> found;
    const cl_event before = last_.get();
    check(clEnqueueReadBuffer(queue_.get(), buffer_.get(), CL_TRUE, 0, sizeof found, found.data(), 1, &before, nullptr),
          "clEnqueueReadBuffer");
    for (cl_uint value : found)
      if (value != expected_)
        fail("found " + std::to_string(value) + " where " + std::to_string(expected_) + " belongs");
  }

  Shared &shared_;
  std::mt19937 random_;
  const cl_device_id device_;
  Ref<cl_command_queue> queue_;
  Ref<cl_kernel> add_, sum_;
  Ref<cl_mem> buffer_;
  Ref<cl_event> last_; ///< everything before has ended when this has
  cl_uint expected_ = 0;
};

/// The root device, and its halves where it has some.
std::vector<cl_device_id> someDevices() {
  std::vector<cl_device_id> devices{firstDevice()};
  cl_uint units = 0;
  check(clGetDeviceInfo(devices[0], CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr), "clGetDeviceInfo");
  if (units < 4)
    return devices;
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, cl_device_partition_property(units / 2),
                                                 0};
  devices.resize(3);
  check(clCreateSubDevices(devices[0], halves, 2, &devices[1], nullptr), "clCreateSubDevices");
  return devices;
}

} // namespace

void runThreads(unsigned threads, unsigned rounds) {
  Shared shared;
  shared.devices = someDevices();
  shared.context = make("clCreateContext", [&](cl_int *error) {
    return clCreateContext(nullptr, cl_uint(shared.devices.size()), shared.devices.data(), nullptr, nullptr, error);
  });
  shared.program = buildProgram(shared.context.get(), source);
  for (size_t i = 1; i < shared.devices.size(); ++i)
    check(clReleaseDevice(shared.devices[i]), "clReleaseDevice"); // the context keeps them
  {
    std::vector<std::jthread> all;
    for (unsigned i = 0; i < threads; ++i)
      all.emplace_back([&shared, i, rounds] { Worker(shared, i).run(rounds); });
  }
  for (Ref<cl_event> &event : shared.events)
    event.reset();
  while (shared.callbacksCalled.load() != shared.callbacksDue.load())
    std::this_thread::yield();
  std::printf("%u threads, %u rounds, %u callbacks\n", threads, rounds, shared.callbacksDue.load());
}

} // namespace weft::load
