// Tests of cl_khr_initialize_memory and cl_khr_terminate_context.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

#include "support/EnqueueTable.h"
#include "support/Extension.h"

namespace weft::test {
namespace {

constexpr cl_bitfield initializeLocal = 1, initializePrivate = 2; // CL_CONTEXT_MEMORY_INITIALIZE_*_KHR

/// With a context made with the given properties, a queue on it and kernels.
class PropertiesTest : public EnqueueTableTest {
protected:
  using Properties = std::vector<cl_context_properties>;

  static Handle<cl_context> contextWith(const Properties &properties) {
    const cl_device_id one = device();
    return make([&](cl_int *e) { return ::clCreateContext(properties.data(), 1, &one, nullptr, nullptr, e); });
  }
  cl_int errorWith(const Properties &properties) const {
    const cl_device_id one = device();
    return errorOf([&](cl_int *e) { return cl.clCreateContext(properties.data(), 1, &one, nullptr, nullptr, e); });
  }
  static Handle<cl_command_queue> queueOf(cl_context its) {
    return make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(its, device(), nullptr, e); });
  }
  static Handle<cl_kernel> kernelOf(cl_context its, const char *source, const char *name) {
    const auto program = make([&](cl_int *e) { return ::clCreateProgramWithSource(its, 1, &source, nullptr, e); });
    EXPECT_EQ(CL_SUCCESS, ::clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
    return make([&](cl_int *e) { return ::clCreateKernel(program.get(), name, e); });
  }
};

WEFT_API_SUITE(InitializedMemory, PropertiesTest);

// Writes to memory that the next group, or launch, would find again.
constexpr const char *readsUnwritten = R"(
  kernel void unwritten(global uint *out, local uint *given) {
    local uint own[64];
    uint many[16];
    uint one;
    size_t l = get_local_id(0);
    uint found = own[l] | given[l] | one;
    for (int i = 0; i < 16; ++i)
      found |= many[(l + i) % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[l] = given[l] = one = 0xFFFFFFFF;
    for (int i = 0; i < 16; ++i)
      many[(l * i) % 16] = 0xFFFFFFFF;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = found + (own[63 - l] & given[63 - l] & one & many[l % 16] & 0) ;
  })";

TEST_P(InitializedMemory, IsZeroForEachGroup) {
  const auto its = contextWith({CL_CONTEXT_MEMORY_INITIALIZE_KHR, initializeLocal | initializePrivate, 0});
  const auto itsQueue = queueOf(its.get());
  const auto kernel = kernelOf(its.get(), readsUnwritten, "unwritten");
  std::vector<cl_uint> found(64 * 64, 1);
  const auto buffer = make([&](cl_int *e) {
    return cl.clCreateBuffer(its.get(), CL_MEM_USE_HOST_PTR, found.size() * sizeof(cl_uint), found.data(), e);
  });
  const cl_mem memory = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 1, 64 * sizeof(cl_uint), nullptr));
  const size_t size = found.size(), local = 64;
  for (int launch = 0; launch < 3; ++launch)
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(itsQueue.get(), kernel.get(), 1, nullptr, &size, &local, 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  EXPECT_EQ(static_cast<std::ptrdiff_t>(found.size()), std::ranges::count(found, 0u));
}

// OpenCL 3.0 section 4.4 has the property for all kernels of the context, wherever their programs come from.
TEST_P(InitializedMemory, InvalidBinaryFromAContextWithout) {
  const auto zeroing = contextWith({CL_CONTEXT_MEMORY_INITIALIZE_KHR, initializePrivate, 0});
  const auto local = contextWith({CL_CONTEXT_MEMORY_INITIALIZE_KHR, initializeLocal, 0});
  const auto binaryOf = [&](cl_context its) {
    const char *source = "kernel void k(global int *out) { int a[4]; *out = a[get_global_id(0)]; }";
    const auto program = make([&](cl_int *e) { return cl.clCreateProgramWithSource(its, 1, &source, nullptr, e); });
    EXPECT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
    std::vector<unsigned char> binary(info<size_t>(cl.clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES));
    unsigned char *place = binary.data();
    EXPECT_EQ(CL_SUCCESS, cl.clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
    return binary;
  };
  const auto plain = binaryOf(context), zeroed = binaryOf(zeroing.get());
  const auto load = [&](cl_context its, const std::vector<unsigned char> &binary, cl_int expected) {
    const cl_device_id one = device();
    const unsigned char *data = binary.data();
    const size_t size = binary.size();
    cl_int status = 1, error = 1;
    const Handle<cl_program> program(cl.clCreateProgramWithBinary(its, 1, &one, &size, &data, &status, &error));
    EXPECT_EQ(expected, error);
    EXPECT_EQ(expected, status);
  };
  load(zeroing.get(), plain, CL_INVALID_BINARY);
  load(zeroing.get(), zeroed, CL_SUCCESS);
  load(local.get(), plain, CL_SUCCESS); // done at each launch
  load(context, zeroed, CL_SUCCESS);
}

TEST_P(InitializedMemory, InvalidProperty) {
  EXPECT_EQ(CL_INVALID_PROPERTY, errorWith({CL_CONTEXT_MEMORY_INITIALIZE_KHR, 4, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY,
            errorWith({CL_CONTEXT_MEMORY_INITIALIZE_KHR, 0, CL_CONTEXT_MEMORY_INITIALIZE_KHR, 0, 0}));
}

class TerminationTest : public PropertiesTest {
protected:
  const clTerminateContextKHR_fn terminate = extension<clTerminateContextKHR_fn>(GetParam(), "clTerminateContextKHR");
  const Handle<cl_context> its = contextWith({CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0});
  const Handle<cl_command_queue> itsQueue = queueOf(its.get());
};
WEFT_API_SUITE(clTerminateContextKHR, TerminationTest);

TEST_P(clTerminateContextKHR, EndsCommandsThatWait) {
  const auto gate = make([&](cl_int *e) { return cl.clCreateUserEvent(its.get(), e); });
  const cl_event waitFor = gate.get();
  Handle<cl_event> first, second;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(itsQueue.get(), 1, &waitFor, first.out()));
  const cl_event behind = first.get();
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(itsQueue.get(), 1, &behind, second.out()));
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  const cl_event both[] = {first.get(), second.get()};
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, cl.clWaitForEvents(2, both));
  for (cl_event one : both)
    EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, info<cl_int>(cl.clGetEventInfo, one, CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
}

TEST_P(clTerminateContextKHR, CutsLaunchesShort) {
  const auto kernel = kernelOf(its.get(), R"(
    kernel void slow(global uint *done) {
      uint value = get_global_id(0);
      for (uint i = 0; i < 20000; ++i)
        value = value * 1664525 + 1013904223;
      if (value != 1)
        atomic_inc(done);
    })",
                               "slow");
  cl_uint done = 0;
  const auto buffer =
      make([&](cl_int *e) { return cl.clCreateBuffer(its.get(), CL_MEM_USE_HOST_PTR, sizeof done, &done, e); });
  const cl_mem memory = buffer.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof memory, &memory));
  // Hours of work in groups of milliseconds.
  const size_t size = size_t(1) << 30, local = 64;
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(itsQueue.get(), kernel.get(), 1, nullptr, &size, &local, 0, nullptr,
                                                  event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clFlush(itsQueue.get()));
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
  EXPECT_LT(done, size);
}

TEST_P(clTerminateContextKHR, ContextTerminatedForWhatCreatesOrEnqueues) {
  const auto program = make([&](cl_int *e) {
    const char *source = "kernel void k() {}";
    return cl.clCreateProgramWithSource(its.get(), 1, &source, nullptr, e);
  });
  ASSERT_EQ(CL_SUCCESS, cl.clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr));
  const auto kernel = makeKernel(program.get(), "k");
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  const auto created = [](auto call) { EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, errorOf(call)); };
  created([&](cl_int *e) { return cl.clCreateBuffer(its.get(), 0, 16, nullptr, e); });
  created([&](cl_int *e) { return cl.clCreateUserEvent(its.get(), e); });
  created([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(its.get(), device(), nullptr, e); });
  created([&](cl_int *e) { return cl.clCreateKernel(program.get(), "k", e); });
  created([&](cl_int *e) { return cl.clCloneKernel(kernel.get(), e); });
  const size_t one = 1;
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR,
            cl.clEnqueueNDRangeKernel(itsQueue.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, cl.clEnqueueMarkerWithWaitList(itsQueue.get(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, terminate(its.get()));
  // Queries, retaining and releasing go on.
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetContextInfo, its.get(), CL_CONTEXT_NUM_DEVICES));
  EXPECT_EQ(CL_SUCCESS, cl.clRetainContext(its.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clReleaseContext(its.get()));
}

TEST_P(clTerminateContextKHR, ContextTerminatedForEveryCommand) {
  const CommandObjects objects = makeObjects(its.get(), itsQueue.get());
  // What has to be mapped to be unmapped is mapped before.
  cl_int error = 1;
  void *mapped =
      cl.clEnqueueMapBuffer(itsQueue.get(), objects.buffer, CL_TRUE, CL_MAP_WRITE, 0, 16, 0, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  for (const EnqueueEntry &enqueue : enqueueEntries()) {
    if (std::string_view(enqueue.name) == "clEnqueueUnmapMemObject")
      continue;
    cl_event event = nullptr;
    EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, enqueue.call(cl, objects, {0, nullptr, &event})) << enqueue.name;
    EXPECT_EQ(nullptr, event) << enqueue.name;
  }
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR,
            cl.clEnqueueUnmapMemObject(itsQueue.get(), objects.buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(1u, info<cl_uint>(cl.clGetMemObjectInfo, objects.buffer, CL_MEM_MAP_COUNT));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, cl.clSetDefaultDeviceCommandQueue(its.get(), device(), itsQueue.get()));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR,
            cl.clSetContextDestructorCallback(its.get(), [](cl_context, void *) {}, nullptr));
  // What memory objects keep.
  EXPECT_EQ(CL_SUCCESS, cl.clSetMemObjectDestructorCallback(objects.buffer, [](cl_mem, void *) {}, nullptr));
}

TEST_P(clTerminateContextKHR, ProfilingInfoNotAvailableAfterwards) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const auto profiled =
      make([&](cl_int *e) { return cl.clCreateCommandQueueWithProperties(its.get(), device(), list, e); });
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(profiled.get(), 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(profiled.get()));
  cl_ulong time = 0;
  const auto ask = [&] {
    return cl.clGetEventProfilingInfo(event.get(), CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, ask());
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE, ask());
}

TEST_P(clTerminateContextKHR, CallsBackWithItsCode) {
  std::atomic<cl_int> told = 0;
  const auto gate = make([&](cl_int *e) { return cl.clCreateUserEvent(its.get(), e); });
  const cl_event waitFor = gate.get();
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueMarkerWithWaitList(itsQueue.get(), 1, &waitFor, event.out()));
  const auto note = [](cl_event, cl_int status, void *data) { *static_cast<std::atomic<cl_int> *>(data) += status; };
  for (cl_int state : {CL_RUNNING, CL_COMPLETE})
    ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(event.get(), state, note, &told));
  ASSERT_EQ(CL_SUCCESS, terminate(its.get()));
  // One that is registered afterwards, too.
  ASSERT_EQ(CL_SUCCESS, cl.clSetEventCallback(event.get(), CL_COMPLETE, note, &told));
  for (int i = 0; i < 2000 && told != 3 * CL_CONTEXT_TERMINATED_KHR; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(3 * CL_CONTEXT_TERMINATED_KHR, told);
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
}

TEST_P(clTerminateContextKHR, InvalidContext) { EXPECT_EQ(CL_INVALID_CONTEXT, terminate(nullptr)); }

TEST_P(clTerminateContextKHR, InvalidOperationWhereNotAskedFor) {
  EXPECT_EQ(CL_INVALID_OPERATION, terminate(context));
  EXPECT_EQ(CL_INVALID_PROPERTY, errorWith({CL_CONTEXT_TERMINATE_KHR, 2, 0}));
}

} // namespace
} // namespace weft::test
