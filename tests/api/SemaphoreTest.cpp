// Semaphores within a process (cl_khr_semaphore).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include "support/CommandBuffers.h"
#include "support/DeviceParts.h"
#include "support/Semaphores.h"

namespace weft::test {
namespace {

using Property = cl_semaphore_properties_khr;

class SemaphoreTest : public EnqueueTableTest {
protected:
  const SemaphoreFunctions khr{cl};
  const Handle<cl_semaphore_khr> semaphore_ = makeSemaphore(context);
  const cl_semaphore_khr semaphore = semaphore_.get();
  const Handle<cl_command_queue> other_ = makeQueue(0), third_ = makeQueue(0), fourth_ = makeQueue(0);
  const cl_command_queue other = other_.get();

  cl_int createError(std::vector<Property> list, cl_context its = nullptr) const {
    return errorOf([&](cl_int *e) {
      const cl_semaphore_khr made = khr.create(its ? its : context, list.data(), e);
      if (made)
        khr.release(made);
      return made;
    });
  }
  Handle<cl_event> signal(cl_command_queue its, std::vector<cl_event> behind = {}) const {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, khr.signal(its, 1, &semaphore, nullptr, cl_uint(behind.size()),
                                     behind.empty() ? nullptr : behind.data(), event.out()));
    return event;
  }
  Handle<cl_event> wait(cl_command_queue its, std::vector<cl_event> behind = {}) const {
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, khr.wait(its, 1, &semaphore, nullptr, cl_uint(behind.size()),
                                   behind.empty() ? nullptr : behind.data(), event.out()));
    EXPECT_EQ(CL_SUCCESS, ::clFlush(its));
    return event;
  }
  cl_int status(const Handle<cl_event> &event) const {
    return info<cl_int>(cl.clGetEventInfo, event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  cl_int finish(const Handle<cl_event> &event) const {
    const cl_event one = event.get();
    return cl.clWaitForEvents(1, &one);
  }
  cl_semaphore_payload_khr payload() const {
    return info<cl_semaphore_payload_khr>(khr.info, semaphore, CL_SEMAPHORE_PAYLOAD_KHR);
  }
};
WEFT_API_SUITE(clCreateSemaphoreWithPropertiesKHR, SemaphoreTest);
WEFT_API_SUITE(clRetainSemaphoreKHR, SemaphoreTest);
WEFT_API_SUITE(clReleaseSemaphoreKHR, SemaphoreTest);
WEFT_API_SUITE(clGetSemaphoreInfoKHR, SemaphoreTest);
WEFT_API_SUITE(clEnqueueSignalSemaphoresKHR, SemaphoreTest);
WEFT_API_SUITE(clEnqueueWaitSemaphoresKHR, SemaphoreTest);

// clCreateSemaphoreWithPropertiesKHR

TEST_P(clCreateSemaphoreWithPropertiesKHR, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, errorOf([&](cl_int *e) { return khr.create(context, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_VALUE, createError({0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                           CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, 0}));
}

TEST_P(clCreateSemaphoreWithPropertiesKHR, InvalidProperty) {
  EXPECT_EQ(CL_INVALID_PROPERTY, createError({0xBAD, 1, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, createError({CL_SEMAPHORE_TYPE_KHR, 77, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, createError({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                              CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, createError({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                              CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0xBAD, 0, 0}));
}

TEST_P(clCreateSemaphoreWithPropertiesKHR, InvalidDevice) {
  const auto its = Property(reinterpret_cast<uintptr_t>(device()));
  const auto with = [&](std::vector<Property> devices) {
    std::vector<Property> list = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                  CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR};
    list.insert(list.end(), devices.begin(), devices.end());
    list.insert(list.end(), {0, 0});
    return createError(list);
  };
  EXPECT_EQ(CL_SUCCESS, with({its}));
  EXPECT_EQ(CL_INVALID_DEVICE, with({}));
  EXPECT_EQ(CL_INVALID_DEVICE, with({its, its}));
  EXPECT_EQ(CL_INVALID_DEVICE, with({Property(reinterpret_cast<uintptr_t>(context))}));
}

TEST_P(clCreateSemaphoreWithPropertiesKHR, NeedsADeviceWhereTheContextHasSeveral) {
  const DeviceParts parts(1);
  if (!parts.exist())
    GTEST_SKIP() << "the device has no parts";
  const cl_device_id part = parts[0];
  EXPECT_EQ(CL_INVALID_PROPERTY,
            createError({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}, parts.context()));
  const auto its = makeSemaphore(parts.context(),
                                 {CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, Property(reinterpret_cast<uintptr_t>(part)), 0});
  EXPECT_EQ(std::vector{part}, infoArray<cl_device_id>(khr.info, its.get(), CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  const auto whole = parts.queue(device());
  const cl_semaphore_khr list[] = {its.get()};
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, khr.signal(whole.get(), 1, list, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, khr.wait(whole.get(), 1, list, nullptr, 0, nullptr, nullptr));
}

// clRetain, clRelease

TEST_P(clRetainSemaphoreKHR, CountsReferences) {
  const auto count = [&] { return info<cl_uint>(khr.info, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR); };
  EXPECT_EQ(1u, count());
  EXPECT_EQ(CL_SUCCESS, khr.retain(semaphore));
  EXPECT_EQ(2u, count());
  EXPECT_EQ(CL_SUCCESS, khr.release(semaphore));
  EXPECT_EQ(1u, count());
}

TEST_P(clReleaseSemaphoreKHR, LetsCommandsGoOn) {
  const auto gate = makeUserEvent();
  auto its = makeSemaphore(context);
  const cl_semaphore_khr list[] = {its.get()};
  const cl_event behind[] = {gate.get()};
  Handle<cl_event> waited;
  ASSERT_EQ(CL_SUCCESS, khr.signal(queue, 1, list, nullptr, 1, behind, nullptr));
  ASSERT_EQ(CL_SUCCESS, khr.wait(other, 1, list, nullptr, 0, nullptr, waited.out()));
  its.reset();
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, finish(waited));
}

// clGetSemaphoreInfoKHR

TEST_P(clGetSemaphoreInfoKHR, DescribesIt) {
  checkInfoQuery(khr.info, semaphore, cl_semaphore_info_khr{CL_SEMAPHORE_CONTEXT_KHR});
  EXPECT_EQ(context, info<cl_context>(khr.info, semaphore, CL_SEMAPHORE_CONTEXT_KHR));
  EXPECT_EQ(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR},
            info<cl_semaphore_type_khr>(khr.info, semaphore, CL_SEMAPHORE_TYPE_KHR));
  EXPECT_EQ((std::vector<Property>{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}),
            infoArray<Property>(khr.info, semaphore, CL_SEMAPHORE_PROPERTIES_KHR));
  EXPECT_EQ(std::vector{device()}, infoArray<cl_device_id>(khr.info, semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
  EXPECT_TRUE(
      infoArray<cl_external_semaphore_handle_type_khr>(khr.info, semaphore, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR)
          .empty());
  EXPECT_EQ(cl_bool{CL_FALSE}, info<cl_bool>(khr.info, semaphore, CL_SEMAPHORE_EXPORTABLE_KHR));
}

TEST_P(clGetSemaphoreInfoKHR, PayloadIsThatOfSignalsAndWaitsThatHaveEnded) {
  const auto gate = makeUserEvent();
  EXPECT_EQ(0u, payload());
  EXPECT_EQ(CL_SUCCESS, finish(signal(queue)));
  EXPECT_EQ(1u, payload());
  const auto waited = wait(other, {gate.get()});
  EXPECT_EQ(1u, payload());
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, finish(waited));
  EXPECT_EQ(0u, payload());
}

// Commands

TEST_P(clEnqueueWaitSemaphoresKHR, WaitsForASignalBeforeOrBehindIt) {
  const auto waited = wait(other);
  expectHeldBack(waited.get());
  const auto signalled = signal(queue);
  EXPECT_EQ(CL_SUCCESS, finish(waited));
  EXPECT_EQ(CL_COMPLETE, status(signalled));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_WAIT_KHR},
            info<cl_command_type>(cl.clGetEventInfo, waited.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(cl_command_type{CL_COMMAND_SEMAPHORE_SIGNAL_KHR},
            info<cl_command_type>(cl.clGetEventInfo, signalled.get(), CL_EVENT_COMMAND_TYPE));
  signal(queue);
  EXPECT_EQ(CL_SUCCESS, finish(wait(other)));
}

// In whatever order they run: the first wait is for the first signal.
TEST_P(clEnqueueWaitSemaphoresKHR, WaitsForTheSignalThatWasEnqueuedAtItsTurn) {
  const auto gate = makeUserEvent();
  signal(queue, {gate.get()});
  const auto first = wait(other);
  signal(third_.get());
  const auto second = wait(fourth_.get());
  EXPECT_EQ(CL_SUCCESS, finish(second));
  EXPECT_GT(status(first), CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, finish(first));
  EXPECT_EQ(0u, payload());
}

TEST_P(clEnqueueWaitSemaphoresKHR, WaitsForAllOfItsList) {
  const auto second = makeSemaphore(context);
  const cl_semaphore_khr both[] = {semaphore, second.get()};
  const cl_semaphore_payload_khr ignored[] = {3, 4};
  Handle<cl_event> waited;
  ASSERT_EQ(CL_SUCCESS, khr.wait(other, 2, both, ignored, 0, nullptr, waited.out()));
  signal(queue);
  ASSERT_EQ(CL_SUCCESS, cl.clFlush(other));
  expectHeldBack(waited.get());
  ASSERT_EQ(CL_SUCCESS, khr.signal(queue, 1, both + 1, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, finish(waited));
  ASSERT_EQ(CL_SUCCESS, khr.signal(queue, 2, both, ignored, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, finish(wait(other)));
  ASSERT_EQ(CL_SUCCESS, khr.wait(other, 1, both + 1, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(other));
}

TEST_P(clEnqueueWaitSemaphoresKHR, WaitsForALaterSignalWhereOneHasFailed) {
  const auto gate = makeUserEvent();
  const auto failed = signal(queue, {gate.get()});
  const auto waited = wait(other);
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), -7));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status(failed));
  expectHeldBack(waited.get());
  signal(queue);
  EXPECT_EQ(CL_SUCCESS, finish(waited));
  EXPECT_EQ(0u, payload());
}

TEST_P(clEnqueueWaitSemaphoresKHR, LeavesTheSignalToAnotherWhereItFails) {
  const auto gate = makeUserEvent();
  signal(queue);
  const auto failed = wait(other, {gate.get()});
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), -7));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(other));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status(failed));
  EXPECT_EQ(1u, payload());
  EXPECT_EQ(CL_SUCCESS, finish(wait(other)));
  EXPECT_EQ(0u, payload());
}

TEST_P(clEnqueueWaitSemaphoresKHR, OrdersCommandsOfTwoQueues) {
  constexpr const char *source = R"(
    kernel void slow(global uint *value) {
      for (uint i = 0; i < 200000; ++i) *(volatile global uint *)value += 1;
    }
    kernel void twice(global uint *value) { *value *= 2; })";
  const auto program = buildProgram(source);
  const auto slow = makeKernel(program.get(), "slow"), twice = makeKernel(program.get(), "twice");
  const auto number = makeBuffer(sizeof(cl_uint));
  const cl_mem argument = number.get();
  const size_t one = 1;
  for (cl_kernel kernel : {slow.get(), twice.get()})
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel, 0, sizeof argument, &argument));
  const auto loose = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (cl_command_queue second : {other, loose.get()}) {
    const cl_uint zero = 0;
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(queue, argument, &zero, 4, 0, 4, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueNDRangeKernel(queue, slow.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    signal(queue);
    wait(second);
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueBarrierWithWaitList(second, 0, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS,
              cl.clEnqueueNDRangeKernel(second, twice.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, cl.clFinish(second));
    EXPECT_EQ(400000u, contents<cl_uint>(argument, 1)[0]);
  }
}

TEST_P(clEnqueueWaitSemaphoresKHR, OrdersCommandBuffers) {
  const CommandBufferFunctions buffers(cl);
  const auto number = makeBuffer(sizeof(cl_uint));
  const auto kernel = buildKernel("kernel void twice(global uint *value) { *value *= 2; }", "twice");
  const cl_mem argument = number.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  const auto buffer = makeCommandBuffer(other);
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, buffers.launch(buffer.get(), nullptr, nullptr, kernel.get(), 1, nullptr, &one, nullptr, 0,
                                       nullptr, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, buffers.finalise(buffer.get()));
  const auto gate = makeUserEvent();
  const auto back = makeSemaphore(context);
  const cl_semaphore_khr second[] = {back.get()};
  const cl_uint three = 3;
  wait(other);
  ASSERT_EQ(CL_SUCCESS, buffers.enqueue(0, nullptr, buffer.get(), 0, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, khr.signal(other, 1, second, nullptr, 0, nullptr, nullptr));
  const cl_event behind[] = {gate.get()};
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(queue, argument, &three, 4, 0, 4, 1, behind, nullptr));
  signal(queue);
  ASSERT_EQ(CL_SUCCESS, khr.wait(third_.get(), 1, second, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(third_.get()));
  EXPECT_EQ(6u, contents<cl_uint>(argument, 1)[0]);
}

TEST_P(clEnqueueWaitSemaphoresKHR, EndsWithItsContext) {
  const cl_context_properties list[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  const cl_device_id one = device();
  const auto its = make([&](cl_int *e) { return ::clCreateContext(list, 1, &one, nullptr, nullptr, e); });
  const auto itsQueue =
      make([&](cl_int *e) { return ::clCreateCommandQueueWithProperties(its.get(), one, nullptr, e); });
  const auto itsSemaphore = makeSemaphore(its.get());
  const cl_semaphore_khr semaphores[] = {itsSemaphore.get()};
  Handle<cl_event> event;
  ASSERT_EQ(CL_SUCCESS, khr.wait(itsQueue.get(), 1, semaphores, nullptr, 0, nullptr, event.out()));
  ASSERT_EQ(CL_SUCCESS, extension<clTerminateContextKHR_fn>(cl, "clTerminateContextKHR")(its.get()));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(itsQueue.get()));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, status(event));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, khr.signal(itsQueue.get(), 1, semaphores, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, khr.wait(itsQueue.get(), 1, semaphores, nullptr, 0, nullptr, nullptr));
}

TEST_P(clEnqueueSignalSemaphoresKHR, HandsATokenRound) {
  constexpr cl_uint threads = 4, rounds = 200;
  const auto number = makeBuffer(sizeof(cl_uint));
  const auto kernel = buildKernel("kernel void add(global uint *value) { *value += 1; }", "add");
  const cl_mem argument = number.get();
  ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), 0, sizeof argument, &argument));
  const cl_uint zero = 0;
  ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillBuffer(queue, argument, &zero, 4, 0, 4, 0, nullptr, nullptr));
  signal(queue);
  const auto run = [&] {
    const auto its = makeQueue(0);
    const size_t one = 1;
    for (cl_uint round = 0; round < rounds; ++round) {
      EXPECT_EQ(CL_SUCCESS, khr.wait(its.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS,
                ::clEnqueueNDRangeKernel(its.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, khr.signal(its.get(), 1, &semaphore, nullptr, 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, ::clFinish(its.get()));
    }
  };
  {
    std::vector<std::jthread> running;
    for (cl_uint thread = 0; thread < threads; ++thread)
      running.emplace_back(run);
  }
  EXPECT_EQ(threads * rounds, contents<cl_uint>(argument, 1)[0]);
  EXPECT_EQ(1u, payload());
}

TEST_P(clEnqueueSignalSemaphoresKHR, InvalidValueWithoutSemaphores) {
  for (const auto call : {khr.signal, khr.wait}) {
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 0, &semaphore, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 1, nullptr, nullptr, 0, nullptr, nullptr));
  }
}

TEST_P(clEnqueueSignalSemaphoresKHR, InvalidContextForSemaphoresOfAnother) {
  const auto elsewhere = makeContext();
  const auto foreign = makeSemaphore(elsewhere.get());
  const cl_semaphore_khr both[] = {semaphore, foreign.get()};
  for (const auto call : {khr.signal, khr.wait})
    EXPECT_EQ(CL_INVALID_CONTEXT, call(queue, 2, both, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(0u, payload());
}

} // namespace
} // namespace weft::test
