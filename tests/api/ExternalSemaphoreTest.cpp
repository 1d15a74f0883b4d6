// Semaphores that leave the process, and fences that come in (cl_khr_external_semaphore).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "common/SleepingThread.h"
#include "support/ApiTest.h"
#include "support/OtherProcess.h"
#include "support/Semaphores.h"

namespace weft::test {
namespace {

using Property = cl_semaphore_properties_khr;
constexpr Property counter = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, fence = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;

class ExternalSemaphoreTest : public QueueTest {
protected:
  const SemaphoreFunctions khr{cl};
  const Handle<cl_semaphore_khr> shared = makeSemaphore(context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, counter, 0});
  const Handle<cl_command_queue> other_ = makeQueue(0);
  const cl_command_queue other = other_.get();

  int exported(cl_semaphore_khr semaphore, Property type = counter) const {
    int descriptor = -77;
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, khr.handle(semaphore, device(), cl_external_semaphore_handle_type_khr(type),
                                     sizeof descriptor, &descriptor, &size));
    EXPECT_EQ(sizeof descriptor, size);
    return descriptor;
  }
  Handle<cl_semaphore_khr> imported(int descriptor, Property type = counter) const {
    return makeSemaphore(context, {type, Property(descriptor)});
  }
  void signal(const Handle<cl_semaphore_khr> &semaphore, cl_command_queue its,
              std::vector<cl_event> behind = {}) const {
    const cl_semaphore_khr one = semaphore.get();
    EXPECT_EQ(CL_SUCCESS, khr.signal(its, 1, &one, nullptr, cl_uint(behind.size()),
                                     behind.empty() ? nullptr : behind.data(), nullptr));
  }
  Handle<cl_event> wait(const Handle<cl_semaphore_khr> &semaphore, cl_command_queue its,
                        std::vector<cl_event> behind = {}) const {
    const cl_semaphore_khr one = semaphore.get();
    Handle<cl_event> event;
    EXPECT_EQ(CL_SUCCESS, khr.wait(its, 1, &one, nullptr, cl_uint(behind.size()),
                                   behind.empty() ? nullptr : behind.data(), event.out()));
    EXPECT_EQ(CL_SUCCESS, ::clFlush(its));
    return event;
  }
  cl_int finish(const Handle<cl_event> &event) const {
    const cl_event one = event.get();
    return cl.clWaitForEvents(1, &one);
  }
  cl_semaphore_payload_khr payload(const Handle<cl_semaphore_khr> &semaphore) const {
    return info<cl_semaphore_payload_khr>(khr.info, semaphore.get(), CL_SEMAPHORE_PAYLOAD_KHR);
  }
  cl_int createError(std::vector<Property> list) const {
    list.insert(list.begin(), {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR});
    list.push_back(0);
    return errorOf([&](cl_int *e) {
      const cl_semaphore_khr made = khr.create(context, list.data(), e);
      if (made)
        khr.release(made);
      return made;
    });
  }
};
WEFT_API_SUITE(ExternalSemaphore, ExternalSemaphoreTest);
WEFT_API_SUITE(clGetSemaphoreHandleForTypeKHR, ExternalSemaphoreTest);
WEFT_API_SUITE(clReImportSemaphoreSyncFdKHR, ExternalSemaphoreTest);

TEST_P(ExternalSemaphore, TypesAreReported) {
  const std::vector<cl_external_semaphore_handle_type_khr> both = {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                                                   CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  for (cl_device_info name : {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(both, infoArray<cl_external_semaphore_handle_type_khr>(cl.clGetDeviceInfo, device(), name));
  for (cl_platform_info name :
       {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(both, infoArray<cl_external_semaphore_handle_type_khr>(cl.clGetPlatformInfo, platform(), name));
  const std::vector<cl_semaphore_type_khr> binary = {CL_SEMAPHORE_TYPE_BINARY_KHR};
  EXPECT_EQ(binary, infoArray<cl_semaphore_type_khr>(cl.clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_TYPES_KHR));
  EXPECT_EQ(binary,
            infoArray<cl_semaphore_type_khr>(cl.clGetPlatformInfo, platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR));
  EXPECT_EQ(
      std::vector<cl_external_semaphore_handle_type_khr>{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR},
      infoArray<cl_external_semaphore_handle_type_khr>(khr.info, shared.get(), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR));
  EXPECT_EQ(cl_bool{CL_TRUE}, info<cl_bool>(khr.info, shared.get(), CL_SEMAPHORE_EXPORTABLE_KHR));
}

TEST_P(ExternalSemaphore, IsOneWithThoseMadeOfIt) {
  const auto twin = imported(exported(shared.get())), third = imported(exported(shared.get()));
  signal(shared, queue);
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  EXPECT_EQ(1u, payload(shared));
  EXPECT_EQ(1u, payload(third));
  EXPECT_EQ(CL_SUCCESS, finish(wait(twin, other)));
  EXPECT_EQ(0u, payload(shared));
  const auto waited = wait(shared, other);
  expectHeldBack(waited.get());
  signal(twin, queue);
  EXPECT_EQ(CL_SUCCESS, finish(waited));
  EXPECT_EQ(0u, payload(third));
}

TEST_P(ExternalSemaphore, WaitGetsTheSignalThatIsItsOwn) {
  const auto gate = makeUserEvent();
  const auto third = makeQueue(0), fourth = makeQueue(0);
  signal(shared, queue, {gate.get()});
  const auto first = wait(shared, other);
  signal(shared, third.get());
  EXPECT_EQ(CL_SUCCESS, finish(wait(shared, fourth.get())));
  EXPECT_GT(info<cl_int>(cl.clGetEventInfo, first.get(), CL_EVENT_COMMAND_EXECUTION_STATUS), CL_COMPLETE);
  EXPECT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, finish(first));
}

TEST_P(ExternalSemaphore, SignalOfAFailedWaitIsThereForOthers) {
  const auto gate = makeUserEvent();
  const auto twin = imported(exported(shared.get()));
  wait(shared, other, {gate.get()});
  signal(twin, queue);
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), -7));
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(other));
  EXPECT_EQ(1u, payload(twin));
  EXPECT_EQ(CL_SUCCESS, finish(wait(twin, other)));
}

// The other process (below) waits and signals in turn, a hundred times.
TEST_P(ExternalSemaphore, OrdersTwoProcesses) {
  const auto back = makeSemaphore(context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, counter, 0});
  OtherProcess process("OtherProcessOfSemaphores.*", {exported(shared.get()), exported(back.get())});
  for (int round = 0; round < 100; ++round) {
    signal(shared, queue);
    EXPECT_EQ(CL_SUCCESS, finish(wait(back, other)));
  }
  EXPECT_EQ(0, process.wait());
  EXPECT_EQ(0u, payload(shared));
  EXPECT_EQ(0u, payload(back));
}

class OtherProcessOfSemaphores : public ExternalSemaphoreTest {};
INSTANTIATE_TEST_SUITE_P(Api, OtherProcessOfSemaphores, ::testing::Values(Route::direct), routeName);

TEST_P(OtherProcessOfSemaphores, WaitsAndSignals) {
  const std::vector<int> given = OtherProcess::descriptors();
  if (given.size() != 2)
    GTEST_SKIP() << "a part of another test";
  const auto there = imported(given[0]), back = imported(given[1]);
  for (int round = 0; round < 100; ++round) {
    wait(there, queue);
    signal(back, queue);
  }
  EXPECT_EQ(CL_SUCCESS, cl.clFinish(queue));
}

TEST_P(ExternalSemaphore, WorksInTheChildOfAFork) {
  const auto twin = imported(exported(shared.get()));
  // The poller has been used before.
  const auto before = wait(shared, other);
  signal(twin, queue);
  ASSERT_EQ(CL_SUCCESS, finish(before));
  ASSERT_EQ(CL_SUCCESS, cl.clFinish(queue));
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  const pid_t child = fork();
  if (child == 0) {
    const auto its = makeQueue(0);
    alarm(60);
    const auto signalled = wait(shared, its.get());
    ::_exit(write(ends[1], "w", 1) == 1 && finish(signalled) == CL_SUCCESS ? 0 : 1);
  }
  close(ends[1]);
  char waits = 0;
  EXPECT_EQ(1, read(ends[0], &waits, 1));
  close(ends[0]);
  SleepingThread(child).await();
  signal(twin, queue);
  int status = -1;
  EXPECT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  const auto after = wait(shared, other);
  signal(twin, queue);
  EXPECT_EQ(CL_SUCCESS, finish(after));
}

TEST_P(ExternalSemaphore, InvalidValueAndOperation) {
  EXPECT_EQ(CL_INVALID_VALUE, createError({counter, Property(-1)}));
  EXPECT_EQ(CL_INVALID_VALUE, createError({counter, Property(100'000)}));
  const int file = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  EXPECT_EQ(CL_INVALID_VALUE, createError({counter, Property(file)}));
  EXPECT_EQ(CL_INVALID_OPERATION,
            createError({counter, Property(file), CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, counter, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, createError({counter, Property(file), fence, Property(-1)}));
  EXPECT_EQ(0, ::close(file)); // still the application's
}

// clGetSemaphoreHandleForTypeKHR

TEST_P(clGetSemaphoreHandleForTypeKHR, InvalidValue) {
  const auto plain = makeSemaphore(context);
  int descriptor = -77;
  const auto expect = [&](const Handle<cl_semaphore_khr> &its, Property type, size_t size) {
    EXPECT_EQ(CL_INVALID_VALUE,
              khr.handle(its.get(), device(), cl_external_semaphore_handle_type_khr(type), size, &descriptor, nullptr));
    EXPECT_EQ(-77, descriptor);
  };
  expect(plain, counter, sizeof descriptor);
  expect(shared, fence, sizeof descriptor);
  expect(shared, counter, sizeof descriptor - 1);
  size_t size = 0;
  EXPECT_EQ(CL_SUCCESS, khr.handle(shared.get(), device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, nullptr, &size));
  EXPECT_EQ(sizeof descriptor, size);
}

// There is nothing that the fence could stand for but the end of the signal, so it is waited for.
TEST_P(clGetSemaphoreHandleForTypeKHR, OfAFenceTakesTheSignal) {
  const auto source = makeSemaphore(context, {CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, fence, 0});
  int descriptor = -77;
  EXPECT_EQ(CL_INVALID_OPERATION, khr.handle(source.get(), device(), CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof descriptor,
                                             &descriptor, nullptr));
  signal(source, queue);
  EXPECT_EQ(-1, exported(source.get(), fence));
  EXPECT_EQ(0u, payload(source));
  const auto gate = makeUserEvent();
  signal(source, queue, {gate.get()});
  ASSERT_EQ(CL_SUCCESS, cl.clSetUserEventStatus(gate.get(), -7));
  EXPECT_EQ(CL_INVALID_OPERATION, khr.handle(source.get(), device(), CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof descriptor,
                                             &descriptor, nullptr));
  EXPECT_EQ(-77, descriptor);
}

// clReImportSemaphoreSyncFdKHR

TEST_P(clReImportSemaphoreSyncFdKHR, IsSignalledWhenTheFenceIsOver) {
  const auto over = imported(-1, fence);
  EXPECT_EQ(1u, payload(over));
  EXPECT_EQ(CL_SUCCESS, finish(wait(over, other)));
  EXPECT_EQ(0u, payload(over));
  // What can be read once something has happened is a fence for this.
  for (int round = 0; round < 3; ++round) {
    const int descriptor = ::eventfd(0, EFD_CLOEXEC), kept = ::dup(descriptor);
    ASSERT_EQ(CL_SUCCESS, khr.importAgain(over.get(), nullptr, descriptor));
    EXPECT_EQ(-1, ::fcntl(descriptor, F_GETFD)); // it has been taken over
    EXPECT_EQ(0u, payload(over));
    const auto waited = wait(over, other);
    expectHeldBack(waited.get());
    ASSERT_EQ(0, ::eventfd_write(kept, 1));
    EXPECT_EQ(CL_SUCCESS, finish(waited));
    EXPECT_EQ(0, ::close(kept));
    EXPECT_EQ(0u, payload(over));
  }
}

TEST_P(clReImportSemaphoreSyncFdKHR, ForgetsWhatTheSemaphoreWas) {
  const auto over = imported(-1, fence);
  const int descriptor = ::eventfd(0, EFD_CLOEXEC);
  EXPECT_EQ(CL_SUCCESS, khr.importAgain(over.get(), nullptr, descriptor));
  EXPECT_EQ(0u, payload(over));
  const auto waited = wait(over, other); // for a fence that will never be over
  EXPECT_EQ(CL_SUCCESS, khr.importAgain(over.get(), nullptr, -1));
  EXPECT_EQ(CL_SUCCESS, finish(waited));
}

TEST_P(clReImportSemaphoreSyncFdKHR, Errors) {
  const auto over = imported(-1, fence);
  cl_semaphore_reimport_properties_khr unknown[] = {0xBAD, 0, 0};
  EXPECT_EQ(CL_INVALID_VALUE, khr.importAgain(over.get(), unknown, -1));
  EXPECT_EQ(CL_INVALID_VALUE, khr.importAgain(over.get(), nullptr, 100'000));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, khr.importAgain(shared.get(), nullptr, -1));
  EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, khr.importAgain(makeSemaphore(context).get(), nullptr, -1));
  char name[] = "/tmp/weft-fence-XXXXXX";
  const int file = ::mkstemp(name);
  ::unlink(name);
  EXPECT_EQ(CL_INVALID_VALUE, khr.importAgain(over.get(), nullptr, file)); // files can always be read
  EXPECT_EQ(0, ::close(file));
  EXPECT_EQ(1u, payload(over));
}

} // namespace
} // namespace weft::test
